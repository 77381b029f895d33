/** Badges on every paper that can be chosen: all of it is there, inside the margins, and large enough to be read. */
import { expect, test } from "vitest";
import {
  badgeSize,
  bounds,
  defaultSetup,
  evenMargins,
  isRoll,
  isSheet,
  pageSize,
} from "../../../../desktop/badge-papers.ts";
import { type BadgeSetup, badgePapers } from "../../../../desktop/ipc.ts";
import { detailHasNoViolation } from "../../../support/browser/axe.ts";
import { pagesOf } from "../../../support/browser/pdf.ts";
import { addHeldPass, addParty, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { overwrite } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite({ isIdleAtTimes: true });

const pdfOf = async ({ page }: StaffPage) =>
  pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: false }));

/** Opens a badge on a paper, and waits until it is laid out as it will be printed. */
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
    /** Below what is told of the visit, or to the right of it. */
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
  ko: {
    name: "가나다라마바사아자차카타파하".repeat(4).slice(0, 50),
    company: "주식회사 대한민국 종합 정밀 기계 설비 연구 개발 ".repeat(5).slice(0, 100).trim(),
    host: "황보제갈남궁선우독고사공".repeat(5).slice(0, 50),
  },
  en: {
    name: "Maximiliana Wilhelmina Featherstone-Cholmondeleys".padEnd(50, "y"),
    company: "Worldwide Consolidated Manufacturing & Engineering Company ".repeat(2).slice(0, 100).trim(),
    host: "Wolfeschlegelsteinhausenbergerdorff Montgomery III".slice(0, 50),
  },
} as const;

const words = "관계자 외 출입 금지 구역 안내 Visitors Reception Building ";

/** Gives the host and the site other names. */
async function rename(name: string, department: string, site: string): Promise<void> {
  const { db } = suite.server;
  await overwrite(db, "hostUsers", { name, enName: name, department });
  await overwrite(db, "configuration", { customerCompany: site, enCustomerCompany: site });
}

/** A visit with the longest of everything that the API takes. */
async function addLongest(language: "ko" | "en"): Promise<number> {
  const { server, site } = suite;
  const { host, ...visitor } = longest[language];
  const long = words.repeat(3).slice(0, 100).trim();
  await rename(host, long.slice(0, 60), long);
  const visit = await addVisiting(server, site, {
    ...visitor,
    guide: long.slice(0, 50),
    endDate: "2099-12-31 23:59",
  });
  await addHeldPass(server, "VISITOR-0123456789-ABCDEFGHIJK", visit.id);
  await addHeldPass(server, "VEHICLE-0123456789-ABCDEFGHIJK", visit.id, true);
  return visit.id;
}

const sizes: (readonly [string, BadgeSetup])[] = [
  ...badgePapers.flatMap((paper) =>
    (["portrait", "landscape"] as const)
      .map((orientation) => [`${paper} ${orientation}`, { ...defaultSetup(paper), orientation }] as const)
      .filter(([, setup]) => !isSheet(setup) || setup.orientation === "portrait"),
  ),
  ["a4 with 10", { ...defaultSetup("a4"), perSheet: 10 }],
  [
    "the smallest of its own",
    {
      ...defaultSetup("custom"),
      width: bounds.width.min,
      height: bounds.longerSide,
      margins: evenMargins(3.5),
    },
  ],
  [
    "a roll with the widest margins",
    { ...defaultSetup("62"), margins: { top: 30, right: 7.5, bottom: 30, left: 7.5 } },
  ],
];

test.each(["ko", "en"] as const)(
  "the longest names have room on every paper, in %s",
  { tags: ["full"] },
  async (lang) => {
    const id = await addLongest(lang);
    const { name, company, host } = longest[lang];
    const desk = await suite.staff("desk", { lang });
    await desk.open(`/dash/print/badge?visit=${id}`);
    for (const [which, setup] of sizes) {
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
  },
);

test("a usual badge has large letters and leaves nothing out", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  await rename("김철수", "설계팀", "가온정밀");
  const visit = await addVisiting(server, site, { name: "차도윤", company: "나래상사", guide: "오지훈" });
  await addHeldPass(server, "A-17", visit.id);
  const desk = await suite.staff("desk");
  await desk.open(`/dash/print/badge?visit=${visit.id}`);
  for (const [which, setup] of sizes) {
    const [badge] = await turnsTo(desk, setup);
    const text = badge?.texts.map((each) => each.text).join("|");
    for (const wanted of ["나래상사", "김철수", "설계팀", "본관", "A-17", "오지훈", "가온정밀"])
      expect(text, which).toContain(wanted);
    expect(badge?.texts[0]?.size, which).toBeGreaterThan(14);
  }
});

test("paper and own measures are chosen beside the badge, which follows, and are kept in this browser", async () => {
  const { id } = await addVisiting(suite.server, suite.site);
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
  await detailHasNoViolation(page, "paper of badges");

  await page.reload();
  await expect.poll(sizeOf).toEqual([70, 125]);
  const [sheet] = await pdfOf(desk);
  expect([sheet?.width, sheet?.height]).toEqual([70, 125]);
});

test("a party shares A4 sheets, with marks to cut along", { tags: ["full"] }, async () => {
  const names = ["하은별", "고나라", "노을", "문가람"];
  const { leader } = await addParty(suite.server, suite.site, names, { name: "차도윤" });
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

test("badges of one job on a roll are as long as the longest", { tags: ["full"] }, async () => {
  const { leader } = await addParty(suite.server, suite.site, ["하은별"], {
    name: "차도윤",
    guide: longest.ko.host,
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

test("the printer is tried with a page that names its paper, and no visitor", {
  tags: ["full"],
}, async () => {
  const desk = await suite.staff("desk", { person: { name: "안내원" } });
  await desk.open("/dash/today");
  await desk.button("안내원 님의 계정").click();
  await desk.page.getByRole("link", { name: "방문증 프린터" }).click();
  await desk.arrivesAt("/dash/print/badge");
  await isSeen(desk.page.getByRole("article").getByText("시험 인쇄"));
  await isSeen(desk.page.getByRole("article").getByText("명찰 90 × 125 mm"));
  const [page] = await pdfOf(desk);
  expect([page?.width, page?.height]).toEqual([90, 125]);
});

test("what has no room even in the smallest letters is told before it is printed", {
  tags: ["full"],
}, async () => {
  const { server, site } = suite;
  await rename("가".repeat(50), "", "");
  const visit = await addVisiting(server, site, { name: "가".repeat(50), company: "가".repeat(100) });
  // numbers of the broadest letters there are
  await addHeldPass(server, "W".repeat(30), visit.id);
  await addHeldPass(server, "W".repeat(30), visit.id, true);
  const desk = await suite.staff("desk");
  await desk.open(`/dash/print/badge?visit=${visit.id}`);
  const tooFull = desk.page.getByRole("alert").getByText("이 용지에 내용이 다 들어가지 않습니다");
  await turnsTo(desk, defaultSetup("cr80"));
  await desk.page.emulateMedia({ media: "screen" });
  await isSeen(tooFull);
  await turnsTo(desk, defaultSetup("a6"));
  await desk.page.emulateMedia({ media: "screen" });
  await isGone(tooFull);
});
