/** Check-in of early visitors, and of vehicles without a known number. */
import { expect, test } from "vitest";
import { addMinutes, fromInstant } from "#contract/dates.ts";
import { passCalls, vehiclePassCalls } from "#contract/visits/passes.ts";
import { editVisit, issueVisit } from "#contract/visits/visit-actions.ts";
import { getVisitLogs, type VisitAnswer } from "#contract/visits/visits.ts";
import { button, emptyPage, hasError, hasFocus, toast } from "#tests/support/component/console.tsx";
import { drawer, drawerIsGone, hasValue, openVisit, scan } from "#tests/support/component/drawer.tsx";
import { refused } from "#tests/support/component/network.ts";
import {
  afterAction,
  answerChange,
  answerPasses,
  logAnswer,
  pageOf,
  passAnswer,
} from "#tests/support/component/visits.ts";
import { queryClient } from "../../../../desktop/renderer/console/lib/query-client.ts";

/** The site's clock, so many minutes from now. */
const inMinutes = (minutes: number) => addMinutes(fromInstant(new Date(), "Asia/Seoul"), minutes);

/** An approved visit in its drawer, and the free pass P-01. */
async function opens(more: Partial<VisitAnswer> = {}) {
  const one = await openVisit({ statusCode: "approved", actions: ["issue", "edit"], ...more });
  one.network.answer(issueVisit, [afterAction(one.visit, "entered")]);
  const passNo = await one.shown.findByRole("textbox", { name: /^출입증 번호/ });
  await hasValue(passNo, "P-01");
  return { ...one, passNo };
}

test("an early visitor is checked in with a reason, and the form shows until when it is needed", async () => {
  const startDate = inMinutes(180);
  const { network, user, shown, passNo } = await opens({ startDate, endDate: inMinutes(300) });
  const [start, from] = [startDate, addMinutes(startDate, -60)].map((time) => time.slice(11));
  shown.getByText(new RegExp(`방문 시작은 ${start}이고 ${from}부터 발급할 수 있습니다\\.`));
  await user.click(passNo);
  await user.keyboard("{Enter}");
  const reason = await shown.findByRole("textbox", { name: /^조기 입장 사유/ });
  await hasError(reason, "필수 입력 항목입니다");
  await hasFocus(reason);
  expect(network.asked(issueVisit)).toEqual([]);
  await user.paste("담당자가 먼저 만나기로 함");
  await user.click(shown.getByRole("button", { name: "출입증 발급" }));
  await drawerIsGone();
  expect(network.asked(issueVisit).map(({ body }) => body)).toMatchObject([
    { passNo: "P-01", reason: "담당자가 먼저 만나기로 함" },
  ]);
});

test("a punctual visitor needs no reason", async () => {
  const { shown } = await opens({ startDate: inMinutes(60), endDate: inMinutes(300) });
  shown.getByRole("button", { name: "출입증 발급" });
  expect(shown.queryByRole("textbox", { name: /^조기 입장 사유/ })).toBeNull();
});

test("a vehicle pass asks for an unknown vehicle number", async () => {
  const { network, user, shown } = await opens();
  const carNumber = () => shown.queryByRole("textbox", { name: /^차량번호/ });
  expect(carNumber()).toBeNull();
  await user.click(shown.getByRole("textbox", { name: "차량 출입증 번호" }));
  await user.paste("V-01");
  const field = await shown.findByRole("textbox", { name: /^차량번호/ });
  await user.click(shown.getByRole("button", { name: "출입증 발급" }));
  await hasError(field, "필수 입력 항목입니다");
  await hasFocus(field);
  await user.paste("12가 3456");
  await user.click(shown.getByRole("button", { name: "출입증 발급" }));
  await drawerIsGone();
  expect(network.asked(issueVisit).map(({ body }) => body)).toMatchObject([
    { passNo: "P-01", carPassNo: "V-01", carNumber: "12가 3456" },
  ]);
});

