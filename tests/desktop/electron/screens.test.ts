/** Every screen opens in Electron without an error of the page or of the app. */
import { expect, test } from "vitest";
import { expandGroups } from "../../support/console/console-pages.ts";
import { addHeldPass, addVisitToday } from "../../support/console/console-site.ts";
import { addTerms } from "../../support/site.ts";
import { isSeen } from "../../support/visitor/visitor-locators.ts";
import { deskSuite, goTo, shoot } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

const links = 24;
/** Screens without a link in the navigation, by path with their heading; "#" is the id of a text. */
const more: Readonly<Record<string, string>> = {
  account: "내 계정",
  about: "정보",
  "host-users/import": "엑셀 일괄 등록",
  "messages/templates": "자동 메시지",
  "codes/9003": "장소·목적",
  "print/register": "개인정보 파기 대장",
  "print/evacuation": "대피 명단",
  "print/invitations": "초대장",
  "print/passes": "출입증 명단",
  "print/badge": "방문증",
  "terms/#": "안내문 제목",
  "terms/#/compare": "안내문 제목 비교",
  "policies/compare": "개인정보처리방침 비교",
};

/** Events that are logged without a problem. */
const ordinary = new Set(["updates-off", "snapshot-not-read"]);

test("every screen of an administrator opens", { timeout: 120_000 }, async () => {
  const { server, site } = suite;
  const inside = await addVisitToday(server, site, { name: "차도윤", statusCode: "entered" });
  await addHeldPass(server, "A-17", inside.id);
  const terms = await addTerms(server.db, "안내문");
  const desk = await shared({ as: "admin" });
  const { page } = desk;
  await isSeen(page.getByRole("heading", { level: 1 }));

  await expandGroups(page.getByRole("navigation"));
  const navigation = page.getByRole("navigation").getByRole("link");
  // the heading may still be that of the sign-in
  await expect.poll(() => navigation.count()).toBe(links);
  const names = await navigation.allTextContents();
  const seen = new Set<string>();
  for (const name of names) {
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
    await isSeen(page.getByRole("main").getByRole("heading", { level: 1, name, exact: true }));
    seen.add(new URL(page.url()).pathname);
    expect(await page.getByRole("alert").allTextContents(), name).toEqual([]);
    await shoot(page, `admin-${new URL(page.url()).pathname.slice(6).replaceAll("/", "-")}`);
  }
  expect(seen.size).toBe(links);

  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  for (const [path, name] of Object.entries(more)) {
    const search = path === "print/badge" ? `?visit=${inside.id}` : "";
    await goTo(desk, `/dash/${path.replace("#", String(terms.id))}${search}`);
    await isSeen(heading(name));
    expect(await page.getByRole("alert").allTextContents(), path).toEqual([]);
    await shoot(page, `admin-${path.replaceAll("/", "-")}`);
  }
  await goTo(desk, "/dash/invitation");
  await isSeen(heading("초대"));
  expect(desk.log().filter(({ event }) => !ordinary.has(event))).toEqual([]);
});
