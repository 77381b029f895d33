/** The line is lost: the app in Electron, against a real server behind a line that is cut. */
import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { looks } from "../../support/browser/appearance.ts";
import { hasNoViolation } from "../../support/browser/axe.ts";
import { pagesOf } from "../../support/browser/pdf.ts";
import { addHeldPass, addVisiting } from "../../support/console/console-site.ts";
import { isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { healthy, serve } from "../support/servers.ts";
import { type Desk, deskSuite, goTo } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

/** One who is inside with a pass, one who is to come, one who has left. */
async function addThree() {
  const { server, site } = suite;
  const inside = await addVisiting(server, site, {
    name: "차도윤",
    statusCode: "entered",
    carNumber: "12가 3456",
    cellphone: "010-0000-1234",
  });
  await addHeldPass(server, "A-17", inside.id);
  const expected = await addVisiting(server, site, { name: "하은별" });
  await addVisiting(server, site, { name: "고나라", statusCode: "exited" });
  return { inside, expected };
}

/** Somebody of the desk at work, whose lists have been read: the program does so when it passes on a sign-in. */
async function atWork(begin: () => Promise<Desk> = shared): Promise<Desk> {
  const desk = await begin();
  await suite.signIn(desk);
  await isSeen(desk.page.getByRole("heading", { level: 1, name: "현황판" }));
  await expect.poll(desk.hasLists).toBe(true);
  return desk;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name, exact: true });
const printed = async ({ savePdf }: Desk) => pagesOf(await savePdf());

/** The line is cut, and the app has noticed. */
async function loseLine({ page }: Desk) {
  await suite.gate.cut();
  await isSeen(page.getByRole("alert").getByText(/부터 서버에 연결할 수 없습니다\./));
}

test("signed in, then offline: the lists open and are printed, marked, for everybody; then the line is back", async () => {
  await addThree();
  const desk = await atWork();
  const { page } = desk;
  await loseLine(desk);
  await hasNoViolation(page, "note");
  await link(page, "오프라인 명단 열기").click();
  await isSeen(page.getByRole("heading", { level: 1, name: "오프라인 명단" }));
  await isSeen(page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d 기준 명단입니다\(조회자 안내원\)\.$/));
  const table = page.getByRole("table");
  await isSeen(table.getByText("차도윤"));
  await isSeen(table.getByText("하은별"));
  expect(await page.locator("main").textContent()).not.toMatch(/고나라|1234|12가/);
  await hasNoViolation(page, "lists");

  await link(page, "출입증 명단 인쇄").click();
  await isSeen(page.getByRole("heading", { level: 2, name: "출입증 명단", exact: true }));
  await hasNoViolation(page, "passes");
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
  await hasNoViolation(page, "evacuation");
  const [evacuation] = await printed(desk);
  expect([evacuation?.width, evacuation?.height]).toEqual([210, 297]);
  expect(evacuation?.text).toMatch(/OFFLINE\/오프라인.*본관\(1명\).*차도윤.*A-17/);
  expect(evacuation?.text).not.toContain("하은별");
  await button(page, "돌아가기").click();

  await suite.gate.mend();
  await button(page, "다시 확인").click();
  await isSeen(page.getByText("서버에 다시 연결되었습니다."));
  await button(page, "콘솔로 돌아가기").click();
  await isSeen(page.getByRole("heading", { level: 1, name: "현황판" }));
  await isGone(page.getByRole("alert").getByText(/서버에 연결할 수 없습니다\./));
});

test("a server that answers once more while it stops is missed all the same", {
  tags: ["full"],
}, async () => {
  await addThree();
  const desk = await atWork();
  let answered = 0;
  const stopping = await serve((request, response) => {
    if (request.url !== "/healthz") return void request.socket.destroy();
    answered++;
    response.on("finish", () => void suite.gate.cut());
    healthy(request, response);
  });
  onTestFinished(suite.gate.lead(stopping.origin));
  await isSeen(desk.page.getByRole("alert").getByText(/부터 서버에 연결할 수 없습니다\./));
  expect(answered).toBe(1);
});

test("a server that goes while a screen is built leaves the way to the lists, and brings the screen when it is back", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/CallError/);
  await addThree();
  const { page, origin } = await atWork();
  // its last answer is who is signed in
  const stopping = await serve(async ({ url = "", headers, socket }, response) => {
    if (!url.startsWith("/dash/user/current")) return void socket.destroy();
    const { cookie = "" } = headers;
    const answer = await fetch(`${suite.server.url}${url}`, { headers: { cookie } });
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
  });
  const mend = suite.gate.lead(stopping.origin);
  onTestFinished(mend);
  const failed = page.getByRole("heading", { level: 1, name: "화면을 표시하지 못했습니다" });
  await page.goto(`${origin}/dash/today`);
  await isSeen(failed);
  await link(page, "오프라인 명단 열기").click();
  await isSeen(page.getByRole("table").getByText("차도윤"));
  await page.goto(`${origin}/dash/today`);
  await isSeen(failed);
  mend();
  await isSeen(page.getByRole("heading", { level: 1, name: "현황판" }));
  await isSeen(page.getByRole("row", { name: /하은별/ }));
});

