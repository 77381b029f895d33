/** Every screen of each role is drawn in Electron, and neither the page nor the app has anything to complain about. */
import { expect, test } from "vitest";
import type { Role } from "#contract/roles.ts";
import { unfold } from "../../support/console/console-pages.ts";
import { addHeldPass, addVisiting } from "../../support/console/console-site.ts";
import { addTerms } from "../../support/site.ts";
import { isSeen } from "../../support/visitor/visitor-locators.ts";
import { deskSuite, shoot } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

const screens: Record<Role, { first: string; links: number; more: readonly string[] }> = {
  admin: {
    first: "/dash/today",
    links: 23,
    more: [
      "account",
      "about",
      "host-users/import",
      "messages/templates",
      "codes/purpose",
      "print/register",
      "print/evacuation",
      "print/invitations",
      "terms/#",
      "terms/#/compare",
      "policies/compare",
    ],
  },
  desk: {
    first: "/dash/today",
    links: 16,
    more: ["account", "about", "print/passes", "print/evacuation", "print/badge"],
  },
  privacy: { first: "/dash/visits", links: 7, more: ["account", "about", "print/register", "terms/#"] },
  host: { first: "/dash/approvals", links: 4, more: ["account", "about"] },
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

  for (const path of more) {
    const search = path === "print/badge" ? `?visit=${inside.id}` : "";
    await page.goto(`${desk.origin}/dash/${path.replace("#", String(terms.id))}${search}`);
    await isSeen(page.getByRole("heading").first());
    expect(await page.getByRole("alert").allTextContents(), path).toEqual([]);
    await shoot(page, `${role}-${path.replaceAll("/", "-")}`);
  }
  if (role === "host") {
    // whoever is invited has not signed in
    await page.goto(`${desk.origin}/dash/invitation`);
    await isSeen(page.getByRole("heading").first());
    await shoot(page, "invitation");
  }
  expect(desk.log().filter(({ event }) => !ordinary.has(event))).toEqual([]);
});
