/** Companies, places and purposes. */
import { screen, within } from "@testing-library/dom";
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
import { invalid, type Network, refused } from "#tests/support/component/network.ts";

const at = "2026-11-22 09:00";
const record = (id: number, name: string, enName = ""): ReferenceRecord => ({
  ...{ id, name, enName, inUse: true, dispOrder: id, createdAt: at, updatedAt: at },
});
const pageOf = (rows: ReferenceRecord[]) => ({ ...emptyPage, rows, total: rows.length });

function answerCompanies(network: Network, ...rows: ReferenceRecord[]): void {
  network.answer(listCompanies, pageOf(rows));
  network.answer(getAllCompanies, rows);
  network.answer(getSavedViews, []);
}

const drawer = async () => within(await screen.findByRole("dialog"));
const field = async (name: string) => (await drawer()).findByRole("textbox", { name });

const usedBy = "대신 사용을 중지하실 수 있습니다.";

test("a company with users is not deleted, and the reason is shown; one without is, after a question", async () => {
  const network = consoleNetwork(person("admin"));
  const [kept, gone] = [record(1, "가온정밀"), record(2, "한빛소재")];
  answerCompanies(network, kept, gone);
  const sentence = `이 회사에 소속된 직원이 있어 삭제할 수 없습니다. ${usedBy}`;
  network.answer(removeCompany, ({ params }) => {
    if (Number(params.id) === kept.id) return refused(405, sentence);
    answerCompanies(network, kept);
    return undefined;
  });
  const user = openConsole("/dash/companies?company=1");
  const press = async (name: string) => user.click(await (await drawer()).findByRole("button", { name }));
  await press("삭제");
  await press("삭제");
  await toast("warning", sentence);
  await press("취소");
  await user.click(await screen.findByRole("button", { name: "한빛소재" }));
  await press("삭제");
  (await drawer()).getByText("‘한빛소재’ 항목을 삭제하시겠습니까? 되돌릴 수 없습니다.");
  await press("삭제");
  await toast("success", "‘한빛소재’ 항목을 삭제했습니다.");
  expect(network.asked(removeCompany).map(({ params }) => Number(params.id))).toEqual([1, 2]);
});

test("a code with visits is not deleted, and the reason is shown; an unused one is", async () => {
  const network = consoleNetwork(person("admin"));
  const [kept, gone] = [record(1, "본관"), record(2, "별관")];
  network.answer(listCodes, pageOf([kept, gone]));
  const sentence = `이 항목을 사용하는 방문이 있어 삭제할 수 없습니다. ${usedBy}`;
  network.answer(removeCode, ({ params }) =>
    Number(params.id) === kept.id ? refused(405, sentence) : undefined,
  );
  const user = openConsole("/dash/codes/9002?code=1");
  const press = async (name: string) => user.click(await (await drawer()).findByRole("button", { name }));
  await press("삭제");
  await press("삭제");
  await toast("warning", sentence);
  await press("취소");
  await user.click(await screen.findByRole("button", { name: "별관" }));
  await press("삭제");
  await press("삭제");
  await toast("success", "‘별관’ 항목을 삭제했습니다.");
});

test("a taken name is refused at its field, which gets the focus", async () => {
  const network = consoleNetwork(person("admin"));
  answerCompanies(network);
  network.answer(addCompany, invalid({ name: "nameTaken" }));
  const user = openConsole("/dash/companies?company=new");
  await user.type(await field("이름"), "가온");
  await user.click(await (await drawer()).findByRole("button", { name: "추가" }));
  await hasError(await field("이름"), "이미 등록된 이름입니다.");
  await hasFocus(await field("이름"));
});

test("a taken name of a code is refused at its field", async () => {
  const network = consoleNetwork(person("admin"));
  network.answer(listCodes, emptyPage);
  network.answer(addCode, invalid({ name: "nameTaken" }));
  const user = openConsole("/dash/codes/9003?code=new");
  await user.type(await field("이름"), "회의");
  await user.click(await (await drawer()).findByRole("button", { name: "추가" }));
  await hasError(await field("이름"), "이미 등록된 이름입니다.");
});

test("no codes: the screen says what to do", async () => {
  const network = consoleNetwork(person("admin"));
  network.answer(listCodes, emptyPage);
  openConsole("/dash/codes/9003");
  await screen.findByText("아직 방문 목적이 없습니다.");
  screen.getByText("목적이 하나도 없으면 방문신청을 받을 수 없습니다. 먼저 추가해 주십시오.");
});

test("the desk can read and has nothing to change", async () => {
  const network = consoleNetwork(person("desk"));
  answerCompanies(network, record(1, "가온정밀", "Gaon Precision"));
  const user = openConsole("/dash/companies");
  await user.click(await screen.findByRole("button", { name: "가온정밀" }));
  const shown = await drawer();
  await shown.findByText("Gaon Precision");
  expect(shown.queryByRole("textbox")).toBeNull();
  for (const name of ["삭제", "회사 추가"]) expect(screen.queryByRole("button", { name })).toBeNull();
});
