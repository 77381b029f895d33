/** Code that comes after the page: there before it is needed, and where it cannot be fetched the board stays. */
import { expect, test } from "vitest";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ isIdleAtTimes: true });

const drawerCode = "**/assets/dist/visit-detail-*.js";
const printCode = /\/assets\/dist\/print-[\w-]{8}\.js$/;

/** The board with one visitor, while some of the console's files cannot be fetched. */
async function boardWithout(files: string | RegExp): Promise<StaffPage> {
  suite.tolerate(/ERR_FAILED|Failed to load resource|preload/);
  await addVisiting(suite.server, suite.site, { name: "차도윤" });
  const desk = await suite.staff("desk");
  await desk.page.route(files, (route) => route.abort());
  await desk.open("/dash/today");
  await isSeen(desk.button("차도윤"));
  return desk;
}

const again = (desk: StaffPage) => desk.drawer.getByRole("button", { name: "다시 시도" });

test("a drawer whose code is missing says so in its place, beside the board, and opens by itself later", {
  tags: ["full"],
}, async () => {
  const desk = await boardWithout(drawerCode);
  await desk.button("차도윤").click();
  await isSeen(desk.drawer.getByText("서버에 연결되면 자동으로 표시됩니다."));
  await isSeen(again(desk));
  await isSeen(desk.page.getByText("시간대별 방문"));
  await desk.page.unroute(drawerCode);
  await desk.showsVisit("차도윤");
});

test("a press fetches missing code at once, and the drawer can be closed meanwhile", {
  tags: ["full"],
}, async () => {
  const desk = await boardWithout(drawerCode);
  await desk.button("차도윤").click();
  await isSeen(again(desk));
  await desk.closesDrawer();
  await desk.button("차도윤").click();
  await isSeen(again(desk));
  await desk.page.unroute(drawerCode);
  await again(desk).click();
  await desk.showsVisit("차도윤");
});

test("a version that the server no longer has is left by a press, for the page as it is now", {
  tags: ["full"],
}, async () => {
  const desk = await boardWithout(drawerCode);
  await desk.page.unroute(drawerCode);
  await desk.page.route(drawerCode, (route) => route.fulfill({ status: 404, body: "" }));
  await desk.button("차도윤").click();
  await isSeen(again(desk));
  const reloaded = desk.page.waitForEvent("load");
  await again(desk).click();
  await reloaded;
  await desk.page.unroute(drawerCode);
  await desk.showsVisit("차도윤");
});

test("what a desk needs without warning is fetched before, and works when the files are gone", async () => {
  await addVisiting(suite.server, suite.site, { name: "차도윤" });
  const desk = await suite.staff("desk");
  // a busy machine has other things to do for longer than a person waits for a press
  const fetched = (code: RegExp) =>
    desk.page.waitForResponse((response) => code.test(response.url()), { timeout: 30_000 });
  const coming = new Set<unknown>();
  desk.page.on("request", (request) => request.url().includes("/assets/") && coming.add(request));
  desk.page.on("requestfinished", (request) => coming.delete(request));
  desk.page.on("requestfailed", (request) => coming.delete(request));
  const parts = [/\/visit-detail-/, /\/edit-form-/, /\/visit-privacy-/, printCode];
  const all = Promise.all(parts.map(fetched));
  await desk.open("/dash/today");
  await all;
  await expect.poll(() => coming.size).toBe(0);
  await desk.page.route("**/assets/dist/*.js", (route) => route.abort());
  await desk.button("차도윤").click();
  await desk.showsVisit("차도윤");
  await desk.act("action.edit").click();
  await isSeen(desk.drawer.getByRole("textbox", { name: "이름", exact: true }));
});

test("a screen whose code is missing says so, and the way to the others stays", {
  tags: ["full"],
}, async () => {
  const desk = await boardWithout(/\/assets\/dist\/(print|reserve|palette)-[\w-]{8}\.js$/);
  const missing = desk.page.getByText("서버에 연결되면 자동으로 표시됩니다.");
  await desk.page.getByRole("link", { name: "방문 예약" }).click();
  await isSeen(missing);
  await desk.page.getByRole("link", { name: "현황판" }).click();
  await isSeen(desk.button("차도윤"));
  await isGone(missing);
  await desk.page.keyboard.press("Control+k");
  await isSeen(desk.toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오."));
  await isSeen(desk.button("차도윤"));
  await desk.page.goto(new URL("/dash/print/passes?board=expected", desk.page.url()).href);
  await isSeen(missing);
  await desk.page.unrouteAll();
  await isSeen(desk.page.getByRole("cell", { name: "차도윤" }));
});

test("a style sheet that was missing is fetched with the next try", { tags: ["full"] }, async () => {
  const desk = await boardWithout(/\/assets\/dist\/reserve-[\w-]{8}\.css$/);
  await desk.page.getByRole("link", { name: "방문 예약" }).click();
  await isSeen(desk.page.getByText("서버에 연결되면 자동으로 표시됩니다."));
  await desk.page.unrouteAll();
  await isSeen(desk.page.getByRole("heading", { level: 1, name: "방문 예약" }));
  const styles = "[...document.styleSheets].filter(({ href }) => href?.includes('/reserve-')).length";
  expect(await desk.page.evaluate(styles)).toBe(1);
});
