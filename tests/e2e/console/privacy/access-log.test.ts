/** 접속기록: who saw whose data, in a file too, and its monthly review. */
import { buffer } from "node:stream/consumers";
import readSheets from "read-excel-file/node";
import { expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { addStaff } from "../../../support/console/staff.ts";
import { hasError, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

interface Entry {
  readonly by: number;
  readonly at?: Date;
  readonly action?: string;
  readonly visitIds?: number[];
  readonly reason?: string;
  readonly personHash?: Buffer;
}

const add = (...entries: Entry[]) =>
  suite.server.db("accessLog").insert(
    entries.map(({ by, at = new Date(), action = "/dash/visits/:id", visitIds = [1], ...more }) => ({
      ...{ hostUserId: by, at, action, visitIds, address: "10.0.0.7", reason: "" },
      ...more,
    })),
  );

/** Somebody at the desk, whose name no other test knows: nobody can empty the log. */
const addDesk = (name: string) => addStaff(suite.server, suite.site.company, "desk", { name });

async function opens(path: string, opening?: StaffOpening): Promise<StaffPage> {
  const officer = await suite.staff("privacy", { person: { name: "한보람" }, ...opening });
  await officer.open(path);
  return officer;
}

const lines = ({ page }: StaffPage) => page.getByRole("row").filter({ has: page.getByRole("cell") });
const of = (name: string, more = "") => `/dash/access-log?q=${encodeURIComponent(name)}${more}`;

/** Noon of a day of the month so many months ago, and that month. */
function monthAgo(months: number, day = 12) {
  const [year = 0, month = 0] = siteDay().split("-").map(Number);
  const at = new Date(Date.UTC(year, month - 1 - months, day, 3));
  return { at, month: at.toISOString().slice(0, 7) };
}

test("the month is reviewed: what stands out, each person's part, signed off with a remark", async () => {
  const desk = await addDesk("강밤샘");
  const { at, month } = monthAgo(1);
  const night = new Date(at.getTime() + 11 * 3_600_000);
  await add(...Array.from({ length: 21 }, (_, n) => ({ by: desk.id, at: night, visitIds: [900_100 + n] })), {
    by: desk.id,
    at,
    action: "/dash/visits/:id/reveal",
    visitIds: [900_100],
    reason: "주차 문의",
  });
  const officer = await opens("/dash/access-log?view=review");
  const months = officer.page.getByRole("navigation", { name: "점검할 달" });
  await months.getByRole("link", { name: new RegExp(`^${month}`) }).click();
  await isSeen(officer.heading(month));
  await isSeen(officer.text("점검 필요 직원 1명"));
  await isSeen(officer.row("강밤샘").filter({ hasText: "근무시간 외 많음" }));
  await officer.button("강밤샘").click();
  const drawer = officer.page.getByRole("dialog", { name: "월간 접속기록" });
  await isSeen(drawer.getByText("주차 문의"));
  await isSeen(drawer.getByRole("link", { name: "방문 900100 열기" }));
  await officer.page.keyboard.press("Escape");
  await officer.textbox("점검 의견 (선택)").fill("야간 공사로 확인함 010-0000-1234");
  await officer.button(`${month} 점검 완료`).click();
  await isSeen(officer.toast("success", `${month}의 점검을 기록했습니다.`));
  await isSeen(officer.text(/한보람 — 야간 공사로 확인함 \*\*\*$/));
  await isSeen(months.getByRole("link", { name: new RegExp(`${month}\\s*${siteDay()} 한보람 점검`) }));
  expect(await suite.server.db("accessReviews").orderBy("id", "desc").first()).toMatchObject({
    hostUserId: officer.person.id,
    note: "야간 공사로 확인함 ***",
  });
  expect(await officer.textbox("점검 의견 (선택)").inputValue()).toBe("");
});

test("a remark that is too long is refused beside its field, and stays while one looks elsewhere", {
  tags: ["full"],
}, async () => {
  const { at, month } = monthAgo(2);
  await add({ by: (await addDesk("선안내")).id, at });
  const officer = await opens(`/dash/access-log?view=review&month=${month}`);
  const note = officer.textbox("점검 의견 (선택)");
  await note.fill("가".repeat(1001));
  await officer.button(`${month} 점검 완료`).click();
  await hasError(note, "1000자까지 입력할 수 있습니다.");
  await note.fill("확인 중");
  await officer.goTo("nav.register");
  await officer.page.goBack();
  expect(await note.inputValue()).toBe("확인 중");
});

test("a month that runs cannot be reviewed, and an administrator reviews none", {
  tags: ["full"],
}, async () => {
  const { at, month } = monthAgo(1);
  await add({ by: (await addDesk("표안내")).id }, { by: suite.site.host, at });
  const running = siteDay().slice(0, 7);
  const officer = await opens(`/dash/access-log?view=review&month=${running}`);
  await isSeen(officer.text("이 달은 아직 끝나지 않아 점검을 기록할 수 없습니다."));
  await isGone(officer.button(`${running} 점검 완료`));
  const admin = await suite.staff("admin");
  await admin.open(`/dash/access-log?view=review&month=${month}`);
  await isSeen(admin.heading(month));
  await isGone(admin.button(`${month} 점검 완료`));
  await admin.open("/dash/access-log?view=person");
  await isSeen(admin.table("접속기록"));
  await isGone(admin.page.getByRole("radiogroup").getByText("번호로 검색"));
});

test("it is exported as it is narrowed, its reasons inert", { tags: ["full"] }, async () => {
  const desk = await addDesk("엄수출");
  await add({ by: desk.id, action: "/dash/visits/:id/reveal", visitIds: [5, 6], reason: "=1+1" });
  const officer = await opens(of("엄수출"));
  await isSeen(officer.row("엄수출"));
  await officer.button("엑셀로 내보내기").click();
  await officer.page.getByRole("textbox", { name: "내보내는 사유" }).fill("점검");
  const [download] = await Promise.all([
    officer.page.waitForEvent("download"),
    officer.button("내보내기").click(),
  ]);
  const [sheet] = await readSheets(await buffer(await download.createReadStream()));
  expect(download.suggestedFilename()).toMatch(/^접속기록_/);
  expect(sheet?.data[0]).toEqual([
    "일시",
    "조회한 직원",
    "역할",
    "접속지",
    "수행 업무",
    "정보주체",
    "방문 번호",
    "사유",
  ]);
  expect(sheet?.data[1]?.slice(1)).toEqual([
    ...["엄수출", "안내데스크", "10.0.0.7", "번호 조회", "방문 2건", "5, 6", "=1+1"],
  ]);
});

test.each(looks)(
  "log, drawer, search and review are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    const name = opening.lang === "ko" ? "마안내" : "박안내";
    const desk = await addDesk(name);
    const { at, month } = monthAgo(3);
    const reveal = "/dash/visits/:id/reveal";
    await add(
      ...Array.from({ length: 21 }, (_, n) => ({
        by: desk.id,
        at,
        action: reveal,
        visitIds: [n + 1],
        reason: "확인",
      })),
      { by: suite.site.host, at },
    );
    const officer = await opens(of(name), opening);
    await isSeen(lines(officer).first());
    await hasNoViolation(officer.page, "log");
    await lines(officer).first().getByRole("button").click();
    await isSeen(officer.page.getByRole("dialog", { name: officer.say("access.entry") }));
    await hasNoViolation(officer.page, "entry");
    await officer.open("/dash/access-log?view=person");
    await officer
      .textbox(officer.say("visit.cellPhone"))
      .fill(opening.lang === "ko" ? "010-0000-9998" : "010-0000-9999");
    await officer.button(officer.say("access.personSubmit")).click();
    await isSeen(officer.text(officer.say("access.personNone")));
    await hasNoViolation(officer.page, "person");
    await officer.open(`/dash/access-log?view=review&month=${month}`);
    await isSeen(officer.row(name));
    await hasNoViolation(officer.page, "review");
    await officer.button(name).click();
    await isSeen(officer.page.getByRole("dialog", { name: officer.say("access.monthOf") }));
    await hasNoViolation(officer.page, "month of somebody");
  },
);
