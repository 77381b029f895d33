/** The console inside the desktop app: in Electron, against the real API and database. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../../support/api.ts";
import { ConsolePage } from "../../support/console/console-pages.ts";
import { addPasses, addVisiting } from "../../support/console/console-site.ts";
import { addStaff, signedIn } from "../../support/console/staff.ts";
import { png } from "../../support/images.ts";
import { seedSite } from "../../support/site.ts";
import { hasFocus, hasValue, isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { saying, serve } from "../support/servers.ts";
import { type Desk, deskSuite } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

/** @param begin takes the app that is shared */
async function open(begin: () => Promise<Desk> = shared) {
  const app = await begin();
  return { ...app, console: new ConsolePage(app.page, "ko") };
}

const host = () => new URL(suite.gate.origin).host;
const banner = ({ page }: Awaited<ReturnType<typeof open>>) => page.getByRole("banner");

/** Somebody of the desk at work in the app. */
async function atDesk() {
  const app = await open(() => shared({ as: "desk", at: "/dash/visits" }));
  await isSeen(app.console.heading(app.console.say("nav.allVisits")));
  return app;
}

/** Another person of the desk decides, at another computer. */
async function approveElsewhere(id: number): Promise<void> {
  const other = await signedIn(suite.server, suite.site.company, "desk");
  const { status } = await other.put(`/dash/user/approve/${id}`, { body: {} });
  expect(status).toBe(200);
}

test("from the first start to a decision: connect, sign in, open a visit, approve it", async () => {
  const app = await open(() => shared({ servers: [] }));
  const { loginId } = await addStaff(suite.server, suite.site.company, "desk", { name: "안내원" });
  const { id } = await addVisiting(suite.server, suite.site, { name: "차도윤", statusCode: "applied" });

  await app.console.textbox("서버 주소").fill(suite.gate.origin);
  await app.console.button("연결").click();
  await app.console.arrivesAt("/dash/login");
  await isSeen(app.console.text(new RegExp(host())).first());
  await app.console.logIn(loginId);
  await app.console.arrivesAt("/dash/today");

  // who, which server, as of when, and that changes arrive
  await isSeen(app.console.button(/안내원/));
  await isSeen(banner(app).getByText(host()));
  await isSeen(banner(app).getByText(/^(오전|오후) \d+:\d\d 기준$/));
  await isSeen(banner(app).getByRole("status").getByText("실시간"));

  await app.console.goTo("nav.allVisits");
  await app.console.row("차도윤").first().getByRole("button").first().click();
  await app.console.act("action.approve").click();
  await isSeen(app.console.act("action.issue"));
  expect((await suite.server.db("visits").where({ id }).first()).statusCode).toBe("approved");
});

test("a name, Enter, Enter issues the pass; scanning it takes it back", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤" });
  await addPasses(server, ["P-01", "P-02"]);
  const stored = async () => {
    const { statusCode } = await server.db("visits").where({ id }).first();
    const { visitId } = await server.db("passes").where({ passNo: "P-01" }).first();
    return [statusCode, visitId];
  };
  const { console, page } = await open(() => shared({ as: "desk" }));

  await console.daySearch.fill("차도윤");
  await page.keyboard.press("Enter");
  await console.showsVisit("차도윤");
  await hasValue(console.drawer.getByRole("textbox", { name: "출입증 번호" }).first(), "P-01");
  await page.keyboard.press("Enter");
  await isSeen(console.toast("success", "차도윤 님에게 출입증을 발급했습니다."));
  await isGone(console.drawer);
  expect(await stored()).toEqual(["entered", id]);

  await console.scan("P-01");
  await console.showsVisit("차도윤");
  await hasFocus(console.act("action.recovery"));
  await page.keyboard.press("Enter");
  await isSeen(console.drawer.getByRole("checkbox", { name: "P-01 출입증 회수" }));
  await page.keyboard.press("Enter");
  await isSeen(console.toast("success", "차도윤 님의 퇴장을 기록했습니다."));
  await expect.poll(stored).toEqual(["exited", null]);
});

test("the session's cookie stays with the main process, in the server's own partition", async () => {
  const app = await open();
  await suite.signIn(app);
  await app.console.arrivesAt("/dash/today");
  expect(await app.page.evaluate("document.cookie")).toBe("");
  const partitions = readdirSync(join(app.userData, "Partitions"));
  const cookies = await app.app.evaluate(
    ({ session }, names) =>
      Promise.all(
        names.map(async (name) => {
          const jar = await session.fromPartition(`persist:${name}`).cookies.get({});
          return [name.replace(/[0-9a-f]{32}$/, "#"), ...jar.map((cookie) => cookie.name).sort()];
        }),
      ),
    partitions,
  );
  // a server that another test forgot has left an empty one
  const kept = cookies.filter(([name, ...jar]) => name !== "server-#" || jar.length > 0);
  expect(kept.sort()).toEqual([["console"], ["lobby"], ["server-#", "visitor_device", "visitor_session"]]);
});

test("what happens elsewhere shows at once", async () => {
  const app = await atDesk();
  const { id } = await addVisiting(suite.server, suite.site, { name: "도하린", statusCode: "applied" });
  await isSeen(banner(app).getByRole("status").getByText("실시간"));
  await approveElsewhere(id);
  await isSeen(app.console.row("도하린").getByText("승인").first());
});

