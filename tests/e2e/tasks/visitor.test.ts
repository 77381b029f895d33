/** Tasks of visitors on a phone of 360 px, tap by tap (docs/tasks.md). */
import { expect } from "vitest";
import { CountedInput, testTasks } from "../../support/tasks.ts";
import { hasFocus, hasValue, isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { addVisit, newVisitor, storedVisits } from "../../support/visitor/visitor-site.ts";
import { visitorSuite } from "../../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

async function atHome() {
  const visitor = await suite.visitor();
  await visitor.open("/");
  return { visitor, input: new CountedInput(visitor.page) };
}

/** Looks up a visit from the first page. */
async function looksUp() {
  const who = newVisitor();
  const reserveNo = await addVisit(suite.server, suite.site, who);
  const { visitor, input } = await atHome();
  await input.tap(visitor.link("신청내역 조회").first(), visitor.textbox("result.name"));
  await input.type(who.name);
  await input.tap(visitor.textbox("result.cellPhone"));
  await input.type(who.cellphone.replaceAll("-", ""));
  await hasValue(visitor.textbox("result.cellPhone"), who.cellphone);
  await input.tap(visitor.button(visitor.t("result.search")));
  await isSeen(visitor.text(reserveNo));
  return { visitor, input, who };
}

testTasks("Visitor on a phone", {
  "Visit requested for today": async () => {
    const { visitor, input } = await atHome();
    const who = newVisitor();
    await input.tap(visitor.link("방문신청"), visitor.agreeAll, visitor.agree);
    await isSeen(visitor.heading("request.heading"));
    const boxes = visitor.page.getByRole("main").getByRole("checkbox", { checked: false });
    for (let left = await boxes.count(); left > 0; left--) {
      await input.tap(boxes.first());
      await expect.poll(() => boxes.count()).toBeLessThan(left);
    }
    await input.choose(visitor.choice("request.userCompany"), "가온정밀");
    await input.tap(visitor.button(visitor.t("request.hostSearchNamed")));
    await hasFocus(visitor.hostSearch);
    await input.type("김철수");
    await input.tap(visitor.hostDialog.getByRole("option").filter({ hasText: "설계팀" }));
    await isGone(visitor.hostDialog);
    await input.choose(visitor.choice("request.location"), "본관");
    await input.choose(visitor.choice("request.purpose"), "회의");
    await input.tap(visitor.textbox("request.name"));
    await input.type(who.name);
    await input.tap(visitor.textbox("request.cellphone"));
    await input.type("01055556666");
    await input.tap(visitor.textbox("request.company"));
    await input.type("나래상사");
    await input.tap(visitor.submit);
    const reserveNo = await visitor.isSent();
    expect(await storedVisits(suite.server, who.name)).toMatchObject([{ reserveNo, statusCode: "applied" }]);
    return input;
  },

  "Request looked up": async () => (await looksUp()).input,

  "Request looked up and cancelled": async () => {
    const { visitor, input, who } = await looksUp();
    const cancel = visitor.t("result.cancel");
    const question = visitor.dialog(visitor.t("result.cancelQuestion"));
    await input.tap(visitor.button(cancel), question.getByRole("button", { name: cancel, exact: true }));
    await isSeen(visitor.text("신청을 취소했습니다."));
    expect(await storedVisits(suite.server, who.name)).toMatchObject([{ statusCode: "cancelled" }]);
    return input;
  },
});
