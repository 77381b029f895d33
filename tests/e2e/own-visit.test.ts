/** A visitor whom staff entered opens the link in the message, agrees, completes the visit and shows the code. */
import { expect, test } from "vitest";
import { PrivacyPolicy } from "#db/models/terms.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { detailHasNoViolation, hasNoViolation } from "../support/browser/axe.ts";
import { overflowOn } from "../support/browser/page-checks.ts";
import { isGone, isSeen } from "../support/visitor/visitor-locators.ts";
import type { Language } from "../support/visitor/visitor-pages.ts";
import { addVisit, somebody } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";
import { linkTo } from "../support/visits/visit-links.ts";

const suite = visitorSuite();

async function opensLink(lang: Language, width: number): Promise<void> {
  const { server, site } = suite;
  const who = somebody();
  const reserveNo = await addVisit(server, site, who, { statusCode: "approved", origin: "console" });
  const stored = () => Visit.query(server.db).findOne({ reserveNo }).throwIfNotFound();
  const token = await linkTo(server, await stored());
  const visitor = await suite.visitor({ lang, width });
  const { page } = visitor;
  await visitor.open(`/v#${token}`);
  await isSeen(visitor.heading("link.page"));
  await expect.poll(() => page.url()).toMatch(/\/v$/);
  await hasNoViolation(page, "with everything to do");
  expect(await overflowOn(page, ".visually-hidden, svg, [role=region], section[tabindex]")).toEqual([]);

  if (lang === "ko") await visitor.agreeAll.click();
  const boxes = page.getByRole("group").getByRole("checkbox");
  await isSeen(boxes.first());
  for (const box of await boxes.all()) await box.check();
  await visitor.button(visitor.say("link.agree")).click();
  await isSeen(visitor.text(visitor.say("link.agreed")));
  await isSeen(visitor.text(visitor.say("link.consentGiven")));
  await visitor.carNumber.fill("12가 3456");
  await visitor.button(visitor.say("link.save")).click();
  await isGone(visitor.carNumber);
  expect(await stored()).toMatchObject({ carNumber: "12가 3456", statusCode: "approved" });
  await isSeen(page.getByRole("img", { name: visitor.say("result.qrImage", { reserveNo }) }));
  await detailHasNoViolation(page, "with nothing to do");

  const download = page.waitForEvent("download");
  await visitor.button(visitor.say("result.calendar")).click();
  expect((await download).suggestedFilename()).toBe(`${reserveNo}.ics`);
  await page.reload();
  await isSeen(visitor.text(visitor.say("link.consentGiven")));
  await visitor.button(visitor.say("result.cancel")).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: visitor.say("result.cancel") })
    .click();
  await isSeen(visitor.text(visitor.say("link.cancelled")));
  expect((await stored()).statusCode).toBe("cancelled");
}

test("on a phone in Korean", () => opensLink("ko", 360));
test.each([
  ["ko", 1440],
  ["en", 360],
  ["en", 1440],
] as const)("the same in %s at %i", { tags: ["full"] }, opensLink);

test("a wide table in the policy scrolls in its own box", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const cells = "<td>notwithstanding</td>".repeat(6);
  await PrivacyPolicy.query(server.db).patch({ applied: false });
  await PrivacyPolicy.query(server.db).insert({
    title: "표가 있는 방침",
    content: "<p>표</p>",
    enContent: `<table><tr>${cells}</tr></table>`,
    applied: true,
    appliedAt: new Date(),
  });
  const reserveNo = await addVisit(server, site, somebody(), { statusCode: "approved", origin: "console" });
  const visit = await Visit.query(server.db).findOne({ reserveNo }).throwIfNotFound();
  const visitor = await suite.visitor({ lang: "en" });
  await visitor.open(`/v#${await linkTo(server, visit)}`);
  await isSeen(visitor.page.getByRole("table"));
  expect(await visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
});
