/** No axe violation and nothing cut off, in any state of the connection page; all looks with TEST_FULL. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { sampleOf } from "../../support/browser/appearance.ts";
import { violationsOn } from "../../support/browser/page-checks.ts";
import { otherName } from "../support/certificate.ts";
import { healthy, serve } from "../support/servers.ts";
import { type Desk, deskSuite, shoot } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

const domain = "narusol-materials.example";
const chosen = `https://visitor.busan-plant.${domain}:8443`;
const many = [chosen, ...Array.from({ length: 9 }, (_, n) => `https://visit-${n + 1}.${domain}`)];

interface Look {
  readonly language: "ko" | "en";
  readonly width: number;
  readonly height: number;
  readonly colours: "light" | "dark";
}
const all: Look[] = [
  { language: "ko", width: 900, height: 600, colours: "light" },
  { language: "en", width: 1440, height: 900, colours: "dark" },
  { language: "ko", width: 1440, height: 900, colours: "light" },
  { language: "en", width: 900, height: 600, colours: "dark" },
  // as twice as large on a small screen
  { language: "ko", width: 450, height: 300, colours: "light" },
];
const looks = sampleOf(all);

async function looksWell({ page }: Desk, state: string): Promise<void> {
  await page.evaluate("document.fonts.ready.then(() => {})");
  expect(await violationsOn(page), state).toEqual([]);
  const cut = await page.evaluate(`[...document.querySelectorAll("main, main *")]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
    .map((element) => element.outerHTML.slice(0, 80))`);
  expect(cut, state).toEqual([]);
  await shoot(page, `connection-${state}`);
}

/** All of the names lead to a network's sign-in page. @returns the switches that make them do so */
async function portal(): Promise<string[]> {
  const server = createServer(otherName, (_request, response) =>
    response.writeHead(302, { Location: `https://wifi-login.${domain}/` }).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return [`--host-resolver-rules=MAP *.${domain} 127.0.0.1:${port}`, "--ignore-certificate-errors"];
}

/** The connection page in another language, size and colours. */
async function show({ page, look, origin }: Desk, wished: Look): Promise<string> {
  await look(wished);
  await page.evaluate(`window.desktop.chooseLanguage("${wished.language}")`);
  await page.goto(`${origin}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return `${wished.language}-${wished.width}-${wished.colours}`;
}

test("first, refused, connected", async () => {
  suite.tolerate(/CallError/);
  const server = await serve(healthy);
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

test("many servers, none of them answering", { tags: ["full"] }, async () => {
  const desk = await suite.start({ servers: many, switches: await portal() });
  const { page } = desk;
  for (const look of looks) {
    const name = await show(desk, look);
    await page.getByRole("alert").first().waitFor();
    await page.getByRole("listitem").getByRole("button").first().click();
    await page.getByRole("listitem").getByRole("alert").waitFor();
    await looksWell(desk, `failed-${name}`);
  }
});
