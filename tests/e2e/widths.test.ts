/**
 * At 320 pixels nothing is cut off or has to be pushed sideways, in either language, with the longest words; and axe finds
 * nothing on any of the pages, of which accessibility.test.ts looks at the states, too.
 */
import { expect, test } from "vitest";
import { languages } from "../support/browser/appearance.ts";
import {
  brokenWordsOn,
  overflowOn,
  violationsInSystemColours,
  violationsOn,
} from "../support/browser/page-checks.ts";
import { addHost } from "../support/site.ts";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { addVisit, somebody } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

async function fits({ page }: Visitor, state: string): Promise<void> {
  const boxes = ".visually-hidden, svg, [role=region], section[tabindex]";
  expect.soft(await overflowOn(page, boxes), state).toEqual([]);
}

async function fitsAndKeepsNobodyOut(visitor: Visitor, state: string): Promise<void> {
  await fits(visitor, state);
  expect.soft(await violationsOn(visitor.page), state).toEqual([]);
}

const long = {
  name: "황보남궁선우제갈독고사공서문동방어금망절",
  company: "주식회사 가온정밀화학소재부품장비연구개발센터",
  department: "차세대반도체패키징소재선행연구개발담당",
  position: "수석연구위원 겸 기술기획총괄",
};

test.each(languages)("every page fits 320 pixels and keeps nobody out (%s)", async (lang) => {
  suite.tolerate(/status of 404/);
  const { server, site } = suite;
  const host = await addHost(server.db, site.company, { ...long, company: undefined, enName: "" } as object);
  const who = { ...somebody(), name: `${long.name}${lang}` };
  const visitor = await suite.visitor({ lang, width: 320, height: 640 });
  for (const path of ["/", "/privacy", "/result", "/no/such/page"]) {
    await visitor.open(path);
    await isSeen(visitor.page.getByRole("heading", { level: 1 }));
    await visitor.page.waitForLoadState("networkidle");
    await fits(visitor, path);
  }
  await visitor.open("/form");
  await isSeen(visitor.agree);
  await fitsAndKeepsNobodyOut(visitor, "terms");
  if (lang === "ko") await visitor.agreeAll.click();
  await visitor.agree.click();
  await isSeen(visitor.heading("request.heading"));
  await fits(visitor, "form");
  await visitor.tickChecklists();
  await visitor.submit.click();
  await isSeen(visitor.toast("info", visitor.say("request.review")));
  await fitsAndKeepsNobodyOut(visitor, "form with errors");
  expect.soft(await violationsInSystemColours(visitor.page), "form in the system's colours").toEqual([]);
  await visitor.choice("request.userCompany").selectOption({ index: 1 });
  await visitor.openHostSearch();
  await visitor.hostSearch.fill(long.name);
  await isSeen(visitor.hostDialog.getByRole("option").first());
  await fitsAndKeepsNobodyOut(visitor, "host dialog");
  await visitor.page.keyboard.press("Escape");
  await visitor.fill({ ...who, ...{ company: long.company } });
  await fits(visitor, "form filled");
  await visitor.submit.click();
  await visitor.isSent();
  // it leads home after three seconds, which axe may need: accessibility.test.ts
  await fits(visitor, "final");
  await visitor.arrivesAt("/");
  await isSeen(visitor.page.getByRole("region", { name: visitor.say("home.last") }));
  await fitsAndKeepsNobodyOut(visitor, "home with the last request");

  const more = { hostUserId: host.id, company: long.company, position: long.position, phone: "031-123-4567" };
  const leader = await addVisit(server, site, who, { ...more, statusCode: "approved" });
  await addVisit(server, site, somebody(), { leader });
  await visitor.lookUp(who);
  await isSeen(visitor.page.getByRole("article").first());
  await fitsAndKeepsNobodyOut(visitor, "result");
  await visitor.button(visitor.say("result.qrShow")).click();
  await isSeen(visitor.dialog(visitor.say("result.qr")).getByRole("img"));
  await fits(visitor, "QR");
  const qr = await visitor.dialog(visitor.say("result.qr")).boundingBox();
  expect((qr?.x ?? 0) + (qr?.width ?? 0)).toBeLessThanOrEqual(320);
});

/** A policy whose table has long words in narrow columns, as those of Korean companies have. */
const table = {
  ko: ["방문신청 접수와 결과안내", "이름, 휴대전화번호, 차량번호", "방문종료일부터 일년"],
  en: ["Receiving applications, telecommunications", "Organisation, identification", "Until destruction"],
} as const;

test.each(languages)(
  "no word of a policy's table breaks on a phone, and the page stays still (%s)",
  { tags: ["full"] },
  async (lang) => {
    const cells = (tag: string) => table[lang].map((text) => `<${tag}>${text}</${tag}>`).join("");
    const content = `<table><thead><tr>${cells("th")}</tr></thead><tbody><tr>${cells("td")}</tr></tbody></table>`;
    for (const width of [320, 360, 390]) {
      const visitor = await suite.visitor({ lang, width, height: 780 });
      await visitor.page.route("**/api/privacy/applied", (route) =>
        route.fulfill({ json: { id: 1, content, enContent: content } }),
      );
      await visitor.open("/privacy");
      await isSeen(visitor.page.getByRole("table"));
      expect(await brokenWordsOn(visitor.page), String(width)).toEqual([]);
      expect(await visitor.page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }
  },
);
