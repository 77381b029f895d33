/** The server cannot be reached: the app in Electron, against a real server. */
import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { minutesBetween } from "#contract/dates.ts";
import { expectNoViolation } from "../../support/browser/axe.ts";
import { pagesOf } from "../../support/browser/pdf.ts";
import { addHeldPass, addVisitToday } from "../../support/console/console-site.ts";
import { isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { siteTime } from "../../support/visitor/visitor-site.ts";
import { healthy, serve } from "../support/servers.ts";
import { type Desk, deskSuite, goTo } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

/** One visitor inside with a pass, one expected, one who has left. */
async function addThree() {
  const { server, site } = suite;
  const inside = await addVisitToday(server, site, {
    name: "차도윤",
    statusCode: "entered",
    carNumber: "12가 3456",
    cellphone: "010-0000-1234",
  });
  await addHeldPass(server, "A-17", inside.id);
  await addVisitToday(server, site, { name: "하은별" });
  await addVisitToday(server, site, { name: "고나라", statusCode: "exited" });
}

/** Signs in a front-desk user and waits for the lists, which the app reads after a sign-in. */
async function signsIn(desk: Desk): Promise<void> {
  await suite.signIn(desk);
  await isSeen(desk.page.getByRole("heading", { level: 1, name: "현황판" }));
  await expect.poll(desk.hasLists).toBe(true);
}

async function atWork(begin: () => Promise<Desk> = shared): Promise<Desk> {
  const desk = await begin();
  await signsIn(desk);
  return desk;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name, exact: true });
const printed = async ({ savePdf }: Desk) => pagesOf(await savePdf());

/** The server stops: it answers once more after its streams have ended. @returns how to bring it back */
async function loseServer({ page }: Desk) {
  const stopping = await serve((request, response) => {
    if (request.url !== "/healthz") return void request.socket.destroy();
    response.on("finish", () => void suite.gate.cut());
    healthy(request, response);
  });
  const restore = suite.gate.lead(stopping.origin);
  onTestFinished(restore);
  await isSeen(page.getByRole("alert").getByText(/부터 서버에 연결할 수 없습니다\./));
  return async () => {
    restore();
    await suite.gate.mend();
  };
}

/** The server stops while a screen loads: it only answers who is signed in. @returns how to bring it back */
async function loseServerAfterSignIn() {
  const stopping = await serve(async ({ url = "", headers, socket }, response) => {
    if (!url.startsWith("/dash/user/current")) return void socket.destroy();
    const { cookie = "" } = headers;
    const answer = await fetch(`${suite.server.url}${url}`, { headers: { cookie } });
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
  });
  const restore = suite.gate.lead(stopping.origin);
  onTestFinished(restore);
  return restore;
}

