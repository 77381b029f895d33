/**
 * What a failed call says, by its status (docs/behaviour.md, "Console failures"), and what stands in for what could
 * not be read.
 */
import { expect, test } from "vitest";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

/** An applied visit in its drawer, and the answer that approving it gets. What is said about it stays. */
async function approvesWith(answer: {
  status: number;
  body?: string;
  contentType?: string;
}): Promise<StaffPage> {
  suite.tolerate(new RegExp(`status of ${answer.status}`));
  const desk = await suite.staff("desk");
  const { id } = await addVisiting(suite.server, suite.site, { name: "차도윤", statusCode: "applied" });
  await desk.open(`/dash/visits?visit=${id}`);
  await desk.page.route("**/dash/user/approve/*", (route) => route.fulfill(answer));
  await desk.toastsStay(true);
  await desk.act("action.approve").click();
  return desk;
}

const json = (status: number, body: object) => ({
  status,
  body: JSON.stringify(body),
  contentType: "application/json",
});

test("a toast goes after three seconds, and at once by its button", { tags: ["full"] }, async () => {
  const desk = await approvesWith(json(403, { id: "forbidden", message: "권한이 없습니다." }));
  const toast = desk.toast("warning", "권한이 없습니다.");
  await isSeen(toast);
  const card = desk.page.locator(".Toastify__toast");
  expect(await card.getByRole("progressbar").getAttribute("aria-label")).toBe("알림이 닫히기까지 남은 시간");
  await card.getByRole("button", { name: "닫기", exact: true }).click();
  await isGone(toast);
  await desk.toastsStay(false);
  await desk.act("action.approve").click();
  await isSeen(toast);
  const began = Date.now();
  await isGone(toast);
  expect(Date.now() - began).toBeLessThan(5_000);
});

test("a toast waits under the pointer, and stays half a second after it has left", {
  tags: ["full"],
}, async () => {
  const desk = await approvesWith(json(403, { id: "forbidden", message: "권한이 없습니다." }));
  const toast = desk.toast("warning", "권한이 없습니다.");
  await isSeen(toast);
  await toast.hover();
  await desk.toastsStay(false);
  await desk.page.waitForTimeout(3_500);
  expect(await toast.isVisible()).toBe(true);
  await desk.page.evaluate(`{
    const card = document.querySelector(".Toastify__toast");
    card.addEventListener("mouseleave", () => { window.leftAt = performance.now(); });
    card.querySelector("[role=progressbar]").addEventListener("animationend", () => {
      window.stayed = performance.now() - window.leftAt;
    });
  }`);
  await desk.page.mouse.move(5, 400);
  await isGone(toast);
  const stayed = await desk.page.evaluate<number>("window.stayed");
  expect(stayed).toBeGreaterThan(450);
  expect(stayed).toBeLessThan(1_500);
});

test.each([
  ["현황판", "/dash/today", "**/dash/visits/progress"],
  ["방문 목록", "/dash/visits", "**/api/visit?*"],
  ["승인함", "/dash/approvals", "**/dash/visits/undecided?*"],
  ["승인함", "/dash/approvals?list=requests", "**/dash/user/requests*"],
])(
  "%s says what it could not read, and offers to try again",
  { tags: ["full"] },
  async (title, path, calls) => {
    suite.tolerate(/status of 503/);
    const desk = await suite.staff("desk");
    await addVisiting(suite.server, suite.site, {
      name: "차도윤",
      statusCode: "applied",
      hostUserId: desk.person.id,
    });
    await desk.hearsNothing();
    const pattern = calls.replace("?*", "*");
    await desk.page.route(pattern, (route) =>
      route.fulfill(json(503, { id: "busy", message: "점검 중입니다." })),
    );
    await desk.open(path);
    await isSeen(desk.heading(title));
    const failure = desk.alert("불러오지 못했습니다");
    await isSeen(failure.getByText("점검 중입니다."));
    await desk.page.unroute(pattern);
    await failure.getByRole("button", { name: "다시 시도" }).click();
    await isSeen(desk.button(/^차도윤/).first());
    await isGone(failure);
  },
);

test.each([403, 404, 429])(
  "a first reading that fails with %i warns with the message of the answer",
  { tags: ["full"] },
  async (status) => {
    suite.tolerate(new RegExp(`status of ${status}`));
    const desk = await suite.staff("desk");
    await desk.hearsNothing();
    await desk.page.route("**/api/visit*", (route) =>
      route.fulfill(json(status, { id: "some", message: `이유는 ${status}입니다.` })),
    );
    await desk.open("/dash/visits");
    await isSeen(desk.toast("warning", `이유는 ${status}입니다.`));
    await isSeen(desk.alert("불러오지 못했습니다"));
  },
);

test("what is on the screen stays there when it cannot be read again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  const desk = await suite.staff("desk");
  await addVisiting(suite.server, suite.site, { name: "차도윤" });
  await desk.open("/dash/today");
  await isSeen(desk.button("차도윤"));
  await desk.page.route("**/dash/visits/progress", (route) =>
    route.fulfill(json(503, { id: "busy", message: "점검 중입니다." })),
  );
  const other = await suite.staff("desk");
  const { id } = await addVisiting(suite.server, suite.site, { statusCode: "applied" });
  await other.open(`/dash/visits?visit=${id}`);
  await other.act("action.approve").click();
  await isSeen(desk.toast("warning", "점검 중입니다."));
  await isSeen(desk.button("차도윤"));
});
