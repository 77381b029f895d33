/** The pages that only the app has: no axe violation, nothing cut off. */
import { expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { expectAccessibleLayout } from "../../support/browser/axe.ts";
import { addHeldPass, addVisitToday } from "../../support/console/console-site.ts";
import { isSeen } from "../../support/visitor/visitor-locators.ts";
import { deskSuite, goTo } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();
const { version } = packageJson;

/** A signed-in front-desk user with one visitor inside, whose lists have been read. */
async function atWork() {
  const inside = await addVisitToday(suite.server, suite.site, { name: "차도윤", statusCode: "entered" });
  await addHeldPass(suite.server, "A-17", inside.id);
  const desk = await shared();
  await isSeen(desk.page.getByRole("link", { name: "서버 바꾸기" }));
  await expectAccessibleLayout(desk.page, "login");
  await suite.signIn(desk);
  await isSeen(desk.page.getByRole("heading", { level: 1, name: "현황판" }));
  await expect.poll(desk.hasLists).toBe(true);
  return desk;
}

test("about, the error page, the question before the lists are removed, and no lists", async () => {
  const { app, page, origin, look } = await atWork();
  // the test cuts the server off
  suite.allowErrors(/CallError: offline/);
  const { electron, chrome } = await app.evaluate(() => process.versions);
  const looks = [
    ["ko", 1440, "light"],
    ["en", 360, "dark"],
  ] as const;
  const shows = async ([lang, width, colours]: (typeof looks)[number]) => {
    await look({ width, height: 900, colours });
    await page.evaluate(`window.desktop.chooseLanguage("${lang}")`);
  };
  const sees = (name: string) => isSeen(page.getByRole("heading", { level: 1, name }));
  for (const each of looks) {
    const [lang] = each;
    await shows(each);
    await goTo({ page }, "/dash/about");
    await sees({ ko: "정보", en: "About" }[lang]);
    const ofTheApp = page.getByRole("region", { name: /^(데스크톱 앱|Desktop app)$/ });
    for (const known of [version, electron, chrome])
      await isSeen(ofTheApp.getByText(String(known), { exact: true }));
    await isSeen(ofTheApp.getByText(lang === "ko" ? /IT 부서가 업데이트합니다/ : /IT department installs/));
    await expectAccessibleLayout(page, `about ${lang}`);

    await suite.gate.cut();
    await goTo({ page }, "/dash/offline");
    await sees({ ko: "오프라인 명단", en: "Offline lists" }[lang]);
    const wipe = page.getByRole("button", {
      name: /^(이 컴퓨터에서 명단 삭제|Remove the lists from this computer)$/,
    });
    // the lists are gone after the first time
    if (lang === "ko") {
      await wipe.click();
      await expectAccessibleLayout(page, "question before the lists go");
      await wipe.click();
    }
    await isSeen(page.getByText(/^(저장된 명단이 없습니다|There are no lists to show)$/));
    // it promises no lists where there are none
    expect(await page.getByRole("alert").textContent()).not.toMatch(/명단|lists/);
    await expectAccessibleLayout(page, `no lists ${lang}`);
    await suite.gate.mend();
  }

  for (const each of looks) {
    const [lang] = each;
    await shows(each);
    await page.goto(`${origin}/trouble`);
    await sees({ ko: "화면을 표시하지 못했습니다", en: "The page could not be shown" }[lang]);
    await expectAccessibleLayout(page, `trouble ${lang}`);
  }
});
