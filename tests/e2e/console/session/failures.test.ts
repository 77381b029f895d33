/**
 * What a failed call says, by its status (docs/behaviour.md, "Console failures"), and what stands in for what could
 * not be read.
 */
import { expect, test } from "vitest";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasError, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

/** An applied visit in its drawer, and the answer that approving it will get. */
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
  await desk.act("action.approve").click();
  return desk;
}

const json = (status: number, body: object) => ({
  status,
  body: JSON.stringify(body),
  contentType: "application/json",
});

test("500 is an error toast with its fixed sentence", async () => {
  const desk = await approvesWith(json(500, { id: "internal", message: "none of this is shown" }));
  await isSeen(desk.toast("error", "Server에서 요청을 처리하지 못했습니다."));
  await isGone(desk.text("none of this is shown"));
});

test("405 is a warning with the sentence of the answer, and what is shown is read again", async () => {
  suite.tolerate(/status of 405/);
  const desk = await suite.staff("desk");
  await desk.hearsNothing();
  const visit = await addVisiting(suite.server, suite.site, { name: "차도윤", statusCode: "applied" });
  await desk.open(`/dash/visits?visit=${visit.id}`);
  await isSeen(desk.act("action.approve"));
  // somebody decided first, and word of it has not come yet
  await suite.server.db("visits").where({ id: visit.id }).update({ statusCode: "approved" });
  await desk.act("action.approve").click();
  await isSeen(desk.toast("warning", "이미 처리된 방문입니다."));
  await isSeen(desk.act("action.issue"));
  await isGone(desk.act("action.approve"));
});

test.each([403, 404, 413, 422, 429, 503])(
  "%i is a warning with the message of the answer",
  { tags: ["full"] },
  async (status) => {
    const desk = await approvesWith(json(status, { id: "some", message: `이유는 ${status}입니다.` }));
    await isSeen(desk.toast("warning", `이유는 ${status}입니다.`));
  },
);

test("an answer that says nothing is a warning that says so", { tags: ["full"] }, async () => {
  const desk = await approvesWith({ status: 502, body: "<h1>Bad gateway</h1>", contentType: "text/html" });
  await isSeen(desk.toast("warning", "요청을 처리하지 못했습니다. 다시 시도해 주십시오."));
});

test("400 is no toast but an error on its field, and what was typed stays", async () => {
  suite.tolerate(/status of 400/);
  const desk = await suite.staff("desk");
  const { id } = await addVisiting(suite.server, suite.site, { statusCode: "applied" });
  await desk.open(`/dash/visits?visit=${id}`);
  await desk.act("action.reject").click();
  const field = desk.drawer.getByRole("textbox", { name: "반려 사유" });
  await field.fill("가".repeat(501));
  await desk.act("action.reject").click();
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  await hasError(field, "500");
  expect(await field.inputValue()).toHaveLength(501);
  expect(await desk.page.locator(".Toastify__toast").count()).toBe(0);
});

test("a toast goes after three seconds, and at once by its button", { tags: ["full"] }, async () => {
  const desk = await approvesWith(json(403, { id: "forbidden", message: "권한이 없습니다." }));
  const toast = desk.toast("warning", "권한이 없습니다.");
  await isSeen(toast);
  const card = desk.page.locator(".Toastify__toast");
  expect(await card.getByRole("progressbar").getAttribute("aria-label")).toBe("알림이 닫히기까지 남은 시간");
  await card.getByRole("button", { name: "닫기", exact: true }).click();
  await isGone(toast);
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

test("a lost line is told, and the same press works once it is back", async () => {
  suite.tolerate(/ERR_INTERNET_DISCONNECTED/);
  const desk = await suite.staff("desk");
  const { id } = await addVisiting(suite.server, suite.site, { name: "차도윤", statusCode: "applied" });
  await desk.open(`/dash/visits?visit=${id}`);
  await isSeen(desk.act("action.approve"));
  await desk.page.context().setOffline(true);
  await desk.act("action.approve").click();
  await isSeen(desk.toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오."));
  await desk.page.context().setOffline(false);
  await desk.act("action.approve").click();
  await isSeen(desk.toast("success", "차도윤 님의 방문을 승인했습니다."));
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

test("a visit that is not there says so in the drawer", async () => {
  suite.tolerate(/status of 404/);
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits?visit=999999");
  await isSeen(desk.drawer.getByRole("alert").getByText("불러오지 못했습니다"));
  await isSeen(desk.toast("warning", "찾을 수 없습니다."));
  await desk.closesDrawer();
  expect(desk.search().get("visit")).toBeNull();
});

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

test("a screen that does not exist leads back to the first one", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/no-such-screen");
  await isSeen(desk.heading("찾을 수 없는 화면입니다"));
  await desk.link("첫 화면으로").click();
  await isSeen(desk.heading("현황판"));
});

test("what is on the screen stays there when it cannot be read again", async () => {
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
