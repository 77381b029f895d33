/** Badges on every paper: complete, inside the margins, and large enough to be read. */
import { expect, test } from "vitest";
import {
  badgeSize,
  bounds,
  defaultSetup,
  evenMargins,
  isRoll,
  pageSize,
} from "../../../../desktop/badge-papers.ts";
import { type BadgeSetup, badgePapers } from "../../../../desktop/ipc.ts";
import { expectNoViolation } from "../../../support/browser/axe.ts";
import { pagesOf } from "../../../support/browser/pdf.ts";
import { addGroup, addHeldPass, addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";
import { overwrite } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite({ hasIdleCallbacks: true });

const pdfOf = async ({ page }: StaffPage) =>
  pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: false }));

/** Lays the badge out for a paper, as it will be printed. */
async function turnsTo({ page }: StaffPage, setup: BadgeSetup): Promise<Measured[]> {
  await page.evaluate(`localStorage.setItem("visitor.console.badge-setup", '${JSON.stringify(setup)}')`);
  await page.emulateMedia({ media: "screen" });
  await page.reload();
  await isSeen(page.getByRole("article").first());
  await isSeen(page.getByRole("button", { name: /^(인쇄|Print)$/, disabled: false }));
  await page.emulateMedia({ media: "print" });
  return page.evaluate<Measured[]>(measure);
}

interface Measured {
  readonly texts: {
    readonly text: string;
    readonly size: number;
    readonly top: number;
    readonly isInside: boolean;
  }[];
  readonly code: {
    readonly width: number;
    readonly isInside: boolean;
    /** Below the facts of the visit, or to the right of them. */
    readonly isAfterFacts: boolean;
  };
  readonly width: number;
  readonly height: number;
}

/** Runs in the page. Millimetres and points; `isInside`: within the margins, and nothing cuts it. */
const measure = `(() => [...document.querySelectorAll("article")].map((badge) => {
  const mm = 25.4 / 96;
  const outer = badge.getBoundingClientRect();
  const style = getComputedStyle(badge);
  const edge = {
    left: outer.left + parseFloat(style.paddingLeft), right: outer.right - parseFloat(style.paddingRight),
    top: outer.top + parseFloat(style.paddingTop), bottom: outer.bottom - parseFloat(style.paddingBottom),
  };
  const isInside = (box) => box.left >= edge.left - 1 && box.right <= edge.right + 1 &&
    box.top >= edge.top - 1 && box.bottom <= edge.bottom + 1;
  const texts = [];
  const walker = document.createTreeWalker(badge, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()];
    if (!node.data.trim() || boxes.length === 0) continue;
    texts.push({
      text: node.data, size: parseFloat(getComputedStyle(node.parentElement).fontSize) * 0.75,
      top: (boxes[0].top - outer.top) * mm, isInside: boxes.every(isInside),
    });
  }
  const svg = badge.querySelector("svg").getBoundingClientRect();
  const facts = badge.querySelector("dl").getBoundingClientRect();
  const isAfterFacts = svg.top >= facts.bottom - 1 || svg.left >= facts.right - 1;
  return {
    texts, code: { width: svg.width * mm, isInside: isInside(svg), isAfterFacts },
    width: outer.width * mm, height: outer.height * mm,
  };
}))()`;

const longest = {
  name: "가나다라마바사아자차카타파하".repeat(4).slice(0, 50),
  company: "주식회사 대한민국 종합 정밀 기계 설비 연구 개발 ".repeat(5).slice(0, 100).trim(),
  host: "황보제갈남궁선우독고사공".repeat(5).slice(0, 50),
};

const words = "관계자 외 출입 금지 구역 안내 Visitors Reception Building ";

/** Renames the host and the site. */
async function rename(name: string, department: string, site: string): Promise<void> {
  const { db } = suite.server;
  await overwrite(db, "hostUsers", { name, enName: name, department });
  await overwrite(db, "configuration", { customerCompany: site, enCustomerCompany: site });
}

