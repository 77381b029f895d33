/** The list of visits. */
import { expect, test } from "vitest";
import { addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";

const suite = consoleSuite();

test("at 1024 pixels no number breaks, the table scrolls in its box, and the name stays visible", async () => {
  const { server, site } = suite;
  const { reserveNo } = await addVisitToday(server, site, { name: "남궁민수", company: "가늠자품질평가원" });
  const desk = await suite.staff("desk", { width: 1024 });
  await desk.open("/dash/visits");
  const cell = (words: string) => desk.page.getByRole("cell", { name: words, exact: true });
  const textHeight = (words: string) =>
    cell(words).evaluate((td) => {
      const range = td.ownerDocument.createRange();
      range.selectNodeContents(td);
      return Math.round(range.getBoundingClientRect().height);
    });
  expect(await textHeight(reserveNo)).toBeLessThan(24);
  expect(await textHeight("가늠자품질평가원")).toBeLessThan(24);
  const name = desk.button("남궁민수");
  const before = await name.boundingBox();
  const box = desk.page.getByRole("table", { name: "전체" });
  await box.evaluate((table) => table.parentElement?.scrollTo({ left: 10_000 }));
  await expect.poll(() => box.evaluate((table) => table.parentElement?.scrollLeft ?? 0)).toBeGreaterThan(50);
  expect((await name.boundingBox())?.x).toBe(before?.x);
  expect(await desk.page.evaluate("document.documentElement.scrollWidth")).toBe(1024);
});
