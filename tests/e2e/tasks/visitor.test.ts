/** Tasks of visitors on a phone of 360 px, tap by tap (docs/tasks.md). */
import { expect } from "vitest";
import { Hand, testTasks } from "../../support/tasks.ts";
import { hasFocus, hasValue, isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { addVisit, newVisitor, storedVisits } from "../../support/visitor/visitor-site.ts";
import { visitorSuite } from "../../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

async function atHome() {
  const visitor = await suite.visitor();
  await visitor.open("/");
  return { visitor, hand: new Hand(visitor.page) };
}

/** Looks up a visit from the first page. */
async function looksUp() {
  const who = newVisitor();
  const reserveNo = await addVisit(suite.server, suite.site, who);
  const { visitor, hand } = await atHome();
  await hand.tap(visitor.link("신청내역 조회").first(), visitor.textbox("result.name"));
  await hand.type(who.name);
  await hand.tap(visitor.textbox("result.cellPhone"));
  await hand.type(who.cellphone.replaceAll("-", ""));
  await hasValue(visitor.textbox("result.cellPhone"), who.cellphone);
  await hand.tap(visitor.button(visitor.t("result.search")));
  await isSeen(visitor.text(reserveNo));
  return { visitor, hand, who };
}

testTasks("Visitor on a phone", {
  "Visit requested for today": async () => {
    const { visitor, hand } = await atHome();
    const who = newVisitor();
    await hand.tap(visitor.link("방문신청"), visitor.agreeAll, visitor.agree);
    await isSeen(visitor.heading("request.heading"));
    const boxes = visitor.page.getByRole("main").getByRole("checkbox", { checked: false });
    for (let left = await boxes.count(); left > 0; left--) {
      await hand.tap(boxes.first());
      await expect.poll(() => boxes.count()).toBeLessThan(left);
    }
    await hand.choose(visitor.choice("request.userCompany"), "가온정밀");
    await hand.tap(visitor.button(visitor.t("request.hostSearchNamed")));
    await hasFocus(visitor.hostSearch);
    await hand.type("김철수");
    await hand.tap(visitor.hostDialog.getByRole("option").filter({ hasText: "설계팀" }));
    await isGone(visitor.hostDialog);
    await hand.choose(visitor.choice("request.location"), "본관");
    await hand.choose(visitor.choice("request.purpose"), "회의");
    await hand.tap(visitor.textbox("request.name"));
    await hand.type(who.name);
    await hand.tap(visitor.textbox("request.cellphone"));
    await hand.type("01055556666");
    await hand.tap(visitor.textbox("request.company"));
    await hand.type("나래상사");
    await hand.tap(visitor.submit);
    const reserveNo = await visitor.isSent();
    expect(await storedVisits(suite.server, who.name)).toMatchObject([{ reserveNo, statusCode: "applied" }]);
    return hand;
  },

  "Request looked up": async () => (await looksUp()).hand,

  "Request looked up and cancelled": async () => {
    const { visitor, hand, who } = await looksUp();
    const cancel = visitor.t("result.cancel");
    const question = visitor.dialog(visitor.t("result.cancelQuestion"));
    await hand.tap(visitor.button(cancel), question.getByRole("button", { name: cancel, exact: true }));
    await isSeen(visitor.text("신청을 취소했습니다."));
    expect(await storedVisits(suite.server, who.name)).toMatchObject([{ statusCode: "cancelled" }]);
    return hand;
  },
});
