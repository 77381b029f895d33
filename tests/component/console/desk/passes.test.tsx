/** Administration of passes, single and bulk. */
import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getSavedViews } from "#contract/people/saved-views.ts";
import { type Pass, passCalls } from "#contract/visits/passes.ts";
import {
  button,
  consoleNetwork,
  hasError,
  openConsole,
  person,
  textbox,
  toast,
} from "#tests/support/component/console.tsx";
import { drawerIsGone, hasValue, isGone, scan, showsVisit } from "#tests/support/component/drawer.tsx";
import { invalid, type Network, refused } from "#tests/support/component/network.ts";
import { answerVisits, pageOf, passAnswer, visitAnswer } from "#tests/support/component/visits.ts";
import { queryClient } from "../../../../desktop/renderer/console/lib/query-client.ts";

const size = 20;

/** Answers calls of passes in pages; issued passes cannot be changed or deleted. */
function answerPasses(...passes: Pass[]) {
  const network = consoleNetwork(person("desk"));
  network.answer(getSavedViews, []);
  let rows = passes;
  const isIssued = ({ status }: Pass) => status === "issued";
  const issuedSentence = "방문객이 소지하고 있습니다.";
  const find = (id: number) => rows.find((row) => row.id === id);
  network.answer(passCalls.list, ({ query: { q, page } }) => {
    const matching = rows.filter(({ passNo }) => !q || passNo.includes(q));
    return { ...pageOf(matching), rows: matching.slice((page - 1) * size, page * size), page };
  });
  network.answer(passCalls.add, ({ body: { passNo, kind = "" } }) => {
    if (rows.some((row) => row.passNo === passNo)) return invalid({ passNo: "passNoTaken" });
    const added = passAnswer(passNo, { kind });
    rows = [...rows, added];
    return added;
  });
  network.answer(passCalls.change, ({ params, body: { passNo, kind, status } }) => {
    const before = find(params.id);
    if (!before) return refused(404, "찾을 수 없습니다.");
    if (isIssued(before) && status !== "lost") return refused(405, issuedSentence);
    if (rows.some((row) => row !== before && row.passNo === passNo))
      return invalid({ passNo: "passNoTaken" });
    const change = { ...(passNo && { passNo }), ...(kind && { kind }), ...(status && { status }) };
    const after = { ...before, ...change, visit: null };
    rows = rows.map((row) => (row === before ? after : row));
    return after;
  });
  network.answer(passCalls.remove, ({ params }) => {
    rows = rows.filter(({ id }) => id !== params.id);
    return undefined;
  });
  return network;
}

const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const passDrawer = () => dialog("방문객 출입증");
const addDrawer = () => dialog("출입증 추가");
const box = (passNo: string) => screen.findByRole("checkbox", { name: `${passNo} 선택` });
const isChecked = async (passNo: string) => expect(await box(passNo)).toHaveProperty("checked", true);
const isGoneText = (text: string) => isGone(() => screen.queryByText(text));
const statusesAsked = (network: Network) => network.asked(passCalls.change).map(({ body }) => body.status);

const holder = { id: 501, reserveNo: "261122-00501", name: "차도윤" };
const issuedPass = (passNo: string) => passAnswer(passNo, { status: "issued", visit: holder });
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => passAnswer(`P-${String(n + 1).padStart(3, "0")}`));

test("a range of numbers is added at once, without existing ones; an invalid one has an error", async () => {
  const network = answerPasses(passAnswer("P-003"));
  const user = openConsole("/dash/passes?add=true");
  const shown = await addDrawer();
  await user.click(await shown.findByRole("radio", { name: "연속 번호" }));
  await user.click(shown.getByRole("textbox", { name: /^첫 번호/ }));
  await user.paste("P-001");
  const last = shown.getByRole("textbox", { name: /^마지막 번호/ });
  await user.type(last, "P-000");
  await user.click(shown.getByRole("button", { name: "모두 추가" }));
  await hasError(last, "첫 번호보다 뒤의 번호를 입력해 주십시오.");
  expect(network.asked(passCalls.add)).toEqual([]);
  await user.clear(last);
  await user.paste("P-012");
  await shown.findByText("12개: P-001 … P-012");
  await user.click(shown.getByRole("button", { name: "모두 추가" }));
  await toast("success", "출입증 11개를 추가했습니다.");
  await shown.findByText(/추가하지 못한 번호 1개: P-003/);
  expect(network.asked(passCalls.add).map(({ body }) => body.passNo)).toEqual(
    many(12).map(({ passNo }) => passNo),
  );
});

