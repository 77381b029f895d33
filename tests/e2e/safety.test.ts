/** What people and staff write is text, scripts do not run, and errors nobody caught are told. */
import { expect, test } from "vitest";
import { addHost } from "../support/site.ts";
import { hasValue, isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { overwrite, somebody, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const attack = "<img src=x onerror=window.attacked=1>";
const isAttacked = (visitor: Visitor) => visitor.page.evaluate<boolean>("'attacked' in window");

test("HTML in any field is shown as it was typed, in the form, on the final page and in the lookup", {
  tags: ["full"],
}, async () => {
  const { server, site } = suite;
  const { db } = server;
  await addHost(db, site.company, {
    name: `호${attack}`,
    department: `부${attack}`,
    position: `직${attack}`,
  });
  await db("userCodes").insert({ kind: 9002, name: `장소${attack}` });
  await db("userCodes").insert({ kind: 9003, name: `목적${attack}` });
  const who = { ...somebody(), name: `이름${attack}` };
  const visitor = await suite.visitor({ width: 1440 });
  await visitor.openForm();
  await visitor.tickChecklists();
  await visitor.choice("request.userCompany").selectOption("가온정밀");
  await visitor.chooseHost(`부${attack}`, `호${attack}`);
  await hasValue(visitor.host, `호${attack}`);
  await visitor.choice("request.location").selectOption(`장소${attack}`);
  await visitor.choice("request.purpose").selectOption(`목적${attack}`);
  await visitor.textbox("request.name").fill(who.name);
  await visitor.textbox("request.cellphone").fill(who.cellphone);
  await visitor.textbox("request.company").fill(`회사${attack}`);
  await visitor.carNumber.fill("<b>12가</b>");
  await isSeen(visitor.page.getByRole("complementary").getByText(`장소${attack}`));
  await visitor.submit.click();
  await visitor.isSent();
  await isSeen(visitor.text(who.name));
  await isSeen(visitor.text(`회사${attack}`));
  expect(await storedVisits(server, who.name)).toMatchObject([{ carNumber: "<b>12가</b>" }]);

  await visitor.lookUp(who);
  const table = visitor.page.getByRole("table");
  for (const word of ["이름", "회사", "장소", "목적", "호", "직"])
    await isSeen(table.getByText(word + attack));
  expect(await visitor.page.locator("img[src=x]").count()).toBe(0);
  expect(await isAttacked(visitor)).toBe(false);
});

/** Everything that runs on its own, and one that runs on a press. */
const script = `<p>약관 첫 줄</p><script>window.attacked = 1</script>${attack}<svg onload="window.attacked=1"></svg>
  <a href="javascript:window.attacked=1">누르기</a><iframe src="/privacy"></iframe>`;

test("a script stored in a text is taken out before it is sent", { tags: ["full"] }, async () => {
  const { db } = suite.server;
  const { html } = suite.site.terms;
  await db("termsVersions").insert({ termsId: html.id, version: 2, body: script, deployedAt: new Date() });
  await overwrite(db, "privacyPolicies", { content: script });
  const visitor = await suite.visitor();
  for (const path of ["/form", "/privacy"]) {
    await visitor.open(path);
    const text = visitor.page.getByRole("region", { name: / 본문$/ }).filter({ hasText: "약관 첫 줄" });
    await isSeen(text);
    expect(await text.locator("script, img, svg, iframe, [onerror], [href^=javascript]").count()).toBe(0);
    await text.getByText("누르기").click();
  }
  expect(await isAttacked(visitor)).toBe(false);
});

test("even if one came through, the content security policy keeps it from running", async () => {
  suite.tolerate(/content security policy/i, /status of 404/);
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
});

test("an error nobody caught becomes an event with message, source, line, column and error", async () => {
  suite.tolerate(/^uncaught/);
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
});
