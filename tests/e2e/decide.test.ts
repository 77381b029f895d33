/** A host opens the link in the message about a request, and decides by a press. */
import { expect, test } from "vitest";
import { createDecisionLink } from "#api/auth/decision-link-tokens.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { detailHasNoViolation, hasNoViolation } from "../support/browser/axe.ts";
import { overflowOn } from "../support/browser/page-checks.ts";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import type { Language } from "../support/visitor/visitor-pages.ts";
import { addVisit, somebody } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

async function decides(lang: Language, width: number): Promise<void> {
  const { server, site } = suite;
  await server.db("configuration").update({ decideByLink: true });
  const reserveNo = await addVisit(server, site, somebody(), { statusCode: "applied" });
  const stored = () => Visit.query(server.db).findOne({ reserveNo }).throwIfNotFound();
  const { id: visitId, hostUserId } = await stored();
  const asked = { visitId, hostUserId, origin: "https://visit.example.com", lang };
  const token = (await createDecisionLink(server.deps, asked))?.split("#")[1];
  const host = await suite.visitor({ lang, width });
  const { page } = host;
  await host.open(`/decide#${token}`);
  await isSeen(host.heading("decide.page"));
  await expect.poll(() => page.url()).toMatch(/\/decide$/);
  await detailHasNoViolation(page, "before the decision");
  await host.button(host.say("decide.reject")).click();
  await page.getByRole("textbox").fill("회의가 취소되었습니다.");
  await hasNoViolation(page, "with the reason");
  expect(await overflowOn(page, ".visually-hidden, svg")).toEqual([]);
  await page.reload();
  expect((await stored()).statusCode).toBe("applied");
  await host.button(host.say("decide.approve")).click();
  await isSeen(host.text(host.say("decide.approved")));
  expect((await stored()).statusCode).toBe("approved");
  await detailHasNoViolation(page, "after the decision");
}

test("on a phone in Korean", () => decides("ko", 360));
test.each([
  ["ko", 1440],
  ["en", 360],
  ["en", 1440],
] as const)("the same in %s at %i", { tags: ["full"] }, decides);