test("a scan fills the number of a new pass wherever the focus is, and submits nothing", async () => {
  const network = answerPasses();
  const user = openConsole("/dash/passes?add=true");
  const shown = await addDrawer();
  const kind = shown.getByRole("textbox", { name: "종류" });
  await user.click(kind);
  fireEvent.change(kind, { target: { value: "방문" } });
  await hasValue(kind, "방문");
  scan("P-002");
  await hasValue(await shown.findByRole("textbox", { name: /^번호/ }), "P-002");
  await hasValue(kind, "방문");
  expect(network.asked(passCalls.add)).toEqual([]);
});

test("a pass is lost, found, disabled, enabled and deleted", async () => {
  const network = answerPasses(passAnswer("P-001"));
  const user = openConsole("/dash/passes");
  await user.click(await button("P-001"));
  const shown = await passDrawer();
  for (const name of ["분실 처리", "분실 해제", "사용 중지", "사용 재개"])
    await user.click(await shown.findByRole("button", { name }));
  await user.click(await shown.findByRole("button", { name: "삭제" }));
  await shown.findByText("P-001 출입증을 삭제하시겠습니까? 되돌릴 수 없습니다.");
  expect(network.asked(passCalls.remove)).toEqual([]);
  await user.click(shown.getByRole("button", { name: "삭제" }));
  await toast("success", "P-001 출입증을 삭제했습니다.");
  await isGone(() => screen.queryByRole("dialog", { name: "방문객 출입증" }));
  expect(statusesAsked(network)).toEqual(["lost", "available", "retired", "available"]);
  expect(network.asked(passCalls.remove)).toHaveLength(1);
});

test("an issued pass shows its holder, keeps its number, and is marked lost only after confirmation", async () => {
  const network = answerPasses(issuedPass("P-001"));
  answerVisits(network, visitAnswer({ ...holder, statusCode: "entered" }));
  const user = openConsole("/dash/passes");
  const row = within(await screen.findByRole("row", { name: /P-001/ }));
  await user.click(row.getByRole("button", { name: "차도윤" }));
  await showsVisit("차도윤");
  await user.click(await button("닫기"));
  await drawerIsGone();
  await user.click(await button("P-001"));
  const shown = await passDrawer();
  expect(await shown.findByRole("textbox", { name: /^번호/ })).toHaveProperty("disabled", true);
  expect(shown.queryByRole("button", { name: "삭제" })).toBeNull();
  await user.click(shown.getByRole("button", { name: "분실 처리" }));
  await shown.findByText(/차도윤 님이 소지한 P-001 출입증을 분실로 처리하시겠습니까\?/);
  expect(statusesAsked(network)).toEqual([]);
  await user.click(shown.getByRole("button", { name: "분실 처리" }));
  await toast("success", "P-001 출입증을 분실로 처리했습니다.");
  expect(statusesAsked(network)).toEqual(["lost"]);
});

test("a pass that is issued while its number is edited keeps its number, and its kind is saved", async () => {
  const pass = passAnswer("P-001");
  const network = answerPasses(pass);
  const user = openConsole("/dash/passes");
  await user.click(await button("P-001"));
  const shown = await passDrawer();
  const passNo = await shown.findByRole("textbox", { name: /^번호/ });
  await user.clear(passNo);
  await user.paste("P-009");
  const issued: Pass = { ...pass, status: "issued", visit: holder };
  network.answer(passCalls.list, pageOf([issued]));
  network.answer(passCalls.change, { ...issued, kind: "방문" });
  await queryClient.invalidateQueries({ queryKey: ["passes"] });
  await waitFor(() => expect(passNo).toHaveProperty("disabled", true));
  await user.click(shown.getByRole("textbox", { name: "종류" }));
  await user.paste("방문");
  await user.click(shown.getByRole("button", { name: "저장" }));
  await toast("success", "P-001 출입증을 저장했습니다.");
  expect(network.asked(passCalls.change).map(({ body }) => body)).toEqual([{ id: pass.id, kind: "방문" }]);
});

