/** Every screen of each role is drawn in Electron, and neither the page nor the app has anything to complain about. */
import { expect, test } from "vitest";
import type { Role } from "#contract/roles.ts";
import { unfold } from "../../support/console/console-pages.ts";
import { addHeldPass, addVisiting } from "../../support/console/console-site.ts";
import { addTerms } from "../../support/site.ts";
import { isSeen } from "../../support/visitor/visitor-locators.ts";
import { deskSuite, goTo, shoot } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

const everybodys = { account: "내 계정", about: "정보" };
const sheets = { register: "개인정보 파기 대장", evacuation: "대피 명단" };

/** Beside those that the navigation leads to: by path, "#" for a text, with their heading. */
const screens: Record<Role, { first: string; links: number; more: Readonly<Record<string, string>> }> = {
  admin: {
    first: "/dash/today",
    links: 24,
    more: {
      ...everybodys,
      "host-users/import": "엑셀 일괄 등록",
      "messages/templates": "자동 문자",
      "codes/9003": "장소·목적",
      "print/register": sheets.register,
      "print/evacuation": sheets.evacuation,
      "print/invitations": "초대장",
      "terms/#": "안내문 제목",
      "terms/#/compare": "안내문 제목 비교",
      "policies/compare": "개인정보처리방침 비교",
    },
  },
  desk: {
    first: "/dash/today",
    links: 16,
    more: {
      ...everybodys,
      "print/passes": "출입증 명단",
      "print/evacuation": sheets.evacuation,
      "print/badge": "방문증",
    },
  },
  privacy: {
    first: "/dash/visits",
    links: 7,
    more: { ...everybodys, "print/register": sheets.register, "terms/#": "안내문 제목" },
  },
  host: { first: "/dash/approvals", links: 4, more: everybodys },
};

/** What the app tells of an ordinary day. */
const ordinary = new Set(["updates-off", "snapshot-not-read"]);

test.each(Object.keys(screens) as Role[])("%s", { timeout: 120_000 }, async (role) => {
  const { server, site } = suite;
  const inside = await addVisiting(server, site, { name: "차도윤", statusCode: "entered" });
  await addHeldPass(server, "A-17", inside.id);
  const terms = await addTerms(server.db, "안내문");
  const { first, links, more } = screens[role];
  const desk = await shared();
  const { page } = desk;
  await suite.signIn(desk, role);
  await page.waitForURL((url) => url.pathname === first);
  await isSeen(page.getByRole("heading", { level: 1 }));

  await unfold(page.getByRole("navigation"));
  const navigation = page.getByRole("navigation").getByRole("link");
  // the sign-in has a heading, too, and goes a moment after the address has changed
  await expect.poll(() => navigation.count()).toBe(links);
  const names = await navigation.allTextContents();
  const seen = new Set<string>();
  for (const name of names) {
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
    await isSeen(page.getByRole("main").getByRole("heading", { level: 1, name, exact: true }));
    seen.add(new URL(page.url()).pathname);
    expect(await page.getByRole("alert").allTextContents(), name).toEqual([]);
    await shoot(page, `${role}-${new URL(page.url()).pathname.slice(6).replaceAll("/", "-")}`);
  }
  expect(seen.size).toBe(links);

  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  for (const [path, name] of Object.entries(more)) {
    const search = path === "print/badge" ? `?visit=${inside.id}` : "";
    await goTo(desk, `/dash/${path.replace("#", String(terms.id))}${search}`);
    await isSeen(heading(name));
    expect(await page.getByRole("alert").allTextContents(), path).toEqual([]);
    await shoot(page, `${role}-${path.replaceAll("/", "-")}`);
  }
  if (role === "host") {
    // whoever is invited has not signed in
    await goTo(desk, "/dash/invitation");
    await isSeen(heading("초대"));
    await shoot(page, "invitation");
  }
  expect(desk.log().filter(({ event }) => !ordinary.has(event))).toEqual([]);
});
