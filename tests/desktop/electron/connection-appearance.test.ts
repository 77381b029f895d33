/** No axe violation and nothing cut off, in any state of the connection page. */
import { expect, test } from "vitest";
import { violationsOn } from "../../support/browser/page-checks.ts";
import { healthy, listen, serve } from "../support/servers.ts";
import { type Desk, deskSuite, shoot } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

const looks = [
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

async function show({ page, look, origin }: Desk, wanted: (typeof looks)[number]): Promise<string> {
  await look(wanted);
  await page.evaluate(`window.desktop.chooseLanguage("${wanted.language}")`);
  await page.goto(`${origin}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return `${wanted.language}-${wanted.width}-${wanted.colours}`;
}

test("the connection page has no violation in any state", async () => {
  suite.allowErrors(/CallError/);
  const [server, closing] = [await serve(healthy), await listen(healthy)];
  const desk = await shared({ servers: [] });
  const { page } = desk;
  for (const look of looks) {
    const name = await show(desk, look);
    await page.getByRole("textbox").fill("http://visit.example.com");
    await page.keyboard.press("Enter");
    await page.locator("[aria-invalid]").waitFor();
    await looksWell(desk, `refused-${name}`);
  }

  for (const { origin } of [closing, server]) await page.evaluate(`desktop.connect("${origin}")`);
  await closing.close();
  for (const look of looks) {
    const name = await show(desk, look);
    await page
      .getByText(/^(연결됨|Connected)/)
      .first()
      .waitFor();
    await page.getByRole("listitem").getByRole("button").first().click();
    await page.getByRole("listitem").getByRole("alert").waitFor();
    await looksWell(desk, `connected-and-failed-${name}`);
  }
});