test("the lists open and are printed with a mark while the server is lost, and after a start without it", async () => {
  suite.allowErrors(/CallError/);
  await addThree();
  const desk = await atWork(suite.start);
  const { page } = desk;
  const restore = await loseServer(desk);
  await expectNoViolation(page, "note");
  await link(page, "오프라인 명단 열기").click();
  await isSeen(page.getByRole("heading", { level: 1, name: "오프라인 명단" }));
  await isSeen(page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d 기준 명단입니다\(조회자 안내원\)\./));
  const table = page.getByRole("table");
  await isSeen(table.getByText("차도윤"));
  await isSeen(table.getByText("하은별"));
  expect(await page.locator("main").textContent()).not.toMatch(/고나라|1234|12가/);
  await expectNoViolation(page, "lists");

  await link(page, "출입증 명단 인쇄").click();
  await isSeen(page.getByRole("heading", { level: 2, name: "출입증 명단", exact: true }));
  const [list, ...more] = await printed(desk);
  expect(more).toEqual([]);
  expect([list?.width, list?.height]).toEqual([297, 210]);
  expect(list?.text).toMatch(/OFFLINE\/오프라인\d{4}-\d\d-\d\d\d\d:\d\d기준/);
  expect(list?.text).toMatch(/차도윤나래상사김철수설계팀본관00:00–23:59A-17/);
  expect(list?.text).toContain("하은별");
  expect(list?.text).not.toMatch(/고나라|1234|12가/);
  await button(page, "돌아가기").click();

  await link(page, "하은별 님의 방문증 인쇄").click();
  await isSeen(page.getByRole("img", { name: /QR/ }));
  const [badge] = await printed(desk);
  expect([badge?.width, badge?.height]).toEqual([90, 125]);
  expect(badge?.text).toMatch(/하은별.*OFFLINE\/오프라인/);
  await button(page, "돌아가기").click();

  await link(page, "대피 명단 인쇄").click();
  await isSeen(page.getByRole("heading", { level: 2, name: "대피 명단", exact: true }));
  const [evacuation] = await printed(desk);
  expect([evacuation?.width, evacuation?.height]).toEqual([210, 297]);
  expect(evacuation?.text).toMatch(/OFFLINE\/오프라인.*본관\(1명\).*차도윤.*A-17/);
  expect(evacuation?.text).not.toContain("하은별");
  await button(page, "돌아가기").click();

  await restore();
  await button(page, "다시 확인").click();
  await isSeen(page.getByText("서버에 다시 연결되었습니다."));
  await button(page, "방문 관리로 돌아가기").click();
  await isSeen(page.getByRole("heading", { level: 1, name: "현황판" }));
  await isGone(page.getByRole("alert").getByText(/서버에 연결할 수 없습니다\./));

  const back = await loseServerAfterSignIn();
  await page.goto(`${desk.origin}/dash/today`);
  await isSeen(page.getByRole("heading", { level: 1, name: "화면을 표시하지 못했습니다" }));
  expect(await link(page, "오프라인 명단 열기").getAttribute("href")).toMatch(/\/dash\/offline$/);
  back();
  await isSeen(page.getByRole("heading", { level: 1, name: "현황판" }));
  await isSeen(page.getByRole("row", { name: /하은별/ }));

  await desk.close();
  await suite.gate.cut();
  // lists are dated in the site's time zone
  const next = await suite.start({ home: desk.home, timezone: "America/New_York" });
  await isSeen(next.page.getByRole("heading", { level: 1, name: "오프라인 명단" }));
  await isSeen(next.page.getByRole("table").getByText("차도윤"));
  const [, at] =
    /(\d{4}-\d\d-\d\d \d\d:\d\d) 기준.* 시간대: Asia\/Seoul/.exec(
      await next.page.locator("main").innerText(),
    ) ?? [];
  expect(minutesBetween(at ?? "", siteTime())).toBeLessThan(5);
  const issue = button(next.page, /^출입증 발급 \(서버 연결/);
  expect(await issue.isDisabled()).toBe(true);
  await next.page.goto(`${next.origin}/dash/visits`);
  await isSeen(next.page.getByRole("heading", { level: 1, name: "오프라인 명단" }));
  expect(next.page.url()).toContain("/dash/offline");
}, 120_000);

test("without a keyring no lists are kept, and the board shows so", async () => {
  const { page, hasLists } = await suite.start({ args: ["--password-store=basic"] });
  await suite.signIn({ page });
  await isSeen(page.getByRole("status").getByText(/^이 컴퓨터에는 안전한 저장소.*가 없어/));
  expect(hasLists()).toBe(false);
  await link(page, "대피 명단 인쇄").click();
  await isSeen(page.getByRole("heading", { level: 2, name: "대피 명단", exact: true }));
});

test("the sign-out removes the lists; an expired session leaves the evacuation list, an ended one nothing", async () => {
  await addThree();
  const desk = await atWork();
  const { page } = desk;
  await button(page, "안내원 님의 계정").click();
  await button(page, "로그아웃").click();
  const signInPage = page.getByRole("heading", { name: "방문 관리 로그인" });
  await isSeen(signInPage);
  await expect
    .poll(() => readdirSync(desk.userData).filter((name) => name.startsWith("snapshot")))
    .toEqual([]);

  await signsIn(desk);
  await suite.server.db("sessions").update({ activeAt: new Date(Date.now() - 7_200_000) });
  await page.goto(`${desk.origin}/dash/today`);
  await isSeen(signInPage);
  await link(page, "대피 명단 인쇄").click();
  await isSeen(page.getByText(/^장시간 사용하지 않아 로그아웃되어/));
  await isGone(page.getByRole("table"));
  await link(page, "대피 명단 인쇄").click();
  await isSeen(page.getByRole("cell", { name: "차도윤" }));
  await goTo(desk, "/dash/offline/print/passes");
  await isSeen(page.getByRole("cell", { name: "차도윤" }));
  expect(await page.locator("main").textContent()).not.toContain("하은별");

  await suite.server.db("sessions").delete();
  await page.goto(`${desk.origin}/dash/today`);
  await isSeen(signInPage);
  await expect.poll(desk.hasLists).toBe(false);
  await goTo(desk, "/dash/offline");
  await isSeen(page.getByText("로그아웃했거나 로그인이 취소되어 명단을 삭제했습니다."));
});