test("several passes are disabled or deleted together; failed ones stay selected", async () => {
  const network = answerPasses(passAnswer("P-001"), passAnswer("P-002"), issuedPass("P-003"));
  const user = openConsole("/dash/passes");
  await button("P-003");
  await user.click(screen.getByRole("checkbox", { name: /현재 페이지 전체/ }));
  await screen.findByText("3개 선택");
  await user.click(await button("사용 중지"));
  await toast("success", "출입증 2개의 사용을 중지했습니다.");
  await screen.findByText("1개 선택");
  await isChecked("P-003");
  expect(statusesAsked(network)).toEqual(["retired", "retired", "retired"]);
  await user.click(await button("선택 해제"));
  await user.click(await box("P-001"));
  await user.click(await button("삭제"));
  await screen.findByText("1개를 삭제하시겠습니까? 되돌릴 수 없습니다.");
  await user.click(await button("삭제"));
  await isGone(() => screen.queryByRole("button", { name: "P-001" }));
  await button("P-002");
});

test("the selection covers several pages, and all of it is processed", async () => {
  const passes = many(25);
  const network = answerPasses(...passes);
  const user = openConsole("/dash/passes?sort=passNo");
  await user.click(await box("P-001"));
  await user.click(await box("P-002"));
  await screen.findByText("2개 선택");
  await user.click(await button("2 페이지"));
  await user.click(await box("P-025"));
  await screen.findByText("2페이지에서 3개 선택");
  history.back();
  await isChecked("P-001");
  await user.click(await box("P-002"));
  await screen.findByText("2페이지에서 2개 선택");
  await user.click(await button("사용 중지"));
  await toast("success", "출입증 2개의 사용을 중지했습니다.");
  expect(network.asked(passCalls.change).map(({ params }) => params.id)).toEqual([
    passes[0]?.id,
    passes[24]?.id,
  ]);
  await user.click(await box("P-003"));
  await screen.findByText("1개 선택");
  // another filter clears the selection
  await user.click(await textbox("출입증 검색"));
  await user.paste("P-00");
  await isGoneText("1개 선택");
});

test("a taken number has an error at its field when adding and renaming", async () => {
  const network = answerPasses(passAnswer("P-001"), passAnswer("P-002"));
  const user = openConsole("/dash/passes?add=true");
  const shown = await addDrawer();
  const added = await shown.findByRole("textbox", { name: /^번호/ });
  await user.click(added);
  await user.paste("P-001");
  await user.click(shown.getByRole("button", { name: "추가" }));
  await hasError(added, "이미 등록된 번호입니다.");
  await user.click(shown.getByRole("button", { name: "취소" }));
  await user.click(await shown.findByRole("button", { name: "저장하지 않고 나가기" }));

  await user.click(await button("P-002"));
  const opened = await passDrawer();
  const renamed = await opened.findByRole("textbox", { name: /^번호/ });
  await user.clear(renamed);
  await user.paste("P-001");
  await user.click(opened.getByRole("button", { name: "저장" }));
  await hasError(renamed, "이미 등록된 번호입니다.");
  await user.clear(renamed);
  await user.paste("P-020");
  await user.click(opened.getByRole("button", { name: "저장" }));
  await toast("success", "P-020 출입증을 저장했습니다.");
  await waitFor(() => expect(screen.queryByRole("button", { name: "P-002" })).toBeNull());
  await button("P-020");
  // unchanged fields are not sent, so that a colleague's changes are kept
  await user.click(opened.getByRole("textbox", { name: "종류" }));
  await user.paste("방문");
  await user.click(opened.getByRole("button", { name: "저장" }));
  const bodies = () => network.asked(passCalls.change).map(({ body: { id: _, ...fields } }) => fields);
  await waitFor(() => expect(bodies().at(-1)).toEqual({ kind: "방문" }));
});
