/** One filled form is one visit: a lost answer with a reload, another tab, the next at the same device. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { hasValue, isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { siteDay, somebody, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();
const save = "**/api/request/simple/save/";

/** The server takes the next submission, its answer is lost on the way. */
async function loseNextAnswer(page: Page): Promise<void> {
  await page.route(
    save,
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
}

test("what was typed survives a reload in its tab, and another tab begins empty", {
  tags: ["full"],
}, async () => {
  const who = somebody();
  const visitor = await suite.visitor();
  await visitor.openForm();
  await visitor.fill({ ...who, end: `${siteDay(2)} 11:20` });
  await visitor.page.reload();
  await isSeen(visitor.heading("request.heading"));
  await hasValue(visitor.host, "김철수");
  await hasValue(visitor.textbox("request.name"), who.name);
  await hasValue(visitor.textbox("request.cellphone"), who.cellphone);
  await hasValue(visitor.textbox("request.company"), "나래상사");
  await hasValue(visitor.carNumber, "12가 3456");
  const place = visitor.choice("request.location");
  await expect.poll(() => place.inputValue()).toBe(String(suite.site.place));
  expect(await visitor.shownMoment("start")).toBe(`${siteDay(1)} 14:00`);
  expect(await visitor.shownMoment("end")).toBe(`${siteDay(2)} 11:20`);
  for (const box of await visitor.page.getByRole("main").getByRole("checkbox").all())
    expect(await box.isChecked()).toBe(true);

  const other = await visitor.page.context().newPage();
  await other.goto("/form");
  await isSeen(other.getByRole("heading", { level: 1, name: "약관을 확인해 주세요" }));
  expect(await other.getByRole("checkbox", { name: "이용약관 제목" }).isChecked()).toBe(false);

  await visitor.submit.click();
  await visitor.isSent();
  expect(await storedVisits(suite.server, who.name)).toMatchObject([{ end: `${siteDay(2)} 11:20` }]);
});

test("so it is after a lost answer and a reload, with a start that nobody touched", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/ERR_CONNECTION_RESET/);
  const who = somebody();
  const visitor = await suite.visitor();
  await visitor.openForm();
  await visitor.tickChecklists();
  await visitor.choice("request.userCompany").selectOption("가온정밀");
  await visitor.chooseHost("설계팀");
  await visitor.choice("request.location").selectOption("본관");
  await visitor.choice("request.purpose").selectOption("회의");
  await visitor.textbox("request.name").fill(who.name);
  await visitor.textbox("request.cellphone").fill(who.cellphone);
  await visitor.textbox("request.company").fill("나래상사");
  await loseNextAnswer(visitor.page);
  await visitor.submit.click();
  await isSeen(visitor.toast("warning", "서버에서 요청을 처리하지 못했습니다."));
  await visitor.page.clock.install({ time: Date.now() + 20 * 60_000 });
  await visitor.page.reload();
  await visitor.submit.click();
  const reserveNo = await visitor.isSent();
  expect(await storedVisits(suite.server, who.name)).toMatchObject([{ reserveNo }]);
});

test.each([
  ["the company's name", (visitor: Visitor) => visitor.link(/가온정밀/).click()],
  ["the browser's back", (visitor: Visitor) => visitor.page.goBack()],
])(
  "who leaves the final page early, by %s, leaves an empty form; the next visit is another",
  { tags: ["full"] },
  async (_, go) => {
    const who = somebody();
    const visitor = await suite.visitor();
    await visitor.openForm();
    await visitor.fill(who);
    await visitor.submit.click();
    const first = await visitor.isSent();
    await go(visitor);
    await visitor.page.waitForURL((url) => url.pathname !== "/final");
    await visitor.openForm();
    await hasValue(visitor.textbox("request.name"), "");
    await hasValue(visitor.textbox("request.cellphone"), "");
    await visitor.fill(who);
    await visitor.submit.click();
    const second = await visitor.isSent();
    const stored = await storedVisits(suite.server, who.name);
    expect(stored.map(({ reserveNo }) => reserveNo)).toEqual([first, second]);
  },
);
