/** The register of destruction on paper. */
import { beforeEach, expect, test } from "vitest";
import { pagesOf } from "../../../support/browser/pdf.ts";
import { consoleSuite, type StaffOptions, type StaffPage } from "../../../support/console/console-suite.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

/** The register cannot be emptied: each test has a year of its own. */
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

async function opens(path: string, options?: StaffOptions): Promise<StaffPage> {
  const officer = await suite.staff("privacy", { person: { name: "한보람" }, ...options });
  await officer.open(path);
  return officer;
}

const list = (more = "") => `/dash/register?from=${year}-01-01&to=${year}-12-31${more}`;

test("the register is printed on A4 with site, user, time, period and page numbers", async () => {
  await add(
    ...Array.from({ length: 40 }, (_, n) => ({
      at: `06-${String((n % 28) + 1).padStart(2, "0")}T01:00:00Z`,
      visitIds: [100 + n],
    })),
  );
  const officer = await opens(list());
  await officer.link("인쇄").click();
  await officer.waitForPath("/dash/print/register");
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
  expect(sheets[0]?.text).toContain("번호파기일시사유처리자방문인원메시지보유일수방문번호");
  expect(all.match(/보유기간만료/g)).toHaveLength(40);
  expect(all).toMatch(/확인한사람확인한시각/);
  expect(all).not.toMatch(/돌아가기/);
});
