/** Notifications in Electron: recorded instead of shown, as a virtual screen shows none. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addPendingVisit, moveToBackground, toneCount } from "../../support/console/pending-visits.ts";
import { signedIn } from "../../support/console/staff.ts";
import { type Desk, deskSuite, goTo } from "./desk.ts";

const suite = deskSuite();
/** An app of its own, as replaced parts stay. The interval is long, as a busy machine may add the visits slowly. */
const shared = suite.share(() => ({ timing: { notificationMs: 600_000 } }));

interface Watched {
  shown: string[];
  flashed: boolean[];
  badges: number[];
  isFocused: boolean;
  last?: Electron.Notification;
}

const watch = (desk: Desk) =>
  desk.app.evaluate(({ app, BrowserWindow, Notification }) => {
    const seen: Watched = { shown: [], flashed: [], badges: [], isFocused: false };
    Reflect.set(globalThis, "seen", seen);
    Notification.isSupported = () => true;
    Notification.prototype.show = function show() {
      seen.shown.push(this.body);
      seen.last = this;
    };
    app.setBadgeCount = (count) => seen.badges.push(count ?? 0) > 0;
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error("There is no window.");
    window.isFocused = () => seen.isFocused;
    // a click would focus the window at an unknown time, which clears notifications
    window.show = () => {};
    window.focus = () => {};
    window.flashFrame = (isFlashing) => void seen.flashed.push(isFlashing);
  });

const seen = (desk: Desk) =>
  desk.app.evaluate(() => {
    const { shown, flashed, badges } = Reflect.get(globalThis, "seen") as Watched;
    return { shown, flashed, badges };
  });

const addPending = (name: string) => addPendingVisit(suite.server, suite.site, name);

const open = (page: Page, name: string) =>
  page.getByRole("navigation").getByRole("link", { name, exact: true }).click();

const click = (desk: Desk) =>
  desk.app.evaluate(() => {
    const { last } = Reflect.get(globalThis, "seen") as Watched;
    last?.emit("click");
  });

test("a host's answer and a pending visit are notified without names, with the chosen sound, and a click opens them", async () => {
  const desk = await shared({ as: "desk", at: "/dash/reserve" });
  await watch(desk);
  const { page } = desk;
  await page.getByRole("combobox", { name: "담당자", exact: true }).fill("김철");
  await page.getByRole("listbox").getByRole("option").first().click();
  await page.getByRole("combobox", { name: "목적", exact: true }).click();
  await page.getByRole("listbox").getByRole("option", { name: "회의", exact: true }).click();
  await page.getByRole("combobox", { name: "이름" }).first().fill("한가람");
  await page.getByLabel("담당자에게 승인 요청").click({ force: true });
  await page.getByRole("button", { name: "승인 요청" }).click();
  await page.waitForURL(/visit=\d+/);
  const id = new URL(page.url()).searchParams.get("visit");
  await page.keyboard.press("Escape");
  await open(page, "방문객 출입증");
  await moveToBackground(page);

  const other = await signedIn(suite.server, suite.site.company, "desk");
  expect((await other.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(200);
  const answered = "담당자가 승인한 방문 1건";
  await expect.poll(async () => (await seen(desk)).shown).toEqual([answered]);
  expect(await toneCount(page)).toBe(0);
  await click(desk);
  await page.waitForURL(new RegExp(`/dash/visits\\?visit=${id}`));
  await page.getByRole("dialog").getByText("한가람").first().waitFor();
  await page.keyboard.press("Escape");

  await goTo(desk, "/dash/account");
  await page.getByRole("switch", { name: /^소리/ }).click({ force: true });
  await page.getByText("저장했습니다.").waitFor();
  await open(page, "현황판");
  await page.getByText("실시간").first().waitFor();
  await addPending("차도윤");
  await expect.poll(async () => (await seen(desk)).shown).toEqual([answered, "방문 승인 대기 1건"]);
  const marks = async () => {
    const { flashed, badges } = await seen(desk);
    return [flashed.at(-1), badges.at(-1)];
  };
  await expect.poll(marks).toEqual([true, 1]);
  expect(await page.title()).toMatch(/^\(1\) /);
  await expect.poll(() => toneCount(page)).toBe(2);

  await addPending("도하린");
  await expect.poll(() => page.title()).toMatch(/^\(2\) /);
  expect([(await seen(desk)).shown.length, await toneCount(page)]).toEqual([2, 2]);
  await click(desk);
  await page.waitForURL(/\/dash\/approvals/);
  await page.getByRole("row", { name: /차도윤/ }).waitFor();
});
