/** No axe violation and nothing cut off, in any state of the connection page. */
import { expect, test } from "vitest";
import { violationsOn } from "../../support/browser/page-checks.ts";
import { healthy, listen } from "../support/servers.ts";
import { type Desk, deskSuite, shoot } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

const looks = [
  { language: "ko", width: 900, height: 600, colours: "light" },
  { language: "en", width: 1440, height: 900, colours: "dark" },
  // as twice as large on a small screen
  { language: "ko", width: 450, height: 300, colours: "light" },
] as const;

async function looksWell({ page }: Desk, state: string): Promise<void> {
  await page.evaluate("document.fonts.ready.then(() => {})");
  expect(await violationsOn(page), state).toEqual([]);
  const cut = await page.evaluate(`[...document.querySelectorAll("main, main *")]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
    .map((element) => element.outerHTML.slice(0, 80))`);
  expect(cut, state).toEqual([]);
  await shoot(page, `connection-${state}`);
}

async function show({ page, look, origin }: Desk, wished: (typeof looks)[number]): Promise<string> {
  await look(wished);
  await page.evaluate(`window.desktop.chooseLanguage("${wished.language}")`);
  await page.goto(`${origin}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return `${wished.language}-${wished.width}-${wished.colours}`;
}

test("first, refused, connected", async () => {
  suite.tolerate(/CallError/);
  const server = await listen(healthy);
  const desk = await shared({ servers: [] });
  const { page } = desk;
  for (const look of looks) {
    const name = await show(desk, look);
    await page.getByRole("textbox").waitFor();
    await looksWell(desk, `first-${name}`);

    await page.getByRole("textbox").fill("http://visit.example.com");
    await page.keyboard.press("Enter");
    await page.locator("[aria-invalid]").waitFor();
    await looksWell(desk, `refused-${name}`);
  }
  await page.getByRole("textbox").fill(server.origin);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname.startsWith("/dash/"));
  for (const look of looks) {
    const name = await show(desk, look);
    await page
      .getByText(/^(연결됨|Connected)/)
      .first()
      .waitFor();
    await looksWell(desk, `connected-${name}`);
  }
});

test("servers, none of them answering", async () => {
  const closing = [await listen(healthy), await listen(healthy)];
  const desk = await shared({ servers: closing.map(({ origin }) => origin), at: "/" });
  for (const server of closing) await server.close();
  const { page } = desk;
  for (const look of looks) {
    const name = await show(desk, look);
    await page.getByRole("listitem").getByRole("button").first().click();
    await page.getByRole("listitem").getByRole("alert").waitFor();
    await looksWell(desk, `failed-${name}`);
  }
});
