/**
 * Scripts in every text that the public site shows, written past the API into the database. The suite fails where the
 * content security policy had to block one.
 */
import type { Knex } from "knex";
import { expect, test } from "vitest";
import { safeHtml } from "#api/safe-html.ts";
import { attacks } from "../support/attacks.ts";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { newVisitor, overwrite } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const attack = "<img src=x onerror=window.attacked=1>";
/** Scripts that run by themselves, and one that runs on a press. */
const script = `<script>window.attacked=1</script>${attack}<svg onload="window.attacked=1"></svg>
  <a href="javascript:window.attacked=1">누르기</a><iframe src="/privacy"></iframe><form action="/x"></form>`;

let isPoisoned = false;

/** Appends a script to every text that staff write. */
async function poison(db: Knex): Promise<void> {
  if (isPoisoned) return;
  isPoisoned = true;
  const also = (column: string, what: string) => db.raw("?? || ?", [column, what]);
  const english = (column: string, korean: string, what: string) =>
    db.raw("coalesce(nullif(??, ''), ??) || ?", [column, korean, what]);
  const names = { name: also("name", attack), enName: english("en_name", "name", attack) };
  await overwrite(db, "companies", names);
  await overwrite(db, "userCodes", names);
  await overwrite(db, "hostUsers", {
    ...names,
    department: also("department", attack),
    position: also("position", attack),
  });
  await overwrite(db, "terms", {
    title: also("title", attack),
    enTitle: english("en_title", "title", attack),
    confirmMsg: also("confirm_msg", attack),
    enConfirmMsg: english("en_confirm_msg", "confirm_msg", attack),
  });
  await overwrite(db, "termsVersions", { body: also("body", script), enBody: also("body", script) });
  await overwrite(db, "privacyPolicies", {
    content: also("content", script),
    enContent: english("en_content", "content", script),
  });
  await overwrite(db, "configuration", {
    customerCompany: also("customer_company", attack),
    enCustomerCompany: also("en_customer_company", attack),
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="window.attacked=1"><script>window.attacked=1</script></svg>`;
  for (const lang of ["ko", "en"])
    await db("logos").insert({ lang, contentType: "image/svg+xml", content: Buffer.from(svg) });
}

const dangerous = `img[src=x], iframe, svg[onload], [onerror], [onload], form[action$="/x"],
  a[href^="javascript" i], script:not([src^="/assets/"])`;

/** The page has no dangerous element, and no script ran. */
async function isHarmless({ page }: Visitor): Promise<void> {
  expect(await page.locator(dangerous).count()).toBe(0);
  expect(await page.evaluate<boolean>("'attacked' in window")).toBe(false);
}

const shows = (visitor: Visitor, text: string) => isSeen(visitor.page.getByText(text).first());

test("a script in any stored text is shown as text or removed", async () => {
  const { server } = suite;
  const { db } = server;
  await poison(db);
  await overwrite(db, "configuration", { homepage: "javascript:window.attacked=1" });
  const who = { ...newVisitor(), name: `이름${attack}` };
  const visitor = await suite.visitor({ width: 1440 });

  await visitor.open("/");
  await isSeen(visitor.page.getByRole("banner").getByText(`가온정밀${attack}`));
  expect(await visitor.page.getByRole("contentinfo").getByRole("link").count()).toBe(1);
  await isHarmless(visitor);

  await visitor.open("/privacy");
  await shows(visitor, "개인정보 처리방침");
  await visitor.page.getByText("누르기").first().click();
  await isHarmless(visitor);

  await visitor.open("/form");
  await shows(visitor, "이용약관 제목");
  await isHarmless(visitor);
  // A plain body is shown as it is; one of HTML loses what is not formatting.
  await isSeen(visitor.page.getByRole("region", { name: /^필수동의 제목/ }).getByText(attack));
  const html = visitor.page.getByRole("region", { name: /^개인정보 수집·이용 동의/ });
  await isSeen(html.getByText("수집 항목"));
  expect(await html.getByText(attack).count()).toBe(0);
  await html.getByText("누르기").click();
  await visitor.page.getByRole("button", { name: /^안내 문자 수신 동의.* 내용 보기$/ }).click();
  const dialog = visitor.page.getByRole("dialog");
  await isSeen(dialog.getByRole("checkbox", { name: `안내 문자를 받겠습니다.${attack}` }));
  await isHarmless(visitor);
  await visitor.page.keyboard.press("Escape");

  await visitor.openForm();
  await shows(visitor, `안내문 제목${attack}`);
  await shows(visitor, `체크리스트 제목${attack}`);
  await visitor.fill({
    ...who,
    hostCompany: `가온정밀${attack}`,
    place: `본관${attack}`,
    purpose: `회의${attack}`,
    company: `나래${attack}`,
    carNumber: "<b>12가</b>",
  });
  expect(await visitor.host.inputValue()).toContain(attack);
  await visitor.openHostSearch();
  await visitor.hostSearch.fill("김철수");
  await visitor.hostSearch.press("Enter");
  await isSeen(visitor.hostDialog.getByRole("option").filter({ hasText: `설계팀${attack}` }));
  await isHarmless(visitor);
  await visitor.page.keyboard.press("Escape");
  await visitor.submit.click();
  await visitor.isSent();
  await shows(visitor, who.name);
  await shows(visitor, `나래${attack}`);
  await isHarmless(visitor);

  await db("visits")
    .where({ name: who.name })
    .update({ position: `직위${attack}`, phone: `02${attack}` });
  await visitor.lookUp(who);
  const table = visitor.page.getByRole("table");
  for (const text of [who.name, `나래${attack}`, `본관${attack}`, `회의${attack}`, `직위${attack}`])
    await isSeen(table.getByText(text).first());
  await isHarmless(visitor);
});

test("a logo with a script runs nothing, even when opened directly", async () => {
  suite.allowErrors(/sandbox|content security policy/i);
  await poison(suite.server.db);
  const visitor = await suite.visitor();
  const answer = await visitor.page.goto("/custom/logo?lang=ko");
  expect(answer?.headers()["content-type"]).toBe("image/svg+xml");
  expect(await visitor.page.locator("svg").count()).toBe(1);
  expect(await visitor.page.evaluate<boolean>("'attacked' in window")).toBe(false);
});

const harmful = /^(an image that fails|a slash instead of a space|details that open|a javascript address)$/;

test("sanitised attacks run nothing, even without a content security policy", async () => {
  suite.allowErrors(/./);
  const { page } = await suite.visitor();
  await page.route("https://blank.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>" }),
  );
  /** Written as the site does and copied as a browser would; an image of the test fails last. */
  await page.goto("https://blank.example/");
  const write = async (html: string) => {
    await page.evaluate(`(async () => {
      delete window.attacked;
      document.body.replaceChildren();
      const box = document.body.appendChild(document.createElement("div"));
      box.innerHTML = ${JSON.stringify(html)};
      document.body.appendChild(document.createElement("div")).innerHTML = box.innerHTML;
      await new Promise((resolve) => Object.assign(new Image(), { onerror: resolve, src: "/last" }));
    })()`);
    for (const link of await page.locator("a").all()) await link.dispatchEvent("click");
    return {
      ran: await page.evaluate<boolean>("'attacked' in window"),
      stayed: page.url() === "https://blank.example/",
      left: await page
        .locator("script, style, iframe, object, embed, svg, math, form, base, meta, link")
        .count(),
    };
  };
  for (const [what, html] of attacks) {
    expect(await write(safeHtml(html)), what).toEqual({ ran: false, stayed: true, left: 0 });
  }
  // some run as written: the check would notice them
  const live = attacks.filter(([what]) => harmful.test(what));
  for (const [what, html] of live) expect((await write(html)).ran, what).toBe(true);
  expect(live.length).toBe(4);
});
