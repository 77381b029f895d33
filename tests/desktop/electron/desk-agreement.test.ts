/** A visitor agrees by a code that the desk shows in the app (docs/behaviour.md, "Agreeing at the desk"). */
import { expect, test } from "vitest";
import { ConsolePage } from "../../support/console/console-pages.ts";
import { addVisitToday } from "../../support/console/console-site.ts";
import { koreanApplication } from "../../support/site.ts";
import { isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { deskSuite, shoot } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

test("the code leads to the public site, not into the app, and the drawer shows the consent", async () => {
  const { server, site } = suite;
  const name = "차도윤";
  const { id } = await addVisitToday(server, site, { name, statusCode: "approved", origin: "console" });
  const { page } = await shared({ as: "desk", at: `/dash/visits?visit=${id}` });
  const console = new ConsolePage(page, "ko");

  const response = page.waitForResponse((answer) => answer.url().endsWith("/desk-link"));
  await console.act("issue.deskAgree").click();
  const { url } = (await (await response).json()) as { url: string };
  await isSeen(console.drawer.getByRole("img", { name: console.t("issue.deskCode", { name }) }));
  await shoot(page, "desk-code");
  await isGone(console.act("issue.deskScreen"));
  expect(new URL(url).origin).toBe(new URL(suite.gate.origin).origin);

  const { privacy, privacyPolicyId, agreements } = koreanApplication(site);
  const agreement = { token: new URL(url).hash.slice(1), privacy, privacyPolicyId, agreements };
  const agreed = await server.post("/api/visit-link/agree", { body: agreement });
  expect(agreed.status, agreed.text).toBe(200);
  await isSeen(console.toast("success", console.t("issue.deskAgreed", { name })));
  await isGone(console.act("issue.deskAgree"));
  expect(await server.db("visitConsents").where({ visitId: id, channel: "desk" })).not.toEqual([]);
});
