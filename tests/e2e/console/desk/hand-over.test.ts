/** A visitor agrees at the desk, on the locked screen of the console or on their own phone (docs/behaviour.md, "Agreeing at the desk"). */
import { expect, test } from "vitest";
import { expectNoViolation } from "../../../support/browser/axe.ts";
import { overflowOn } from "../../../support/browser/page-checks.ts";
import { addVisitToday } from "../../../support/console/console-site.ts";
import { type ConsoleOptions, consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { Visitor } from "../../../support/visitor/visitor-pages.ts";

const suite = consoleSuite();

const tablet = { width: 768, height: 1024 } as const;

const waiting = (name: string) =>
  addVisitToday(suite.server, suite.site, {
    name,
    statusCode: "approved",
    origin: "console",
    company: "한빛",
  });

const consents = (visitId: number) => suite.server.db("visitConsents").where({ visitId });

/** The drawer of a visit without consent, with the code on the screen. */
async function opensCode(options: ConsoleOptions = {}) {
  const [visit, other] = [await waiting("차도윤"), await waiting("다른방문객")];
  const desk = await suite.staff("desk", options);
  // two entries of the history: one within the page, one before it
  await desk.open("/dash/account");
  await desk.open("/dash/passes");
  await desk.navigateTo(`/dash/visits?visit=${visit.id}`);
  await isSeen(desk.text(other.name).first());
  await desk.act("issue.deskAgree").click();
  await isSeen(desk.drawer.getByRole("img", { name: desk.t("issue.deskCode", { name: "차도윤" }) }));
  return { visit, other, desk };
}

async function agrees(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await isSeen(visitor.heading("link.page"));
  await visitor.agreeAll.click();
  const boxes = page.getByRole("group").getByRole("checkbox");
  await isSeen(boxes.first());
  for (const box of await boxes.all()) await box.check();
  await visitor.button(visitor.t("link.agree")).click();
  await isSeen(visitor.heading("link.deskAgreed"));
}

/** The sign-in is shown, and the name of no visitor. */
async function isLocked(desk: StaffPage): Promise<void> {
  await desk.waitForPath("/dash/login");
  await isSeen(desk.text(new RegExp(desk.t("login.handedOver"))));
  const shown = await desk.page.locator("body").innerText();
  for (const name of ["차도윤", "다른방문객"]) expect(shown).not.toContain(name);
}

test("a visitor agrees on a tablet, and the screen returns to the drawer by itself", async () => {
  // calls of the console that are under way when its session is locked
  suite.allowErrors(/status of 401/);
  const { visit, other, desk } = await opensCode(tablet);
  const { page } = desk;
  await desk.act("issue.deskScreen").click();
  await page.waitForURL((url) => url.pathname === "/v");
  const visitor = new Visitor(page, "ko");
  await isSeen(visitor.heading("link.page"));
  await expect.poll(() => page.url()).toMatch(/\/v$/);
  expect(await page.locator("body").innerText()).not.toContain(other.name);
  expect(await page.getByRole("link").count()).toBe(1);
  await expectNoViolation(page, "the page in the visitor's hands");
  expect(await overflowOn(page, ".visually-hidden, svg, [role=region], section[tabindex]")).toEqual([]);

  await agrees(visitor);
  expect(await page.locator("body").innerText()).not.toContain(visit.reserveNo);
  await desk.waitForPath("/dash/visits");
  expect(desk.search().get("visit")).toBe(String(visit.id));
  await isSeen(desk.drawer.getByRole("heading", { name: visit.name }));
  await isGone(desk.act("issue.deskAgree"));
  const kept = await consents(visit.id);
  expect(kept.length).toBeGreaterThan(0);
  for (const one of kept)
    expect(one).toMatchObject({ channel: "desk", deskUserId: desk.person.id, lang: "ko" });
});

test("the handed-over screen cannot open the console: back, reload, addresses, calls, another tab", async () => {
  suite.allowErrors(/status of 401/);
  const { visit, desk } = await opensCode(tablet);
  const { page } = desk;
  const tab = await page.context().newPage();
  await tab.goto(`/dash/visits?visit=${visit.id}`);
  await isSeen(tab.getByRole("heading", { name: "차도윤" }));
  await desk.act("issue.deskScreen").click();
  const visitor = new Visitor(page, "ko");
  await isSeen(visitor.heading("link.page"));
  // the other tab shows nothing any more
  await tab.waitForURL((url) => url.pathname === "/dash/login");
  expect(await tab.locator("body").innerText()).not.toContain("차도윤");
  await tab.close();

  await page.reload();
  await isSeen(visitor.heading("link.page"));
  for (const _ of ["within the console", "before it"]) {
    await page.goBack();
    await isLocked(desk);
  }
  for (const path of [`/dash/visits?visit=${visit.id}`, "/dash/print/passes"]) {
    await page.goto(path);
    await isLocked(desk);
  }
  for (const path of [`/dash/visits/${visit.id}`, "/api/visit", "/dash/user/current", "/dash/live"]) {
    const ask = `fetch(${JSON.stringify(path)}, { headers: { Accept: "application/json" } }).then(({ status }) => status)`;
    expect([path, await page.evaluate(ask)]).toEqual([path, 401]);
  }

  await page.getByRole("link", { name: desk.t("login.toVisitor") }).click();
  await isSeen(visitor.heading("link.page"));
  await visitor.button(visitor.t("link.deskFinish")).click();
  await isSeen(visitor.heading("link.deskLeft"));
  await visitor.button(visitor.t("link.deskReturn")).click();
  await isLocked(desk);
  expect(await consents(visit.id)).toEqual([]);
  await desk.logIn(desk.person.loginId);
  await desk.waitForPath("/dash/visits");
  await isSeen(desk.drawer.getByRole("heading", { name: "차도윤" }));
  await isSeen(desk.act("issue.deskAgree"));
});

test("a visitor reads the code with their own phone, and the desk sees the consent at once", async () => {
  const { visit, desk } = await opensCode();
  const asked = desk.page.waitForResponse((answer) => answer.url().endsWith("/desk-link"));
  await desk.act("issue.deskHide").click();
  await desk.act("issue.deskAgree").click();
  const { url } = (await (await asked).json()) as { url: string };
  const phone = await suite.guest({ width: 360, height: 800 });
  await phone.page.goto(url);
  const visitor = new Visitor(phone.page, "ko");
  await agrees(visitor);
  await isSeen(desk.toast("success", desk.t("issue.deskAgreed", { name: visit.name })));
  await isGone(desk.act("issue.deskAgree"));
  await phone.page.reload();
  await isSeen(visitor.heading("link.none"));
});
