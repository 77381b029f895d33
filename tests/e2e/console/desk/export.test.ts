/** The list of visits as an .xlsx file: every row that fits, and each text a text (tests/unit/sheets.test.ts opens it in LibreOffice). */
import { buffer } from "node:stream/consumers";
import readSheets from "read-excel-file/node";
import { expect, test } from "vitest";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

/** Presses the button and gives the reason. */
async function begin(desk: StaffPage): Promise<void> {
  await desk.button("엑셀로 내보내기").click();
  await desk.page.getByRole("textbox", { name: "내보내는 사유" }).fill("월간 점검");
  await desk.button("내보내기").click();
}

/** Presses the button; gives the file's name, its headings and its lines. */
async function exported(desk: StaffPage) {
  const [download] = await Promise.all([
    // fifty pages take their time
    desk.page.waitForEvent("download", { timeout: 50_000 }),
    begin(desk),
  ]);
  const [sheet] = await readSheets(await buffer(await download.createReadStream()));
  const [headings = [], ...lines] = sheet?.data ?? [];
  return { name: download.suggestedFilename(), sheet: sheet?.sheet, headings, lines };
}

/** Adds many visits at once, the same as one another but for the number. */
async function addMany(count: number): Promise<void> {
  const { id } = await addVisiting(suite.server, suite.site, { name: "손님" });
  await suite.server.db.raw(
    `INSERT INTO visits (reserve_no, status_code, host_user_id, location_id, purpose_id, name, company, start_at, end_at, origin, lang, destroy_on)
     SELECT left(reserve_no, 7) || 20000 + n, status_code, host_user_id, location_id, purpose_id, name || n, company, start_at, end_at, origin, lang, destroy_on
     FROM visits, generate_series(1, ?) AS n WHERE id = ?`,
    [count - 1, id],
  );
}

test("the file has all rows that fit, past the page on the screen; each tells what the list shows, and no number", async () => {
  await addMany(449);
  await addVisiting(suite.server, suite.site, {
    name: '차 "도" 윤',
    company: "나래상사, 건설",
    carNumber: "12가 3456",
    cellphone: "010-0000-1234",
    startDate: "2026-11-21 09:00",
    endDate: "2026-11-21 10:00",
  });
  await addVisiting(suite.server, suite.site, { name: "차도윤", company: "다온건설" });
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

test.each(["=1+1", "+82", "-2", "@SUM(A1)", '=HYPERLINK("https://elsewhere.example")'])(
  "%s is a text in Excel, not a formula",
  { tags: ["full"] },
  async (company) => {
    await addVisiting(suite.server, suite.site, { name: "차도윤", company });
    const desk = await suite.staff("desk");
    await desk.open("/dash/visits");
    const { lines } = await exported(desk);
    expect(lines[0]?.[3]).toBe(company);
  },
);

test("it can be called off, and an export that cannot be read is told: no half a file is made", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 500/);
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await desk.page.route("**/dash/exports", async (route) => {
    await held;
    await route.fulfill({ status: 500, body: "" }).catch(() => undefined);
  });
  const downloads: unknown[] = [];
  desk.page.on("download", (download) => downloads.push(download));
  await begin(desk);
  await isSeen(desk.text("내보내는 중"));
  await desk.button("취소").click();
  await isGone(desk.text("내보내는 중"));
  expect(await desk.page.locator(".Toastify__toast").count()).toBe(0);
  release();
  await begin(desk);
  await isSeen(desk.toast("error", "Server에서 요청을 처리하지 못했습니다."));
  expect(downloads).toEqual([]);
});

test("more than ten thousand are not taken, and that is told", { tags: ["full"] }, async () => {
  await addMany(10_050);
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits");
  await isSeen(desk.row("손님").first());
  const { lines } = await exported(desk);
  expect(lines).toHaveLength(10_000);
  await isSeen(desk.toast("warning", "처음 10000건만 내보냈습니다. 조건을 나누어 내보내 주십시오."));
});
