/** The list of visits as an .xlsx file: every row that fits, and each text a text (tests/unit/sheets.test.ts opens it in LibreOffice). */
import { buffer } from "node:stream/consumers";
import readSheets from "read-excel-file/node";
import { expect, test } from "vitest";
import { addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

/** @returns the file's name, sheet, headings and lines */
async function exported(desk: StaffPage) {
  await desk.button("엑셀로 내보내기").click();
  await desk.page.getByRole("textbox", { name: "내보내는 사유" }).fill("월간 점검");
  const file = desk.page.waitForEvent("download", { timeout: 50_000 });
  await desk.button("내보내기").click();
  const download = await file;
  const [sheet] = await readSheets(await buffer(await download.createReadStream()));
  const [headings = [], ...lines] = sheet?.data ?? [];
  return { name: download.suggestedFilename(), sheet: sheet?.sheet, headings, lines };
}

/** Adds many visits that differ by their number only. */
async function addMany(count: number): Promise<void> {
  const { id } = await addVisitToday(suite.server, suite.site, { name: "손님" });
  await suite.server.db.raw(
    `INSERT INTO visits (reserve_no, status_code, host_user_id, location_id, purpose_id, name, company, start_at, end_at, origin, lang, destroy_on)
     SELECT left(reserve_no, 7) || 20000 + n, status_code, host_user_id, location_id, purpose_id, name || n, company, start_at, end_at, origin, lang, destroy_on
     FROM visits, generate_series(1, ?) AS n WHERE id = ?`,
    [count - 1, id],
  );
}

test("the file has all rows of the filtered list, and no phone number", async () => {
  await addMany(449);
  await addVisitToday(suite.server, suite.site, {
    name: '차 "도" 윤',
    company: "나래상사, 건설",
    carNumber: "12가 3456",
    cellphone: "010-0000-1234",
    startDate: "2026-11-21 09:00",
    endDate: "2026-11-21 10:00",
  });
  await addVisitToday(suite.server, suite.site, { name: "차도윤", company: "다온건설" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits?q=나래상사");
  await isSeen(desk.row("손님").first());
  const { name, sheet, headings, lines } = await exported(desk);
  expect(name).toMatch(/^방문-전체_\d{4}-\d{2}-\d{2}_\d{4}\.xlsx$/);
  expect(sheet).toBe("방문-전체");
  expect(headings.slice(0, 4)).toEqual(["예약번호", "상태", "방문객", "소속"]);
  expect(lines).toHaveLength(450);
  expect(new Set(lines.map(([reserveNo]) => reserveNo)).size).toBe(450);
  expect(lines.flat()).not.toContain("차도윤");
  const own = lines.find(([, , visitor]) => visitor === '차 "도" 윤') ?? [];
  expect(own.slice(1, 13)).toEqual([
    ...["승인", '차 "도" 윤', "나래상사, 건설", null, null, "12가 3456"],
    ...["김철수", "설계팀", "본관", "회의", "2026-11-21 09:00", "2026-11-21 10:00"],
  ]);
  expect(own.join()).not.toContain("1234");
  await isSeen(desk.toast("success", "450건을 내보냈습니다."));
});
