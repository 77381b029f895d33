/** The monthly review of the access log. */
import { expect, test } from "vitest";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { addStaff } from "../../../support/console/staff.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";
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

/** A desk user with a name of their own: the log cannot be emptied. */
const addDesk = (name: string) => addStaff(suite.server, suite.site.company, "desk", { name });

async function opens(path: string, opening?: StaffOpening): Promise<StaffPage> {
  const officer = await suite.staff("privacy", { person: { name: "한보람" }, ...opening });
  await officer.open(path);
  return officer;
}

/** Noon of a day of the month so many months ago, and that month. */
function monthAgo(months: number, day = 12) {
  const [year = 0, month = 0] = siteDay().split("-").map(Number);
  const at = new Date(Date.UTC(year, month - 1 - months, day, 3));
  return { at, month: at.toISOString().slice(0, 7) };
}

test("a privacy officer reviews a month: users to check, their entries, and a remark", async () => {
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
