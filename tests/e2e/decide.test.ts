/** A host opens the link in the message about a request and decides on it. */
import { expect, test } from "vitest";
import { createDecisionLink } from "#api/auth/decision-link-tokens.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { expectNoViolation } from "../support/browser/axe.ts";
import { overflowOn } from "../support/browser/page-checks.ts";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import { addVisit, newVisitor } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

test("a host writes a reason, a reload decides nothing, and a press approves", async () => {
  const { server, site } = suite;
  await server.db("configuration").update({ decideByLink: true });
  const reserveNo = await addVisit(server, site, newVisitor(), { statusCode: "applied" });
  const stored = () => Visit.query(server.db).findOne({ reserveNo }).throwIfNotFound();
  const { id: visitId, hostUserId } = await stored();
  const asked = { visitId, hostUserId, origin: "https://visit.example.com", lang: "ko" as const };
  const token = (await createDecisionLink(server.deps, asked))?.split("#")[1];
  const host = await suite.visitor();
  const { page } = host;
  await host.open(`/decide#${token}`);
  await isSeen(host.heading("decide.page"));
  await expect.poll(() => page.url()).toMatch(/\/decide$/);
  await host.button(host.t("decide.reject")).click();
  await page.getByRole("textbox").fill("회의가 취소되었습니다.");
  await expectNoViolation(page, "with the reason");
  expect(await overflowOn(page, ".visually-hidden, svg")).toEqual([]);
  await page.reload();
  expect((await stored()).statusCode).toBe("applied");
  await host.button(host.t("decide.approve")).click();
  await isSeen(host.text(host.t("decide.approved")));
  expect((await stored()).statusCode).toBe("approved");
});