/** A visit with the longest values that the API takes. */
async function addLongest(): Promise<number> {
  const { server, site } = suite;
  const { host, ...visitor } = longest;
  const long = words.repeat(3).slice(0, 100).trim();
  await rename(host, long.slice(0, 60), long);
  const visit = await addVisitToday(server, site, {
    ...visitor,
    guide: long.slice(0, 50),
    endDate: "2099-12-31 23:59",
  });
  await addHeldPass(server, "VISITOR-0123456789-ABCDEFGHIJK", visit.id);
  await addHeldPass(server, "VEHICLE-0123456789-ABCDEFGHIJK", visit.id, true);
  return visit.id;
}

const custom = { ...defaultSetup("custom"), width: bounds.width.min, height: bounds.longerSide };
const setups: Readonly<Record<string, BadgeSetup>> = {
  ...Object.fromEntries(badgePapers.map((paper) => [paper, defaultSetup(paper)])),
  "a card on its side": { ...defaultSetup("cr80"), orientation: "landscape" },
  "ten on a sheet": { ...defaultSetup("a4"), perSheet: 10 },
  "the smallest custom size": { ...custom, margins: evenMargins(3.5) },
  "a roll with the widest margins": {
    ...defaultSetup("62"),
    margins: { top: 30, right: 7.5, bottom: 30, left: 7.5 },
  },
};

test("the longest names have room on every paper", async () => {
  const id = await addLongest();
  const { name, company, host } = longest;
  const desk = await suite.staff("desk");
  await desk.open(`/dash/print/badge?visit=${id}`);
  for (const [which, setup] of Object.entries(setups)) {
    const [badge, ...more] = await turnsTo(desk, setup);
    if (!badge) throw new Error(which);
    expect(more, which).toEqual([]);
    expect
      .soft(
        badge.texts.filter(({ size }) => size < 7.99),
        `${which}: under 8 points`,
      )
      .toEqual([]);
    expect
      .soft(
        badge.texts.filter(({ isInside }) => !isInside),
        `${which}: cut`,
      )
      .toEqual([]);
    expect(badge.code, which).toMatchObject({ isInside: true, isAfterFacts: true });
    expect(badge.code.width, which).toBeGreaterThanOrEqual(15.9);

    const period = badge.texts.find(({ text }) => text.includes("2099-12-31 23:59"))?.text ?? "no period";
    const passes = "VISITOR-0123456789-ABCDEFGHIJK, VEHICLE-0123456789-ABCDEFGHIJK";
    const wanted = [name, company, host, period, passes];
    const found = badge.texts.filter(({ text }) => wanted.includes(text));
    expect.soft(found.map(({ text }) => text).sort(), `${which}: all of it`).toEqual(wanted.toSorted());
    const order = wanted.map((one) => found.find(({ text }) => text === one)?.top ?? 0);
    expect.soft(order, `${which}: in this order`).toEqual(order.toSorted((one, other) => one - other));
    expect(badge.texts[0]).toMatchObject({ text: name });

    const [page, ...rest] = await pdfOf(desk);
    expect(rest, which).toEqual([]);
    for (const one of wanted) expect(page?.text, which).toContain(one.replaceAll(" ", ""));
    const across = isRoll(setup)
      ? setup.orientation === "portrait"
        ? page?.width
        : page?.height
      : undefined;
    if (across !== undefined) expect(across, which).toBe(Number(setup.paper));
    else {
      const { width, height } = pageSize(setup, null);
      expect([page?.width, page?.height], which).toEqual([width, height].map(Math.round));
      const size = badgeSize(setup, null);
      expect
        .soft([badge.width, badge.height].map(Math.round), which)
        .toEqual([size.width, size.height].map(Math.round));
    }
  }
});

