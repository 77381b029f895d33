/** No axe violation and nothing cut off, in any state of the page; all looks with TEST_FULL. */
import { AxeBuilder } from "@axe-core/playwright";
import { describe, expect, it } from "vitest";
import type { ServerProblem } from "../../desktop/ipc.ts";
import type { Bridge } from "./support/bridge.ts";
import { fine, type Opening, one, pageSuite, shoot, two } from "./support/page-suite.ts";

const { open } = pageSuite();

describe("every state", () => {
  const problem: ServerProblem = { code: "redirect", to: "wifi-login.narusol-materials.example" };
  const many = Array.from({ length: 9 }, (_, n) => `https://visit-${n + 1}.narusol-materials.example`);
  const refuse = async ({ page }: Bridge) => {
    await page.getByRole("textbox").fill("http://visit.example.com");
    await page.keyboard.press("Enter");
    await page.locator("[aria-invalid]").waitFor();
  };
  const states: [string, Opening, ((bridge: Bridge) => Promise<unknown>)?][] = [
    ["first", {}],
    ["refused", {}, refuse],
    [
      "connected",
      { servers: [one], current: one, checkServer: fine },
      ({ connection }) => connection.check(),
    ],
    [
      "failed",
      { servers: [one, two], current: one, checkServer: async () => problem },
      async ({ page, connection }) => {
        await connection.check();
        await page.getByRole("listitem").getByRole("button").first().click();
        await page.getByRole("listitem").getByRole("alert").waitFor();
      },
    ],
    [
      "many",
      { servers: [two, ...many], current: two, checkServer: fine },
      ({ connection }) => connection.check(),
    ],
  ];
  const usual: [string, Opening][] = [
    ["ko-900", {}],
    [
      "en-1440-dark",
      { language: "en", look: { colorScheme: "dark", viewport: { width: 1440, height: 900 } } },
    ],
  ];
  const more: [string, Opening][] = [
    ["ko-1440", { look: { viewport: { width: 1440, height: 900 } } }],
    ["en-900-dark", { language: "en", look: { colorScheme: "dark" } }],
    ["ko-450-zoomed", { look: { viewport: { width: 450, height: 300 }, deviceScaleFactor: 2 } }],
  ];
  const looks = process.env.TEST_FULL ? [...usual, ...more] : usual;

  for (const [state, opening, arrive] of states) {
    for (const [name, look] of looks) {
      it(`${state}, ${name}: no axe violation, nothing cut off`, async () => {
        const bridge = await open({ ...opening, ...look });
        await arrive?.(bridge);
        await bridge.page.evaluate(() => document.fonts.ready);
        const { violations } = await new AxeBuilder({ page: bridge.page }).setLegacyMode().analyze();
        expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
        const cut = await bridge.page.evaluate(() =>
          [...document.querySelectorAll("main, main *")]
            .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
            .map((element) => element.outerHTML.slice(0, 80)),
        );
        expect(cut).toEqual([]);
        await shoot(bridge.page, `${state}-${name}`);
      });
    }
  }
});
