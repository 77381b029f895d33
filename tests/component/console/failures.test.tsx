/** Toasts of failed calls (docs/behaviour.md, "Console failures"). */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultPreferences, getPreferences } from "#contract/people/preferences.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import { closeDay, getCurrentDay, listDayClosings } from "#contract/visits/day-closings.ts";
import { approveVisit, rejectVisit } from "#contract/visits/visit-actions.ts";
import { getProgress, getVisit, getVisitLogs, searchVisits } from "#contract/visits/visits.ts";
import { configuration } from "#tests/support/component/configuration.ts";
import {
  button,
  consoleNetwork,
  emptyPage,
  hasError,
  heading,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";
import { drawer, openVisit } from "#tests/support/component/drawer.tsx";
import { HttpError, invalid, refused } from "#tests/support/component/network.ts";
import { answerBoard, answerVisits, logAnswer, visitAnswer } from "#tests/support/component/visits.ts";
import { queryClient } from "../../../desktop/renderer/console/lib/query-client.ts";

async function approvesWith(refusal: HttpError) {
  const one = await openVisit();
  one.network.answer(approveVisit, refusal);
  const approve = await one.shown.findByRole("button", { name: "승인" });
  await one.user.click(approve);
  return { ...one, approve };
}

const internal = new HttpError(500, { id: "internal", message: "none of this is shown" });
const page = new HttpError(502, "<h1>Bad gateway</h1>", { "Content-Type": "text/html" });

test("500 is an error with a fixed sentence; others are warnings, with the response's text if it has one", async () => {
  const { network, user, approve } = await approvesWith(internal);
  await toast("error", "Server에서 요청을 처리하지 못했습니다.");
  expect(screen.queryByText("none of this is shown")).toBeNull();
  network.answer(approveVisit, page);
  await user.click(approve);
  await toast("warning", "요청을 처리하지 못했습니다. 다시 시도해 주십시오.");
  for (const status of [403, 404, 413, 422, 429, 503]) {
    network.answer(approveVisit, refused(status, `이유는 ${status}입니다.`));
    await user.click(approve);
    await toast("warning", `이유는 ${status}입니다.`);
  }
});

test("an error of the console itself is a generic warning, and is logged", async () => {
  await openVisit();
  const log = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const mutationFn = () => Promise.reject(new TypeError("broken"));
  const broken = queryClient.getMutationCache().build(queryClient, { mutationFn });
  await expect(broken.execute(undefined)).rejects.toThrow("broken");
  await toast("warning", "요청을 처리하지 못했습니다. 다시 시도해 주십시오.");
  expect(log).toHaveBeenCalledWith(new TypeError("broken"));
});

test("a day that is over and can no longer be closed is a warning", async () => {
  const network = consoleNetwork(person("desk"));
  const today = { day: "2026-11-20", closing: null };
  const yesterday = { day: "2026-11-19", closing: null, leftOpen: false };
  network.answer(getCurrentDay, { today, yesterday, visits: [] });
  network.answer(listDayClosings, emptyPage);
  network.answer(closeDay, invalid({ day: "closableDay" }));
  const user = openConsole("/dash/closing");
  await user.click(await button("오늘 마감"));
  await user.click(await button("오늘 마감"));
  await toast("warning", "오늘과 어제만 마감할 수 있습니다.");
});

test("405 is a warning with the message of the response, and the screen is reloaded", async () => {
  const { network, visit, user, shown } = await openVisit();
  await shown.findByRole("button", { name: "승인" });
  // a colleague's decision whose live event is late
  network.answer(approveVisit, refused(405, "이미 처리된 방문입니다."));
  answerVisits(network, visitAnswer({ id: visit.id, statusCode: "approved", actions: ["undo"] }));
  await user.click(await shown.findByRole("button", { name: "승인" }));
  await toast("warning", "이미 처리된 방문입니다.");
  await shown.findByRole("button", { name: "되돌리기" });
  expect(shown.queryByRole("button", { name: "승인" })).toBeNull();
});

test("400 is an error at its field, and the form stays", async () => {
  const { network, visit, user, shown } = await openVisit();
  network.answer(rejectVisit, visit);
  await user.click(await shown.findByRole("button", { name: "반려" }));
  const field = await shown.findByRole<HTMLTextAreaElement>("textbox", { name: "반려 사유" });
  await user.click(field);
  await user.paste("가".repeat(501));
  await user.click(shown.getByRole("button", { name: "반려" }));
  await hasError(field, "500");
  expect(field.value).toHaveLength(501);
  expect(document.querySelector(".Toastify__toast")).toBeNull();
  expect(network.asked(rejectVisit)).toEqual([]);
});

test("a lost connection is reported, and a later click works", async () => {
  const { network, user, visit, approve } = await approvesWith(refused(503, "점검 중입니다."));
  await toast("warning", "점검 중입니다.");
  network.cut();
  await user.click(approve);
  await toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오.");
  network.cut(false);
  network.answer(approveVisit, { ...visit, statusCode: "approved" });
  await user.click(approve);
  await toast("success", "차도윤 님의 방문을 승인했습니다.");
});

test("a missing visit shows an error in the drawer", async () => {
  const network = consoleNetwork(person("desk"));
  answerVisits(network);
  const user = openConsole("/dash/visits?visit=999999");
  const shown = await drawer();
  within(await shown.findByRole("alert")).getByText("불러오지 못했습니다");
  await toast("warning", "찾을 수 없습니다.");
  await user.click(shown.getByRole("button", { name: "닫기" }));
  await waitFor(() => expect(new URLSearchParams(location.search).get("visit")).toBeNull());
});

test("a screen that could not be loaded shows an error and can be retried", async () => {
  const network = consoleNetwork(person("desk"));
  answerBoard(network);
  network.answer(getConfiguration, new HttpError(403, { id: "forbidden", message: "이유입니다." }));
  const user = openConsole("/dash/today");
  await heading("화면을 표시하지 못했습니다");
  network.answer(getConfiguration, configuration);
  await user.click(await button("다시 시도"));
  await heading("현황판");
});

test("without a network a visit's error stays in its drawer, next to the board", async () => {
  const network = consoleNetwork(person("desk"));
  const visit = visitAnswer({ name: "차도윤", statusCode: "approved" });
  answerVisits(network, visit);
  answerBoard(network, visit);
  const user = openConsole("/dash/today");
  const row = await screen.findByRole("button", { name: "차도윤" });
  network.cut();
  await user.click(row);
  const shown = await drawer();
  const again = await shown.findByRole("button", { name: "다시 시도" });
  screen.getByText("시간대별 방문");
  network.cut(false);
  await user.click(again);
  await screen.findByRole("heading", { level: 2, name: "차도윤" });
  // a live refresh that fails leaves the loaded data
  network.answer(getVisit, internal);
  await queryClient.invalidateQueries({ queryKey: ["visits", "one"] });
  await toast("error", "Server에서 요청을 처리하지 못했습니다.");
  network.answer(getVisitLogs, [logAnswer({ note: "새 기록" })]);
  await queryClient.invalidateQueries({ queryKey: ["visits", "logs"] });
  await shown.findByText("새 기록");
  // unless the visit has been hidden or destroyed
  network.answer(getVisit, refused(404, "찾을 수 없습니다."));
  const calls = network.asked(getVisit).length;
  await queryClient.invalidateQueries({ queryKey: ["visits", "one"] });
  await shown.findByText("불러오지 못했습니다");
  expect(shown.queryByText("차도윤")).toBeNull();
  // changes of other visits do not load it again, everything else does
  const stream = new BroadcastChannel("visitor.live");
  const receive = async (message: object) => {
    const reads = network.asked(getProgress).length;
    stream.postMessage(message);
    await waitFor(() => expect(network.asked(getProgress).length).toBeGreaterThan(reads));
  };
  const changed = (visitId: number) => ({ kind: "change", change: { id: 1, kind: "visit", visitId } });
  network.answer(getProgress, refused(403, "권한이 없습니다."));
  await receive(changed(visit.id + 1));
  expect(network.asked(getVisit)).toHaveLength(calls + 1);
  await receive(changed(visit.id));
  expect(network.asked(getVisit)).toHaveLength(calls + 2);
  await receive({ kind: "reset" });
  expect(network.asked(getVisit)).toHaveLength(calls + 3);
  stream.close();
});

test.each([403, 404, 429, 503])("a first load that fails with %i can be retried", async (status) => {
  const network = consoleNetwork(person("desk"));
  answerVisits(network);
  network.answer(searchVisits, refused(status, `이유는 ${status}입니다.`));
  const user = openConsole("/dash/visits");
  await screen.findByText("불러오지 못했습니다");
  if (status < 500) await toast("warning", `이유는 ${status}입니다.`);
  else expect(document.querySelector(".Toastify__toast")).toBeNull();
  network.answer(searchVisits, emptyPage);
  await user.click(await button("다시 시도"));
  await waitFor(() => expect(screen.queryByText("불러오지 못했습니다")).toBeNull());
});

test.each([
  ["ko", "닫기", "알림이 닫히기까지 남은 시간"],
  ["en", "Close", "Time until the notice closes"],
] as const)("a toast's button and timer have names in the language (%s)", async (language, close, timer) => {
  const network = consoleNetwork(person("desk"));
  answerVisits(network);
  network.answer(getPreferences, { ...defaultPreferences, language });
  network.answer(searchVisits, refused(403, "no"));
  openConsole("/dash/visits");
  const card = (await toast("warning", "no")).closest<HTMLElement>(".Toastify__toast");
  if (!card) throw new Error("no toast");
  await waitFor(() => within(card).getByRole("progressbar", { name: timer }));
  within(card).getByRole("button", { name: close });
});
