/** 파기 대장: what was destroyed, by period and reason, on the screen, in a file and on paper. */
import { buffer } from "node:stream/consumers";
import readSheets from "read-excel-file/node";
import { beforeEach, expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { pagesOf } from "../../../support/browser/pdf.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

/** Nobody can empty the register, so each test has a year of its own. */
let year = 2030;
beforeEach(() => {
  year += 1;
});

interface Entry {
  readonly at?: string;
  readonly reason?: "due" | "officer" | "request";
  readonly visitIds?: number[];
  readonly by?: number;
}

const add = (...entries: Entry[]) =>
  suite.server.db("destructionRegister").insert(
    entries.map(({ at = "03-10T01:00:00Z", reason = "due", visitIds = [11, 12, 13, 20], by }) => ({
      at: `${year}-${at}`,
      actorKind: by === undefined ? "job" : "staff",
      hostUserId: by ?? null,
      reason,
      visitIds,
      persons: 3,
      messages: 2,
      retentionDays: [365],
    })),
  );

async function opens(path: string, opening?: StaffOpening): Promise<StaffPage> {
  const officer = await suite.staff("privacy", { person: { name: "한보람" }, ...opening });
  await officer.open(path);
  return officer;
}

const list = (more = "") => `/dash/register?from=${year}-01-01&to=${year}-12-31${more}`;
const lines = ({ page }: StaffPage) => page.getByRole("row").filter({ has: page.getByRole("cell") });

test("it is printed on A4 with site, who printed it and when, its period, and page n of m", {
  tags: ["full"],
}, async () => {
  await add(
    ...Array.from({ length: 40 }, (_, n) => ({
      at: `06-${String((n % 28) + 1).padStart(2, "0")}T01:00:00Z`,
      visitIds: [100 + n],
    })),
  );
  const officer = await opens(list());
  await officer.link("인쇄").click();
  await officer.arrivesAt("/dash/print/register");
  await isSeen(officer.page.getByRole("heading", { level: 2, name: "개인정보 파기 대장" }));
  const pdf = await officer.page.pdf({ preferCSSPageSize: true, printBackground: false });
  const sheets = pagesOf(pdf);
  expect(sheets.length).toBeGreaterThan(1);
  for (const [index, { text, width, height }] of sheets.entries()) {
    expect([width, height]).toEqual([297, 210]);
    expect(text).toContain(`${index + 1}/${sheets.length}`);
  }
  const all = sheets.map(({ text }) => text).join("");
  expect(sheets[0]?.text).toContain("가온정밀개인정보파기대장");
  expect(sheets[0]?.text).toContain(`${year}-01-01–${year}-12-31·40건`);
  expect(sheets[0]?.text).toMatch(/인쇄한보람·\d{4}-\d\d-\d\d\d\d:\d\d기준/);
  expect(sheets[0]?.text).toContain("번호파기일시사유처리자방문인원문자보유일수방문번호");
  expect(all.match(/보유기간만료/g)).toHaveLength(40);
  expect(all).toMatch(/확인한사람확인한시각/);
  expect(all).not.toMatch(/돌아가기/);
});

test("it is exported as it is narrowed", { tags: ["full"] }, async () => {
  await add({}, { reason: "officer" });
  const officer = await opens(list("&why=officer"));
  await isSeen(officer.row("개인정보 담당자 파기"));
  await officer.button("엑셀로 내보내기").click();
  await officer.page.getByRole("textbox", { name: "내보내는 사유" }).fill("점검");
  const [download] = await Promise.all([
    officer.page.waitForEvent("download"),
    officer.button("내보내기").click(),
  ]);
  const [sheet] = await readSheets(await buffer(await download.createReadStream()));
  expect(download.suggestedFilename()).toMatch(/^파기 대장_/);
  expect(sheet?.data).toHaveLength(2);
  expect(sheet?.data[1]).toEqual(
    expect.arrayContaining([`${year}-03-10 10:00`, "개인정보 담당자 파기", 4, 3]),
  );
});

test("the administrator reads and prints it; host and desk do neither", { tags: ["full"] }, async () => {
  await add({});
  const admin = await suite.staff("admin");
  await admin.open(list());
  await isSeen(admin.row("보유 기간 만료"));
  await admin.open("/dash/print/register");
  await isSeen(admin.page.getByRole("heading", { level: 2, name: "개인정보 파기 대장" }));
  for (const role of ["host", "desk"] as const) {
    const other = await suite.staff(role);
    for (const path of ["/dash/register", "/dash/print/register"]) {
      await other.open(path);
      await other.arrivesAt(role === "host" ? "/dash/approvals" : "/dash/today");
    }
    await isGone(other.link("파기 대장"));
  }
});

test.each(looks)(
  "list and paper are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    await add(
      {},
      { reason: "officer" },
      { reason: "request", visitIds: Array.from({ length: 90 }, (_, n) => n * 7) },
    );
    const officer = await opens(list(), opening);
    await isSeen(lines(officer).nth(2));
    await hasNoViolation(officer.page, "register");
    await officer.open(`/dash/print/register?from=${year}-01-01&to=${year}-12-31`);
    await isSeen(officer.page.getByRole("heading", { level: 2 }));
    await hasNoViolation(officer.page, "paper");
  },
);
