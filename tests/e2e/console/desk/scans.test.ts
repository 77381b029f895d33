/** Scans count on every screen of the desk, in a field too, and with a Korean keyboard. */
import { expect, test } from "vitest";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasFocus, hasValue, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

test("a scan into a field opens the visit, and the field is as it was; what is unknown is said", {
  tags: ["full"],
}, async () => {
  const { reserveNo } = await addVisiting(suite.server, suite.site, { name: "차도윤" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits");
  const search = desk.textbox(desk.say("search.label"));
  await search.fill("다른 이");
  await search.focus();
  await desk.scan("NO-SUCH-PASS");
  await isSeen(desk.toast("warning", "‘NO-SUCH-PASS’에 해당하는 출입증이나 방문이 없습니다."));
  await hasValue(search, "다른 이");
  await hasFocus(search);
  await desk.scan(reserveNo);
  await desk.showsVisit("차도윤");
  await hasFocus(desk.drawer.getByRole("textbox", { name: "출입증 번호" }).first());
  await hasValue(search, "다른 이");
  await expect.poll(() => desk.search().get("q")).toBe("다른 이");
});

/** Takes down the pitch of every tone that begins. */
const listenForTones = (desk: StaffPage) =>
  desk.page.evaluate(`{
    const { start } = OscillatorNode.prototype;
    window.tones = [];
    OscillatorNode.prototype.start = function begin(when) {
      window.tones.push(this.frequency.value);
      start.call(this, when);
    };
  }`);

test("who wants it hears a high tone for a scan that was found, and two low ones for one that was not", {
  tags: ["full"],
}, async () => {
  const { reserveNo } = await addVisiting(suite.server, suite.site, { name: "차도윤" });
  const desk = await suite.staff("desk");
  const pitches = () => desk.page.evaluate("window.tones");
  await desk.open("/dash/today");
  await isSeen(desk.text("실시간"));
  await listenForTones(desk);
  await desk.scan("NO-SUCH-PASS");
  await isSeen(desk.toast("warning", "‘NO-SUCH-PASS’에 해당하는 출입증이나 방문이 없습니다."));
  expect(await pitches()).toEqual([]);

  await desk.open("/dash/account");
  await desk.page.getByRole("switch", { name: "스캔 결과를 소리로 알림" }).press("Space");
  await isSeen(desk.text("저장했습니다."));
  await desk.open("/dash/today");
  await isSeen(desk.text("실시간"));
  await listenForTones(desk);
  await desk.scan("NO-SUCH-PASS");
  await expect.poll(pitches).toEqual([233, 233]);
  await desk.scan(reserveNo);
  await desk.showsVisit("차도윤");
  await expect.poll(pitches).toEqual([233, 233, 1319]);
});
