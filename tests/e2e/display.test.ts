/** Larger text, zoom, more contrast, and the system's colours: the public site and the lobby's screen. */
import { expect, test } from "vitest";
import { languages, sampleOf } from "../support/browser/appearance.ts";
import {
  cutTimesOn,
  enlargeText,
  overflowOn,
  violationsInMoreContrast,
  violationsInSystemColours,
  violationsOn,
} from "../support/browser/page-checks.ts";
import { addSignageItem, seenInLobby } from "../support/signage.ts";
import { isSeen, styleOf } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { addVisit, somebody } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const boxes = ".visually-hidden, svg, [role=region], section[tabindex]";

/** The pages of a visitor's way, one after the other, each as it is looked at. */
async function walk(visitor: Visitor, look: (state: string) => Promise<void>): Promise<void> {
  const { server, site } = suite;
  const who = somebody();
  await addVisit(server, site, who, { statusCode: "approved", company: "주식회사 가온정밀화학소재부품" });
  await visitor.open("/");
  await isSeen(visitor.page.getByRole("heading", { level: 1 }));
  await look("home");
  await visitor.open("/form");
  await isSeen(visitor.agree);
  await look("terms");
  await visitor.openForm();
  await visitor.tickChecklists();
  await visitor.submit.click();
  await isSeen(visitor.toast("info", visitor.say("request.review")));
  await look("form with errors");
  await visitor.choice("request.userCompany").selectOption({ index: 1 });
  await visitor.openHostSearch();
  await visitor.hostSearch.fill("김철수");
  await isSeen(visitor.hostDialog.getByRole("option").first());
  await look("host dialog");
  await visitor.page.keyboard.press("Escape");
  await visitor.lookUp(who);
  await isSeen(visitor.button(visitor.say("result.qrShow")));
  await look("result");
  await visitor.open("/privacy");
  await isSeen(visitor.page.getByRole("heading", { level: 1 }));
  await look("policy");
}

/** 1280 by 800 pixels at 200 percent, and a phone whose text is twice as large. */
const enlarged = [
  { name: "zoom of 200 percent", width: 640, height: 400, times: 1 },
  { name: "text of 200 percent on a phone", width: 390, height: 844, times: 2 },
  { name: "text of 200 percent on a wide screen", width: 1280, height: 800, times: 2 },
] as const;

const cases = enlarged.flatMap((one) => languages.map((lang) => ({ ...one, lang })));

test.each(cases)(
  "nothing is cut off with $name ($lang)",
  { tags: ["full"] },
  async ({ times, ...opening }) => {
    const visitor = await suite.visitor(opening);
    await enlargeText(visitor.page, times);
    await walk(visitor, async (state) => {
      expect(await overflowOn(visitor.page, boxes), state).toEqual([]);
      expect(await violationsOn(visitor.page), state).toEqual([]);
    });
  },
);

test.each(sampleOf(["ko", "en"] as const))(
  "more contrast keeps nobody out (%s)",
  { tags: ["full"] },
  async (lang) => {
    const visitor = await suite.visitor({ lang });
    await walk(visitor, async (state) => {
      expect(await violationsInMoreContrast(visitor.page), state).toEqual([]);
    });
  },
);

test.each([320, 390])(
  "hours and minutes of the form can be read whole at %i pixels",
  { tags: ["full"] },
  async (width) => {
    const visitor = await suite.visitor({ width });
    await visitor.openForm();
    expect(await cutTimesOn(visitor.page)).toEqual([]);
  },
);

test("who asks for more contrast sees quiet words and edges more clearly", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  await visitor.open("/result");
  const field = visitor.page.getByRole("textbox").first();
  const edge = await styleOf(field, "borderTopColor");
  await visitor.page.emulateMedia({ contrast: "more" });
  expect(await styleOf(field, "borderTopColor")).not.toBe(edge);
  expect(await styleOf(field, "borderTopColor")).toBe("rgb(22, 27, 38)");
});

test("the lobby's screen is readable with larger text, more contrast and the system's colours", {
  tags: ["full"],
}, async () => {
  await suite.server.db.raw("TRUNCATE signage_contents RESTART IDENTITY");
  await addSignageItem(suite.server, { text: "오늘 오후 2시 안전 교육", seconds: 3_600 });
  await addSignageItem(suite.server, { type: "flow-text", text: "주차장은 건물 뒤에 있습니다." });
  const { page } = await suite.visitor({ width: 1280, height: 720 });
  await enlargeText(page, 2);
  await page.goto("/did");
  await expect.poll(() => seenInLobby(page), { timeout: 15_000 }).toContain("안전 교육");
  expect(await violationsOn(page)).toEqual([]);
  expect(await violationsInMoreContrast(page)).toEqual([]);
  expect(await violationsInSystemColours(page)).toEqual([]);
  const reach = await page.evaluate<number[]>(
    "[document.scrollingElement.scrollWidth - innerWidth, document.scrollingElement.scrollHeight - innerHeight]",
  );
  expect(Math.max(...reach)).toBeLessThanOrEqual(0);
});