test("what only the server can do takes no press, and the button says why", { tags: ["full"] }, async () => {
  const { expected } = await addThree();
  const desk = await atWork();
  await desk.page.goto(`${desk.origin}/dash/today?visit=${expected.id}`);
  const drawer = desk.page.getByRole("dialog");
  await isSeen(drawer.getByRole("button", { name: "출입증 발급", exact: true }));
  await suite.gate.cut();
  const issue = drawer.getByRole("button", { name: "출입증 발급 (서버 연결 필요)" });
  await isSeen(issue);
  expect(await issue.isDisabled()).toBe(true);
  await suite.gate.mend();
  const again = drawer.getByRole("button", { name: "출입증 발급", exact: true });
  await again.waitFor({ timeout: 20_000 });
  expect(await again.isEnabled()).toBe(true);
});

test("started without a line it opens the lists; nothing else pretends to work", async () => {
  await addThree();
  const { home, close } = await atWork(suite.start);
  await close();
  await suite.gate.cut();
  const desk = await suite.start({ home });
  await isSeen(desk.page.getByRole("heading", { level: 1, name: "오프라인 명단" }));
  await isSeen(desk.page.getByRole("table").getByText("차도윤"));
  const issue = button(desk.page, /^출입증 발급 \(서버 연결/);
  expect(await issue.isDisabled()).toBe(true);
  await desk.page.goto(`${desk.origin}/dash/visits`);
  await isSeen(desk.page.getByRole("heading", { level: 1, name: "오프라인 명단" }));
  expect(desk.page.url()).toContain("/dash/offline");
});

test("after the sign-out nothing is left, with or without a line", async () => {
  await addThree();
  const desk = await atWork();
  await button(desk.page, "안내원 님의 계정").click();
  await button(desk.page, "로그아웃").click();
  await isSeen(desk.page.getByRole("heading", { name: "방문 관리 로그인" }));
  await expect
    .poll(() => readdirSync(desk.userData).filter((name) => name.startsWith("snapshot")))
    .toEqual([]);
  await suite.gate.cut();
  await goTo(desk, "/dash/offline");
  await isSeen(desk.page.getByText("저장된 명단이 없습니다", { exact: true }));
});

test("a session that slept in leaves the evacuation list, on the login page; one that was taken away nothing", async () => {
  await addThree();
  const desk = await atWork();
  const { page } = desk;
  await suite.server.db("sessions").update({ activeAt: new Date(Date.now() - 7_200_000) });
  await page.goto(`${desk.origin}/dash/today`);
  await isSeen(page.getByRole("heading", { name: "방문 관리 로그인" }));
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
  await isSeen(page.getByRole("heading", { name: "방문 관리 로그인" }));
  await expect.poll(desk.hasLists).toBe(false);
  await goTo(desk, "/dash/offline");
  await isSeen(page.getByText("로그아웃했거나 로그인이 취소되어 명단을 삭제했습니다."));
});

test("a host's computer keeps nothing, and says so", { tags: ["full"] }, async () => {
  await addThree();
  const host = await shared();
  await suite.signIn(host, "host");
  await isSeen(host.page.getByRole("heading", { level: 1, name: "승인함" }));
  await host.page.goto(`${host.origin}/dash/offline`);
  await isSeen(host.page.getByText("안내데스크 명단을 볼 권한이 없는 계정이어서 저장하지 않습니다."));
  expect(host.hasLists()).toBe(false);
});

test("a computer that has no safe place keeps nothing, and says so", { tags: ["full"] }, async () => {
  await addThree();
  const bare = await suite.start({ switches: ["--password-store=basic"] });
  await suite.signIn(bare);
  await isSeen(bare.page.getByRole("heading", { level: 1, name: "현황판" }));
  await bare.page.goto(`${bare.origin}/dash/offline`);
  await isSeen(bare.page.getByText(/안전하게 저장할 곳.*이 없어/));
  expect(bare.hasLists()).toBe(false);
});

test("the lists are removed where somebody asks for it, after one more question", {
  tags: ["full"],
}, async () => {
  await addThree();
  const desk = await atWork();
  await desk.page.goto(`${desk.origin}/dash/offline`);
  await button(desk.page, "이 컴퓨터에서 명단 삭제").click();
  await isSeen(desk.page.getByText(/삭제하시겠습니까\?$/));
  await button(desk.page, "이 컴퓨터에서 명단 삭제").click();
  await isSeen(desk.page.getByText("저장된 명단이 없습니다", { exact: true }));
  expect(desk.hasLists()).toBe(false);
});

test("offline screens break no rule of accessibility in any look", { tags: ["full"] }, async () => {
  await addThree();
  const desk = await atWork();
  for (const { colours, width } of looks) {
    await desk.look({ colours, width, height: 900 });
    await loseLine(desk);
    await hasNoViolation(desk.page, `note ${colours}`);
    await link(desk.page, "오프라인 명단 열기").click();
    await isSeen(desk.page.getByRole("table").getByText("차도윤"));
    await hasNoViolation(desk.page, `lists ${colours}`);
    for (const sheet of ["passes", "evacuation"]) {
      await desk.page.goto(`${desk.origin}/dash/offline/print/${sheet}`);
      await isSeen(desk.page.getByRole("cell", { name: "차도윤" }));
      await hasNoViolation(desk.page, `${sheet} ${colours}`);
    }
    await suite.gate.mend();
    await desk.page.goto(`${desk.origin}/dash/today`);
    await isSeen(desk.page.getByRole("heading", { level: 1, name: "현황판" }));
  }
});
