/** The content security policy blocks a script, and uncaught errors are reported. */
import { expect, test } from "vitest";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const attack = "<img src=x onerror=window.attacked=1>";
const isAttacked = (visitor: Visitor) => visitor.page.evaluate<boolean>("'attacked' in window");

/** Scripts that run by themselves, and one that runs on a press. */
const script = `<p>약관 첫 줄</p><script>window.attacked = 1</script>${attack}<svg onload="window.attacked=1"></svg>
  <a href="javascript:window.attacked=1">누르기</a><iframe src="/privacy"></iframe>`;

test("the content security policy blocks an injected script", async () => {
  suite.allowErrors(/content security policy/i, /status of 404/);
  const visitor = await suite.visitor();
  const blocked: string[] = [];
  visitor.page.on("console", (message) => blocked.push(message.text()));
  await visitor.page.route("**/api/privacy/applied", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), content: script } });
  });
  await visitor.open("/privacy");
  await isSeen(visitor.text("약관 첫 줄"));
  await expect.poll(() => blocked.filter((text) => /script-src/.test(text)).length).toBeGreaterThan(0);
  await visitor.text("누르기").click();
  expect(await isAttacked(visitor)).toBe(false);
  await visitor.page.close();
});

test("an uncaught error becomes an event with message, source, line, column and error", async () => {
  suite.allowErrors(/^uncaught/);
  const visitor = await suite.visitor();
  await visitor.page.addInitScript(`addEventListener("visitor:error", ({ detail }) => {
    (window.reports ??= []).push({ ...detail, error: String(detail.error) });
  })`);
  await visitor.page.route("**/assets/visitor/broken.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: '\n  throw new TypeError("broken on purpose");' }),
  );
  await visitor.open("/");
  await visitor.page.addScriptTag({ url: "/assets/visitor/broken.js" });
  const reports = () => visitor.page.evaluate<unknown[]>("window.reports ?? []");
  await expect.poll(reports).toEqual([
    {
      message: "Uncaught TypeError: broken on purpose",
      source: `${suite.server.url}/assets/visitor/broken.js`,
      line: 2,
      column: expect.any(Number),
      error: "TypeError: broken on purpose",
    },
  ]);
  await visitor.page.evaluate("void Promise.reject(new Error('let down'))");
  await expect.poll(reports).toMatchObject([{}, { message: "let down", error: "Error: let down" }]);
  await visitor.page.close();
});
