/**
 * Scripts in every text that the console and the lobby player show, written past the API into the database. The suite
 * fails where the content security policy had to block one.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addGroup, addHeldPass, addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";
import { overwrite } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

const attack = "<img src=x onerror=window.attacked=1>";

const dangerous = `img[src="x"], iframe, [onerror], [onload], a[href^="javascript" i], script:not([src^="/assets/"])`;

async function isHarmless(page: Page): Promise<void> {
  expect(await page.locator(dangerous).count()).toBe(0);
  expect(await page.evaluate<boolean>("'attacked' in window")).toBe(false);
}

/** Appends a script to every text that a visit is shown with. */
async function poison(): Promise<number> {
  const { server, site } = suite;
  const { db } = server;
  const also = (column: string) => db.raw("?? || ?", [column, attack]);
  await overwrite(db, "companies", { name: also("name") });
  await overwrite(db, "userCodes", { name: also("name") });
  await overwrite(db, "hostUsers", {
    name: also("name"),
    department: also("department"),
    position: also("position"),
  });
  await overwrite(db, "configuration", { customerCompany: also("customer_company") });
  const words = { company: attack, position: attack, note: attack, guide: attack, carNumber: attack };
  const { leader } = await addGroup(server, site, [`동행${attack.slice(0, 20)}`], {
    name: `악성${attack.slice(0, 40)}`,
    statusCode: "entered",
    ...words,
  });
  await addHeldPass(server, `P-${attack.slice(0, 20)}`, leader.id);
  await addVisitToday(server, site, { name: `신청${attack.slice(0, 40)}`, statusCode: "applied", ...words });
  await db("visitLogs").insert({
    visitId: leader.id,
    action: "issue",
    fromCode: "approved",
    toCode: "entered",
    actorKind: "visitor",
    note: attack,
    passNo: attack.slice(0, 30),
    at: new Date(),
  });
  return leader.id;
}

test("the board, the drawer, lists, forms and paper show a script as text", async () => {
  const id = await poison();
  const desk = await suite.staff("desk");
  const { page } = desk;
  await desk.open(`/dash/today?list=inside&visit=${id}`);
  await isSeen(desk.drawer.getByText(attack, { exact: false }).first());
  await isSeen(desk.drawer.getByText("동행<img src=x").first());
  await isHarmless(page);
  await desk.navigateTo("/dash/visits");
  await isSeen(page.getByRole("cell", { name: "악성<img src=x" }).first());
  await isHarmless(page);
  await desk.navigateTo("/dash/passes");
  await isSeen(page.getByText("P-<img src=x").first());
  await isHarmless(page);
  await desk.navigateTo("/dash/reserve");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await isHarmless(page);
  await desk.navigateTo("/dash/print/evacuation");
  await isSeen(page.getByText("악성<img src=x").first());
  await isHarmless(page);
});

test("the lobby player shows a script as text", async () => {
  const { db } = suite.server;
  await db("signageContents").insert([
    { type: "text", title: attack, text: `글${attack}`, enText: `text${attack}`, dispOrder: 1, seconds: 60 },
    { type: "flow-text", title: attack, text: `띠${attack}`, dispOrder: 2, seconds: 60 },
  ]);
  const { page } = await suite.guest();
  await page.goto("/did");
  await isSeen(page.getByText("글<img src=x").first());
  await isSeen(page.getByText("띠<img src=x").first());
  await isHarmless(page);
});
