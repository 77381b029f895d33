/** The console is small at first and quick afterwards. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { type Loading, leastOf, loadingOf, slowDown } from "../../../support/browser/slow-phone.ts";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ isIdleAtTimes: true });

/** Code and styles of the first screen, compressed; fonts come on top. */
const maxFirstBytes = 340_000;
/** Requests until the first screen has its rows, with page, answers and fonts. */
const maxRequests = 30;
const between = 100;

const files = () => {
  const folder = inject("consoleDir");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ path: `/${name}`, file: join(folder, name) }));
};

const compressedSize = (file: string) => brotliCompressSync(readFileSync(file)).byteLength;

test("today's board loads no more than 340 kB, by 30 requests", async () => {
  await addVisiting(suite.server, suite.site, { name: "차도윤" });
  const desk = await suite.staff("desk");
  const asked = new Set<string>();
  desk.page.on("request", (request) => asked.add(new URL(request.url()).pathname));
  await desk.open("/dash/today");
  await isSeen(desk.button("차도윤"));
  expect([...asked].length, [...asked].join("\n")).toBeLessThanOrEqual(maxRequests);
  const loaded = files().filter(({ path }) => asked.has(path) && /\.(js|css)$/.test(path));
  const sizes = loaded.map(({ path, file }) => [path, compressedSize(file)] as const);
  expect(sizes.length).toBeGreaterThan(3);
  expect(
    sizes.reduce((sum, [, size]) => sum + size, 0),
    sizes.map((size) => size.join(" ")).join("\n"),
  ).toBeLessThanOrEqual(maxFirstBytes);
});

test("files that never change are kept by the browser, and the page is asked for anew", {
  tags: ["full"],
}, async () => {
  const desk = await suite.staff("desk");
  const kept = new Map<string, string>();
  desk.page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/assets/dist/") || response.request().isNavigationRequest())
      kept.set(pathname, response.headers()["cache-control"] ?? "");
  });
  await desk.open("/dash/today");
  expect(kept.get("/dash/today")).toBe("no-store");
  kept.delete("/dash/today");
  expect(kept.size).toBeGreaterThan(3);
  for (const [path, caching] of kept) expect(caching, path).toContain("immutable");
});

test("a list that was seen before is there again in under 100 ms", async () => {
  await addVisiting(suite.server, suite.site, { name: "차도윤", statusCode: "entered" });
  await addVisiting(suite.server, suite.site, { name: "한서준" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits?list=reserved");
  await isSeen(desk.button("한서준"));
  await desk.page.getByText("현재 체류", { exact: true }).click();
  await isSeen(desk.button("차도윤"));
  // the server is silent now: what is shown can only be what is known
  await desk.page.route("**/dash/visits/reserved*", () => undefined);
  // measured in the page, from the press to the frame that shows it
  const took = await desk.page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    const shown = () => [...document.querySelectorAll("td button")].some((it) => it.textContent === "한서준");
    const look = () => (shown() ? resolve(performance.now() - began) : requestAnimationFrame(look));
    [...document.querySelectorAll("label")].find((it) => it.textContent === "예약").click();
    requestAnimationFrame(look);
  })`);
  expect(took).toBeLessThan(between);
});

test("back to the board shows it at once", { tags: ["full"] }, async () => {
  await addVisiting(suite.server, suite.site, { name: "차도윤" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await isSeen(desk.button("차도윤"));
  await desk.goTo("nav.allVisits");
  await desk.page.route("**/dash/visits/progress", () => undefined);
  const took = await desk.page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    const shown = () => location.pathname === "/dash/today" && document.querySelector("table caption") && [...document.querySelectorAll("td button")].some((it) => it.textContent === "차도윤");
    const look = () => (shown() ? resolve(performance.now() - began) : requestAnimationFrame(look));
    [...document.querySelectorAll("nav a")].find((it) => it.textContent === "현황판").click();
    requestAnimationFrame(look);
  })`);
  expect(took).toBeLessThan(between * 2);
});

test("before the sign-in nobody is asked for", async () => {
  const guest = await suite.guest();
  const paths: string[] = [];
  guest.page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await guest.open("/dash/login");
  await isSeen(guest.page.getByRole("heading"));
  expect(paths).not.toContain("/dash/user/current");
});

/** What else the machine does only ever makes a load slower: the best of several counts, and no more than are needed. */
const mostLoads = 12;
const budget: Loading = { paint: 4_500, blocking: 600, shift: 0.02 };
const isWithin = ({ paint, blocking, shift }: Loading) =>
  paint <= budget.paint && blocking <= budget.blocking && shift <= budget.shift;

test("the board is there in 4.5 s on a weak signal, and blocks for no more than 600 ms", {
  tags: ["full"],
  timeout: 180_000,
}, async () => {
  await addVisiting(suite.server, suite.site, { name: "차도윤" });
  const found: Loading[] = [];
  while (found.length < mostLoads && !(found.length > 0 && isWithin(leastOf(found)))) {
    const desk = await suite.staff("desk", { width: 360, height: 640 });
    await slowDown(desk.page);
    await desk.open("/dash/today");
    // not by its role, which is looked for in all of the page, again and again, by its own slow processor
    await desk.page.locator("td button").first().waitFor();
    found.push(await loadingOf(desk.page));
    await desk.page.close();
  }
  expect(isWithin(leastOf(found)), JSON.stringify(found)).toBe(true);
});