test("without a network it says so and since when, keeps what it shows, and is back by itself", async () => {
  const app = await atDesk();
  const { id } = await addVisiting(suite.server, suite.site, { name: "라은채", statusCode: "applied" });
  await app.page.reload();
  await isSeen(app.console.row("라은채"));
  await isSeen(banner(app).getByRole("status").getByText("실시간"));

  await suite.gate.cut();
  await isSeen(
    banner(app)
      .getByRole("status")
      .getByText(/^(오전|오후) \d+:\d\d부터 연결 끊김$/),
  );
  await isSeen(app.console.row("라은채"));
  await app.console.row("라은채").getByRole("button").first().click();
  await isSeen(app.console.text("서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오.").first());

  await approveElsewhere(id);
  await suite.gate.mend();
  await isSeen(banner(app).getByRole("status").getByText("실시간"));
  await isSeen(app.console.row("라은채").getByText("승인").first());
});

test("a language chosen in the menu while the server is away leaves what is typed", {
  tags: ["full"],
}, async () => {
  const app = await atDesk();
  await app.console.goTo("nav.reserve");
  const note = app.page.getByRole("textbox", { name: "비고" });
  await note.click();
  await note.pressSequentially("3층 회의실");
  await suite.gate.cut();
  await isSeen(banner(app).getByText(/부터 연결 끊김$/));
  const chooses = (language: string) =>
    app.app.evaluate(({ Menu }, name) => {
      const entries = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      const languages = entries?.find(({ submenu }) => submenu?.items.some(({ label }) => label === name));
      languages?.submenu?.items.find(({ label }) => label === name)?.click();
    }, language);
  await chooses("English");
  await isSeen(app.page.getByRole("heading", { level: 1, name: "Reserve a visit" }));
  expect(await app.page.getByRole("textbox", { name: "Note" }).inputValue()).toBe("3층 회의실");
  await chooses("한국어");
  await isSeen(app.page.getByRole("heading", { level: 1, name: "방문 예약" }));
  expect(await note.inputValue()).toBe("3층 회의실");
});

test("a file for the lobby goes up with its progress, and comes down in ranges", async () => {
  const app = await open(() => shared({ as: "admin", at: "/dash/signage" }));
  await isSeen(app.console.heading(app.console.say("nav.signage")));
  await app.page.evaluate(`window.steps = [];
    void window.desktop.onUploadProgress(({ sent }) => window.steps.push(sent))`);
  const buffer = png({ padding: 3_000_000 });
  // from the disk: what a page makes in memory comes in one piece
  const file = join(app.home, "로비 안내.png");
  writeFileSync(file, buffer);
  await app.page.locator('input[type="file"]').setInputFiles(file);
  await isSeen(app.console.toast("success", app.console.say("signage.uploaded", { name: "로비 안내.png" })));

  const steps = await app.page.evaluate<number[]>("window.steps");
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.at(-1)).toBeGreaterThan(buffer.length);
  const [item, ...more] = await suite.server.db("signageContents").where({ title: "로비 안내" });
  expect(more).toEqual([]);
  const part = await app.page.evaluate(async (name: string) => {
    const answer = await fetch(`/files/${name}`, { headers: { Range: "bytes=1-3" } });
    return [answer.status, answer.headers.get("Content-Range"), await answer.text()];
  }, String(item.fileName));
  // What is stored was encoded anew, without the padding.
  expect(item.fileSize).toBeLessThan(buffer.length);
  expect(part).toEqual([206, `bytes 1-3/${item.fileSize}`, "PNG"]);
});

test("a server that is changed has a sign-in of its own; one that is forgotten has none any more", {
  tags: ["full"],
}, async () => {
  const app = await atDesk();
  const other = await startTestServer({ now: () => new Date() });
  onTestFinished(other.close);
  const { company } = await seedSite(other.db);
  const stranger = await addStaff(other, company, "desk", { name: "부산안내" });

  await app.console.button(/안내원/).click();
  await app.console.link("서버 바꾸기").click();
  await isSeen(app.console.heading("서버 연결"));
  await app.console.textbox("서버 주소").fill(other.url);
  await app.console.button("연결").click();
  await app.console.arrivesAt("/dash/login");
  await app.console.logIn(stranger.loginId);
  await isSeen(app.console.button(/부산안내/));
  await isSeen(banner(app).getByText(new URL(other.url).host));

  // back to the first: still signed in there
  await app.page.goto(`${app.origin}/`);
  await app.console.button(`${suite.gate.origin}에 연결`).click();
  await isSeen(app.console.button(/안내원/));

  await app.page.goto(`${app.origin}/`);
  await app.console.button(`${suite.gate.origin} 삭제`).click();
  await isGone(app.page.getByRole("region", { name: "사용 중인 서버" }));
  await app.console.textbox("서버 주소").fill(suite.gate.origin);
  await app.console.button("연결").click();
  await app.console.arrivesAt("/dash/login");
});

test("a network that wants its own sign-in first is named, and nothing that is shown goes", {
  tags: ["full"],
}, async () => {
  const app = await atDesk();
  await addVisiting(suite.server, suite.site, { name: "문지안", statusCode: "applied" });
  await app.page.reload();
  await isSeen(app.console.row("문지안"));
  const portal = await serve(saying(200, "text/html", "<title>Wi-Fi</title>"));
  onTestFinished(suite.gate.lead(portal.origin));
  await app.console.row("문지안").getByRole("button").first().click();
  await isSeen(app.console.text(/와이파이 로그인 화면이 떠 있지 않은지/).first());
  await isSeen(app.console.row("문지안"));
});
