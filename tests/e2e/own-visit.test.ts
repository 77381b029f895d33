/** A visitor reserved by staff opens the link in the message, agrees, completes the visit and cancels it. */
import { expect, test } from "vitest";
import { Visit } from "#db/models/visits/visit.ts";
import { expectNoViolation } from "../support/browser/axe.ts";
import { overflowOn } from "../support/browser/page-checks.ts";
import { isGone, isSeen } from "../support/visitor/visitor-locators.ts";
import { addVisit, newVisitor } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";
import { linkTo } from "../support/visits/visit-links.ts";

const suite = visitorSuite();

test("a visitor agrees, adds the car number, saves the calendar file and cancels", async () => {
  const { server, site } = suite;
  const who = newVisitor();
  const reserveNo = await addVisit(server, site, who, { statusCode: "approved", origin: "console" });
  const stored = () => Visit.query(server.db).findOne({ reserveNo }).throwIfNotFound();
  const token = await linkTo(server, await stored());
  const visitor = await suite.visitor();
  const { page } = visitor;
  await visitor.open(`/v#${token}`);
  await isSeen(visitor.heading("link.page"));
  await expect.poll(() => page.url()).toMatch(/\/v$/);
  await expectNoViolation(page, "with everything to do");
  expect(await overflowOn(page, ".visually-hidden, svg, [role=region], section[tabindex]")).toEqual([]);

  await visitor.agreeAll.click();
  const boxes = page.getByRole("group").getByRole("checkbox");
  await isSeen(boxes.first());
  for (const box of await boxes.all()) await box.check();
  await visitor.button(visitor.t("link.agree")).click();
  await isSeen(visitor.text(visitor.t("link.agreed")));
  await isSeen(visitor.text(visitor.t("link.consentGiven")));
  await visitor.carNumber.fill("12가 3456");
  await visitor.button(visitor.t("link.save")).click();
  await isGone(visitor.carNumber);
  expect(await stored()).toMatchObject({ carNumber: "12가 3456", statusCode: "approved" });
  await isSeen(page.getByRole("img", { name: visitor.t("result.qrImage", { reserveNo }) }));

  const download = page.waitForEvent("download");
  await visitor.button(visitor.t("result.calendar")).click();
  expect((await download).suggestedFilename()).toBe(`${reserveNo}.ics`);
  await page.reload();
  await isSeen(visitor.text(visitor.t("link.consentGiven")));
  await visitor.button(visitor.t("result.cancel")).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: visitor.t("result.cancel") })
    .click();
  await isSeen(visitor.text(visitor.t("link.cancelled")));
  expect((await stored()).statusCode).toBe("cancelled");
});
