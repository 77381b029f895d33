/** The toast of a failed call (docs/behaviour.md, "Console failures"). */
import { expect, test } from "vitest";
import { addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

/** Approves a visit in its drawer with this answer; the toast stays. */
async function approvesWith(answer: {
  status: number;
  body?: string;
  contentType?: string;
}): Promise<StaffPage> {
  suite.allowErrors(new RegExp(`status of ${answer.status}`));
  const desk = await suite.staff("desk");
  const { id } = await addVisitToday(suite.server, suite.site, { name: "차도윤", statusCode: "applied" });
  await desk.open(`/dash/visits?visit=${id}`);
  await desk.page.route("**/dash/user/approve/*", (route) => route.fulfill(answer));
  await desk.keepToasts(true);
  await desk.act("action.approve").click();
  return desk;
}

const json = (status: number, body: object) => ({
  status,
  body: JSON.stringify(body),
  contentType: "application/json",
});

test("a toast closes after three seconds, or at once by its button", async () => {
  const desk = await approvesWith(json(403, { id: "forbidden", message: "권한이 없습니다." }));
  const toast = desk.toast("warning", "권한이 없습니다.");
  await isSeen(toast);
  const card = desk.page.locator(".Toastify__toast");
  expect(await card.getByRole("progressbar").getAttribute("aria-label")).toBe("알림이 닫히기까지 남은 시간");
  await card.getByRole("button", { name: "닫기", exact: true }).click();
  await isGone(toast);
  await desk.keepToasts(false);
  await desk.act("action.approve").click();
  await isSeen(toast);
  const began = Date.now();
  await isGone(toast);
  expect(Date.now() - began).toBeLessThan(5_000);
});