test("a vehicle pass scanned first stays in its field until the visitor's pass is scanned", async () => {
  const { network, user, shown, passNo } = await opens({ carNumber: "12가 3456" });
  network.answer(vehiclePassCalls.list, pageOf([passAnswer("V-05")]));
  await user.click(passNo);
  scan("V-05");
  await hasValue(shown.getByRole("textbox", { name: "차량 출입증 번호" }), "V-05");
  await hasValue(passNo, "P-01");
  await hasFocus(passNo);
  expect(network.asked(issueVisit)).toEqual([]);
  scan("P-02");
  await drawerIsGone();
  expect(network.asked(issueVisit).map(({ body }) => body)).toMatchObject([
    { passNo: "P-02", carPassNo: "V-05" },
  ]);
});

test("text typed while a scanned pass is looked up is kept", async () => {
  const { network, user, shown, passNo } = await opens();
  const lookup = Promise.withResolvers<typeof emptyPage>();
  network.answer(vehiclePassCalls.list, () => lookup.promise);
  await user.click(passNo);
  scan("P-02");
  await user.click(shown.getByRole("textbox", { name: "안내 직원" }));
  await user.paste("김안내");
  lookup.resolve(emptyPage);
  await drawerIsGone();
  expect(network.asked(issueVisit)[0]?.body).toMatchObject({ passNo: "P-02", guide: "김안내" });
});

/** Closes the drawer, and opens it again after `change`. */
async function reopens({ user }: Pick<Awaited<ReturnType<typeof opens>>, "user">, change: () => void) {
  await user.keyboard("{Escape}");
  await drawerIsGone();
  change();
  await user.click(await button("차도윤"));
  const shown = await drawer();
  return {
    passNo: await shown.findByRole("textbox", { name: /^출입증 번호/ }),
    guide: shown.getByRole("textbox", { name: "안내 직원" }),
  };
}

test("a number that was suggested before and is issued by now is not suggested again", async () => {
  const one = await opens();
  await one.user.click(one.shown.getByRole("textbox", { name: "안내 직원" }));
  await one.user.paste("김안내");
  const again = await reopens(one, () => answerPasses(one.network, passAnswer("P-02")));
  await hasValue(again.passNo, "P-02");
  await hasValue(again.guide, "김안내");
  await one.user.clear(again.passNo);
  await one.user.paste("P-07");
  const typed = await reopens(one, () => answerPasses(one.network, passAnswer("P-03")));
  await hasValue(typed.passNo, "P-07");
});

test("a number that was loaded before is not suggested if it cannot be loaded again", async () => {
  const one = await opens();
  const again = await reopens(one, () => one.network.answer(passCalls.list, refused(500, "")));
  await toast("error", "Server에서 요청을 처리하지 못했습니다.");
  await hasValue(again.passNo, "");
});

test("the suggested number stays while the form is open, and the focus where the user types", async () => {
  const { network, user, shown, passNo } = await opens();
  const guide = shown.getByRole("textbox", { name: "안내 직원" });
  await user.click(guide);
  answerPasses(network, passAnswer("P-00"), passAnswer("P-01"));
  await queryClient.invalidateQueries({ queryKey: ["passes"] });
  await user.keyboard("김");
  await hasValue(guide, "김");
  await hasValue(passNo, "P-01");
  await hasFocus(guide);
});

test("a number is corrected in the form, and the log masks it", async () => {
  const { network, visit, user, shown } = await opens({ cellPhone: "010-11**-*222" });
  answerChange(network, editVisit, { ...visit, cellPhone: "010-33**-*444" });
  await user.click(shown.getByRole("button", { name: "수정" }));
  const cellphone = await shown.findByRole("textbox", { name: "휴대전화" });
  await hasValue(cellphone, "");
  shown.getByText(/지금 번호는 010-11\*\*-\*222입니다\./);
  await user.type(cellphone, "01033334444");
  await hasValue(cellphone, "010-3333-4444");
  const note = "cellphone 010-11**-*222 → 010-33**-*444";
  network.answer(getVisitLogs, [logAnswer({ action: "edit", note })]);
  await user.click(shown.getByRole("button", { name: "저장" }));
  await toast("success", "차도윤 님의 방문을 수정했습니다.");
  expect(network.asked(editVisit).map(({ body }) => body.cellphone)).toEqual(["010-3333-4444"]);
});