test("the badge follows the chosen paper and custom size, which this browser keeps", async () => {
  const { id } = await addVisitToday(suite.server, suite.site);
  const desk = await suite.staff("desk");
  const { page } = desk;
  const sizeOf = async () => {
    const [badge] = await page.evaluate<Measured[]>(measure);
    return badge && [badge.width, badge.height].map(Math.round);
  };
  await desk.open(`/dash/print/badge?visit=${id}`);
  await desk.button("용지").click();
  const settings = page.getByRole("dialog", { name: "용지" });
  await settings.getByRole("combobox", { name: "용지" }).click();
  await page.getByRole("option", { name: "카드 CR80 (85.6 × 54 mm)" }).click();
  await expect.poll(sizeOf).toEqual([86, 54]);
  await settings.getByText("세로", { exact: true }).click();
  await expect.poll(sizeOf).toEqual([54, 86]);

  await settings.getByRole("combobox", { name: "용지" }).click();
  await page.getByRole("option", { name: "직접 입력" }).click();
  const width = settings.getByRole("textbox", { name: "너비" });
  const left = settings.getByRole("textbox", { name: "왼쪽" });
  await width.fill("40");
  await isSeen(settings.getByText("54~216 mm로 입력해 주십시오."));
  expect(await width.getAttribute("aria-invalid")).toBe("true");
  expect(await sizeOf()).toEqual([90, 125]);
  await width.fill("70");
  await expect.poll(sizeOf).toEqual([70, 125]);
  await left.fill("25");
  await isSeen(settings.getByText("여백이 너무 큽니다. 인쇄할 자리가 47 × 78 mm 이상 남아야 합니다."));
  expect(await left.getAttribute("aria-invalid")).toBe("true");
  await left.fill("9.5");
  await expectNoViolation(page, "paper settings");

  await page.reload();
  await expect.poll(sizeOf).toEqual([70, 125]);
  const [sheet] = await pdfOf(desk);
  expect([sheet?.width, sheet?.height]).toEqual([70, 125]);
});

test("a group shares A4 sheets, with marks to cut along", async () => {
  const names = ["하은별", "고나라", "노을", "문가람"];
  const { leader } = await addGroup(suite.server, suite.site, names, { name: "차도윤" });
  const desk = await suite.staff("desk");
  await desk.open(`/dash/print/badge?visit=${leader.id}`);
  const badges = await turnsTo(desk, defaultSetup("a4"));
  expect(badges).toHaveLength(5);
  const sheets = await pdfOf(desk);
  expect(sheets.map(({ width, height }) => [width, height])).toEqual(Array(2).fill([210, 297]));
  expect(sheets.map(({ text }) => text.match(/차도윤|하은별|고나라|노을|문가람/g))).toEqual([
    ["차도윤", "하은별", "고나라", "노을"],
    ["문가람"],
  ]);
  // three lines down and three across on each sheet, each marked at both ends
  expect(await desk.page.locator("[data-along]").count()).toBe(2 * 2 * (3 + 3));
  expect(await turnsTo(desk, { ...defaultSetup("a4"), perSheet: 10 })).toHaveLength(5);
  expect(await pdfOf(desk)).toHaveLength(1);
});

test("badges of one job on a roll are as long as the longest", async () => {
  await rename("김철수", "설계팀", "가온정밀");
  const { leader } = await addGroup(suite.server, suite.site, ["하은별"], {
    name: "차도윤",
    guide: longest.host,
  });
  const desk = await suite.staff("desk");
  await desk.open(`/dash/print/badge?visit=${leader.id}`);
  const both = await turnsTo(desk, defaultSetup("62"));
  expect(new Set(both.map(({ height }) => height)).size).toBe(1);
  const [first, second] = await pdfOf(desk);
  expect(first?.height).toBe(second?.height);
  await desk.page.emulateMedia({ media: "screen" });
  await overwrite(suite.server.db, "visits", { guide: "" });
  const [shorter] = await turnsTo(desk, defaultSetup("62"));
  expect(shorter?.height).toBeLessThan(both[0]?.height ?? 0);
});
