/** Looking up: the order of what is found, the colours of the statuses, and that nothing is kept. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { hasValue, isSeen, styleOf } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { addVisit, siteDay, somebody } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const wide = { width: 1440, height: 900 };

async function openLookup(opening = {}): Promise<Visitor> {
  const visitor = await suite.visitor(opening);
  await visitor.open("/result");
  return visitor;
}

const rowOf = (visitor: Visitor, text: string): Locator =>
  visitor.page.getByRole("row").filter({ hasText: text }).first();

test("newest first; a visit of several days names both; place and purpose stand together", {
  tags: ["full"],
}, async () => {
  const { server, site } = suite;
  const who = somebody();
  const createdAt = new Date(Date.now() - 60_000);
  const older = await addVisit(server, site, who, { createdAt, locationId: null });
  const newer = await addVisit(server, site, who, { endAt: new Date(`${siteDay(3)}T11:30:00+09:00`) });
  const visitor = await openLookup(wide);
  await visitor.lookUp(who);
  await isSeen(visitor.text("2건을 찾았습니다"));
  const numbers = visitor.page.getByRole("rowheader");
  expect(await numbers.allInnerTexts()).toEqual([newer, older]);
  const words = async (text: string) => (await rowOf(visitor, text).innerText()).replace(/\s+/g, " ");
  expect(await words(newer)).toMatch(
    new RegExp(`본관 회의 ${siteDay(1)} \\(.\\) 14:00 ~ ${siteDay(3)} \\(.\\) 11:30 김철수 책임 신청`),
  );
  expect(await words(older)).toContain("회의");
  expect(await words(older)).not.toContain("본관");
});

test("every status has its word, its colour, its way and what can be done", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const who = somebody();
  const codes = ["applied", "cancelled", "ended", "approved", "entered", "exited", "rejected"] as const;
  const shown = ["신청", "취소", "종료", "승인", "입문", "출문", "반려"];
  const actions = {
    신청: ["캘린더에 추가하기", "신청 취소하기"],
    취소: [],
    종료: [],
    승인: ["출입 QR 보기", "캘린더에 추가하기", "신청 취소하기"],
    입문: ["출입 QR 보기", "캘린더에 추가하기"],
    출문: ["출입 QR 보기"],
    반려: [],
  };
  for (const [index, statusCode] of codes.entries()) {
    const createdAt = new Date(Date.now() - index * 60_000);
    await addVisit(server, site, who, { statusCode, createdAt });
  }
  const visitor = await openLookup(wide);
  await visitor.lookUp(who);
  const visits = visitor.page.getByRole("rowgroup").filter({ has: visitor.page.getByRole("rowheader") });
  await isSeen(visits.first());
  const seen: Record<string, string[]> = {};
  const colours: Record<string, string> = {};
  for (const visit of await visits.all()) {
    const status = visit.getByRole("cell").nth(5);
    const word = await status.innerText();
    seen[word] = await visit.getByRole("button").allInnerTexts();
    expect(await visit.locator("[aria-current=step]").innerText()).toBe(word);
    const label = status.locator("span");
    colours[word] = `${await styleOf(label, "color")} on ${await styleOf(label, "backgroundColor")}`;
  }
  expect(Object.keys(seen)).toEqual(shown);
  expect(seen).toEqual(actions);
  expect(colours.취소).toBe(colours.종료);
  expect(new Set(Object.values(colours)).size).toBe(6);
});

test("neither the address nor the device keeps who was looked up", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const who = somebody();
  await addVisit(server, site, who);
  const visitor = await openLookup();
  await visitor.lookUp(who);
  await isSeen(visitor.page.getByRole("article"));
  const kept = await visitor.page.evaluate<string>(
    "JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie, history.state])",
  );
  for (const trace of [who.name, who.cellphone, encodeURIComponent(who.name)])
    expect(kept).not.toContain(trace);
  await visitor.page.reload();
  await hasValue(visitor.textbox("result.name"), "");
  expect(await visitor.page.getByRole("article").count()).toBe(0);
});
