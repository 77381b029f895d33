/** Code that is loaded later and cannot be fetched. */
import { expect, test } from "vitest";
import { addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ hasIdleCallbacks: true, freshPages: true });

const drawerCode = "**/assets/dist/visit-detail-*.js";
const missing = "화면을 불러오지 못했습니다";

/** The board with one visitor, while some of the console's files cannot be fetched. */
async function boardWithout(files: string | RegExp): Promise<StaffPage> {
  suite.allowErrors(/ERR_FAILED|Failed to load resource|preload|dynamically imported module|CodeUnavailable/);
  await addVisitToday(suite.server, suite.site, { name: "차도윤" });
  const desk = await suite.staff("desk");
  await desk.page.route(files, (route) => route.abort());
  await desk.open("/dash/today");
  await isSeen(desk.button("차도윤"));
  return desk;
}

test("a drawer whose code cannot be loaded shows an error with a reload button next to the board", async () => {
  const desk = await boardWithout(drawerCode);
  await desk.button("차도윤").click();
  await isSeen(desk.drawer.getByText(missing));
  await isSeen(desk.page.getByText("시간대별 방문"));
  await desk.page.unroute(drawerCode);
  const reloaded = desk.page.waitForEvent("load");
  await desk.drawer.getByRole("button", { name: "다시 시도" }).click();
  await reloaded;
  await desk.showsVisit("차도윤");
});

test("the reload button keeps the page and shows an error while the server is unreachable", async () => {
  const desk = await boardWithout(drawerCode);
  await desk.button("차도윤").click();
  await desk.page.route(desk.page.url(), (route) => route.abort());
  await desk.drawer.getByRole("button", { name: "다시 시도" }).click();
  await isSeen(desk.toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오."));
  expect(new URL(desk.page.url()).pathname).toBe("/dash/today");
});

test("a screen whose code cannot be loaded shows an error and keeps the navigation", async () => {
  const desk = await boardWithout(/\/assets\/dist\/reserve-[\w-]{8}\.js$/);
  await desk.page.getByRole("link", { name: "방문 예약" }).click();
  await isSeen(desk.page.getByText(missing));
  await desk.page.getByRole("link", { name: "현황판" }).click();
  await isSeen(desk.button("차도윤"));
  await isGone(desk.page.getByText(missing));
  await desk.page.unrouteAll();
  await desk.page.getByRole("link", { name: "방문 예약" }).click();
  await isSeen(desk.page.getByRole("heading", { level: 1, name: "방문 예약" }));
});
