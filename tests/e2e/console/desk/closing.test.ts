/** Closing the day: visitors inside, passes not returned, and the report. */
import { beforeEach, expect, test } from "vitest";
import { addHeldPass, addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { truncate } from "../../../support/database/truncate.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(() => truncate(suite.server.db, "day_closings"));

test("the desk closes the day, prints the report and opens the day again", async () => {
  const { server, site } = suite;
  const hourAgo = new Date(Date.now() - 26 * 60 * 60_000);
  const since = { enteredAt: hourAgo, enteredFrom: "approved" as const };
  const leaving = await addVisitToday(server, site, { name: "차도윤", statusCode: "entered", ...since });
  const staying = await addVisitToday(server, site, {
    name: "한서연",
    statusCode: "entered",
    cellphone: "010-0000-1234",
    ...since,
  });
  const holding = await addVisitToday(server, site, { name: "오지훈", statusCode: "exited" });
  await addHeldPass(server, "P-01", leaving.id);
  await addHeldPass(server, "V-01", holding.id, true);
  const desk = await suite.staff("desk", { person: { name: "안내원" } });
  const button = (name: string) => desk.page.getByRole("button", { name, exact: true });
  const tick = (name: string) => desk.page.getByRole("checkbox", { name, exact: true }).check();

  await desk.open("/dash/today");
  await desk.page.getByRole("status").getByRole("link", { name: "오늘 마감" }).click();
  await isSeen(desk.page.getByRole("heading", { name: "오늘 마감", exact: true }));
  await isSeen(desk.page.getByText("업무가 마감되지 않았습니다."));

  await button("퇴장·반납 안내 보내기").click();
  await isSeen(desk.toast("success", "1건의 안내를 보냈습니다."));
  await button("퇴장·반납 안내 보내기").click();
  await isSeen(desk.page.getByText(/1건은 오늘 .*에 이미 안내했습니다\./));

  await tick("차도윤 님 선택");
  await button("퇴장·회수").click();
  await desk.page.getByRole("checkbox", { name: "지금 퇴장" }).uncheck();
  suite.allowErrors(/status of 400 .*\/recovery/);
  await desk.page.getByRole("textbox", { name: "실제 퇴장 시각 날짜" }).fill("2020-01-01");
  await button("1건 기록").click();
  await isSeen(desk.toast("warning", "입문 시각보다 빠를 수 없습니다."));
  await button("퇴장·회수").click();
  await desk.page.getByRole("checkbox", { name: "지금 퇴장" }).uncheck();
  await button("1건 기록").click();
  await isSeen(desk.toast("success", "1건의 퇴장·회수를 기록했습니다."));
  const left = await server.db("visits").where({ id: leaving.id }).first();
  expect(left.statusCode).toBe("exited");
  expect(left.exitedAt.getTime()).toBeLessThanOrEqual(Date.now());
  // the form offers the last full ten minutes
  expect(left.exitedAt.getMinutes() % 10).toBe(0);

  await tick("오지훈 님 선택");
  await button("출입증 분실").click();
  await button("출입증 분실").click();
  await isSeen(desk.toast("success", "1건의 출입증을 분실로 처리했습니다."));
  expect(await server.db("passes").where({ passNo: "V-01" }).first()).toMatchObject({ status: "lost" });

  await tick("한서연 님 선택");
  await button("야간 체류").click();
  await isSeen(desk.page.getByText("안내원 · ", { exact: false }).first());

  await button("오늘 마감").click();
  await button("오늘 마감").click();
  await isSeen(desk.page.getByText("마감 완료"));
  const [closing] = await server.db("dayClosings");
  expect(closing).toMatchObject({ inside: [staying.id], overnight: [staying.id], passesOut: [] });

  await desk.page
    .getByRole("link", { name: /^인쇄: / })
    .first()
    .click();
  await isSeen(desk.page.getByRole("heading", { name: "일일 마감 보고서", level: 2 }));
  await isSeen(desk.page.getByRole("cell", { name: staying.reserveNo }).first());
  expect(await desk.page.locator("article").innerText()).not.toContain("한서연");
  await desk.page.goBack();

  await desk.page.getByRole("button", { name: /^마감 취소: / }).click();
  await desk.page.getByRole("textbox", { name: "취소 사유" }).fill("남은 방문객 확인");
  await button("마감 취소").click();
  await isSeen(desk.page.getByText(/남은 방문객 확인/));
  await isGone(desk.page.getByText("마감 완료"));
});
