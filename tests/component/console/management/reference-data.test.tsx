/** Companies, places and purposes. */
import { screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getSavedViews } from "#contract/people/saved-views.ts";
import { addCompany, getAllCompanies, listCompanies, removeCompany } from "#contract/site/companies.ts";
import type { ReferenceRecord } from "#contract/site/reference-data.ts";
import { addCode, listCodes, removeCode } from "#contract/site/user-codes.ts";
import {
  consoleNetwork,
  emptyPage,
  hasError,
  hasFocus,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";
import { fieldIn, opened, pressIn } from "#tests/support/component/drawer.tsx";
import { invalid, type Network, refused } from "#tests/support/component/network.ts";
import { pageOf } from "#tests/support/component/visits.ts";

const at = "2026-11-22 09:00";
const record = (id: number, name: string, enName = ""): ReferenceRecord => ({
  id,
  name,
  enName,
  inUse: true,
  dispOrder: id,
  createdAt: at,
  updatedAt: at,
});

function answerCompanies(network: Network, ...rows: ReferenceRecord[]): void {
  network.answer(listCompanies, pageOf(rows));
  network.answer(getAllCompanies, rows);
  network.answer(getSavedViews, []);
}

const usedBy = "대신 사용을 중지할 수 있습니다.";

test.each([
  {
    what: "a company with users",
    path: "/dash/companies?company=1",
    call: removeCompany,
    reason: `이 회사에 소속된 직원이 있어 삭제할 수 없습니다. ${usedBy}`,
  },
  {
    what: "a code with visits",
    path: "/dash/codes/9002?code=1",
    call: removeCode,
    reason: `이 항목을 사용하는 방문이 있어 삭제할 수 없습니다. ${usedBy}`,
  },
])("$what cannot be deleted, with the reason; an unused one can, after confirmation", async (given) => {
  const { path, call, reason } = given;
  const network = consoleNetwork(person("admin"));
  const [refusedRecord, deletedRecord] = [record(1, "가온"), record(2, "한빛")];
  const lists = (...rows: ReferenceRecord[]) => {
    answerCompanies(network, ...rows);
    network.answer(listCodes, pageOf(rows));
  };
  lists(refusedRecord, deletedRecord);
  network.answer(call, ({ params }: { params: { id: unknown } }) => {
    if (Number(params.id) === refusedRecord.id) return refused(405, reason);
    lists(refusedRecord);
    return undefined;
  });
  const user = openConsole(path);
  await pressIn(user, "삭제");
  await pressIn(user, "삭제");
  await toast("warning", reason);
  await pressIn(user, "취소");
  await user.click(await screen.findByRole("button", { name: "한빛" }));
  await pressIn(user, "삭제");
  (await opened()).getByText("‘한빛’ 항목을 삭제하시겠습니까? 되돌릴 수 없습니다.");
  await pressIn(user, "삭제");
  await toast("success", "‘한빛’ 항목을 삭제했습니다.");
  expect(network.asked(call).map(({ params }) => Number(params.id))).toEqual([1, 2]);
});

test.each([
  ["company", "/dash/companies?company=new", addCompany],
  ["code", "/dash/codes/9003?code=new", addCode],
] as const)("a taken name of a %s has an error at its field, which gets the focus", async (_, path, call) => {
  const network = consoleNetwork(person("admin"));
  answerCompanies(network);
  network.answer(listCodes, emptyPage);
  network.answer(call, invalid({ name: "nameTaken" }));
  const user = openConsole(path);
  await user.type(await fieldIn("이름"), "가온");
  await pressIn(user, "추가");
  await hasError(await fieldIn("이름"), "이미 등록된 이름입니다.");
  await hasFocus(await fieldIn("이름"));
});

test("the empty list of purposes explains what to do", async () => {
  const network = consoleNetwork(person("admin"));
  network.answer(listCodes, emptyPage);
  openConsole("/dash/codes/9003");
  await screen.findByText("아직 방문 목적이 없습니다.");
  screen.getByText("목적이 하나도 없으면 방문신청을 받을 수 없습니다. 먼저 추가해 주십시오.");
});

test("the desk can read but not change", async () => {
  const network = consoleNetwork(person("desk"));
  answerCompanies(network, record(1, "가온정밀", "Gaon Precision"));
  const user = openConsole("/dash/companies");
  await user.click(await screen.findByRole("button", { name: "가온정밀" }));
  const shown = await opened();
  await shown.findByText("Gaon Precision");
  expect(shown.queryByRole("textbox")).toBeNull();
  for (const name of ["삭제", "회사 추가"]) expect(screen.queryByRole("button", { name })).toBeNull();
});
