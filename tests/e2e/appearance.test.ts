/** Every page in both languages: axe finds nothing, and nothing is cut off on a narrow phone or a wide screen. */
import { expect, test } from "vitest";
import {
  brokenWordsOn,
  cutTimesOn,
  enlargeText,
  overflowOn,
  violationsInForcedColours,
  violationsInMoreContrast,
  violationsOn,
} from "../support/browser/page-checks.ts";
import { addHost } from "../support/site.ts";
import { isSeen, styleOf } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { addVisit, newVisitor } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const scrollBoxes = ".visually-hidden, svg, [role=region], section[tabindex]";
/** English is longer. */
const widths = { ko: [320], en: [320, 1440] } as const;

async function fits({ page, lang }: Visitor, state: string, at: readonly number[] = widths[lang]) {
  const size = page.viewportSize() ?? { width: 320, height: 640 };
  for (const width of at) {
    await page.setViewportSize({ width, height: size.height });
    await expect.poll(() => overflowOn(page, scrollBoxes), { message: `${state} at ${width}` }).toEqual([]);
  }
  await page.setViewportSize(size);
}

async function looksRight(visitor: Visitor, state: string, at?: number[]): Promise<void> {
  await fits(visitor, state, at);
  expect.soft(await violationsOn(visitor.page), state).toEqual([]);
}

const long = {
  name: "황보남궁선우제갈독고사공서문동방어금망절",
  company: "주식회사 가온정밀화학소재부품장비연구개발센터",
  department: "차세대반도체패키징소재선행연구개발담당",
  position: "수석연구위원 겸 기술기획총괄",
};

test.each([
  ["ko", 320],
  ["en", 1440],
] as const)(
  "every page is accessible and fits narrow and wide screens (%s)",
  { timeout: 120_000 },
  async (lang, width) => {
    suite.allowErrors(/status of 404/);
    const { server, site } = suite;
    const host = await addHost(server.db, site.company, {
      ...long,
      company: undefined,
      enName: "",
    } as object);
    const person = { ...newVisitor(), name: `${long.name}${lang}` };
    const visitor = await suite.visitor({ lang, width, height: 640 });
    for (const path of ["/", "/privacy", "/result", "/no/such/page"]) {
      await visitor.open(path);
      await isSeen(visitor.page.getByRole("heading", { level: 1 }));
      await visitor.page.waitForLoadState("networkidle");
      await looksRight(visitor, path);
    }
    await visitor.open("/form");
    await isSeen(visitor.agree);
    await looksRight(visitor, "terms");
    if (lang === "ko") {
      await visitor.button("안내 문자 수신 동의 내용 보기").click();
      await isSeen(visitor.dialog("안내 문자 수신 동의"));
      await looksRight(visitor, "one term in a dialog");
      await visitor.page.keyboard.press("Escape");
      await visitor.agreeAll.click();
    }
    await visitor.agree.click();
    await isSeen(visitor.heading("request.heading"));
    expect.soft(await cutTimesOn(visitor.page), "hours and minutes").toEqual([]);
    await visitor.tickChecklists();
    await visitor.submit.click();
    await isSeen(visitor.toast("info", visitor.t("request.review")));
    await looksRight(visitor, "form with errors");
    expect.soft(await violationsInForcedColours(visitor.page), "form in the system's colours").toEqual([]);
    await visitor.choice("request.userCompany").selectOption({ index: 1 });
    await visitor.openHostSearch();
    await visitor.hostSearch.fill(long.name);
    await isSeen(visitor.hostDialog.getByRole("option").first());
    await looksRight(visitor, "host dialog");
    await visitor.page.keyboard.press("Escape");
    await visitor.fill({ ...person, company: long.company });
    await fits(visitor, "form filled");
    await visitor.submit.click();
    await visitor.isSent();
    await fits(visitor, "final");
    await visitor.waitForPath("/");
    await isSeen(visitor.page.getByRole("region", { name: visitor.t("home.last") }));
    await looksRight(visitor, "home with the last request");

    const more = {
      hostUserId: host.id,
      company: long.company,
      position: long.position,
      phone: "031-123-4567",
    };
    const leader = await addVisit(server, site, person, { ...more, statusCode: "approved" });
    await addVisit(server, site, newVisitor(), { leader });
    for (const statusCode of ["entered", "exited", "rejected", "cancelled"] as const)
      await addVisit(server, site, person, { statusCode });
    await visitor.lookUp(person);
    await isSeen(visitor.page.getByRole(lang === "ko" ? "article" : "table").first());
    await looksRight(visitor, "result");
    // cards and table are drawn anew at another width, which closes what is open
    await visitor.button(visitor.t("result.qrShow")).first().click();
    await isSeen(visitor.dialog(visitor.t("result.qr")).getByRole("img"));
    await looksRight(visitor, "QR", [width]);
    await visitor.page.keyboard.press("Escape");
    await visitor.button(visitor.t("result.cancel")).first().click();
    await isSeen(visitor.dialog(visitor.t("result.cancelQuestion")));
    await looksRight(visitor, "question before a cancellation", [width]);
  },
);

test("a site that is not set up is accessible", async () => {
  const { db } = suite.server;
  const visitor = await suite.visitor();
  await db("terms").update({ inUse: false });
  try {
    for (const path of ["/", "/form"]) {
      await visitor.open(path);
      await isSeen(visitor.text("접수 준비 중"));
      await looksRight(visitor, path);
    }
  } finally {
    await db("terms").update({ inUse: true });
  }
});

/** Long words in narrow columns, as the policies of Korean companies have them. */
const table = {
  ko: ["방문신청 접수와 결과안내", "이름, 휴대전화번호, 차량번호", "방문종료일부터 일년"],
  en: ["Receiving applications, telecommunications", "Organisation, identification", "Until destruction"],
} as const;

test.each(["ko", "en"] as const)("no word of a policy's table breaks on a phone (%s)", async (lang) => {
  const cells = (tag: string) => table[lang].map((text) => `<${tag}>${text}</${tag}>`).join("");
  const content = `<table><thead><tr>${cells("th")}</tr></thead><tbody><tr>${cells("td")}</tr></tbody></table>`;
  const visitor = await suite.visitor({ lang, width: 320, height: 780 });
  await visitor.page.route("**/api/privacy/applied", (route) =>
    route.fulfill({ json: { id: 1, content, enContent: content } }),
  );
  await visitor.open("/privacy");
  await isSeen(visitor.page.getByRole("table"));
  for (const width of [320, 390]) {
    await visitor.page.setViewportSize({ width, height: 780 });
    expect(await brokenWordsOn(visitor.page), String(width)).toEqual([]);
    expect(await visitor.page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  }
});

test("text of 200 percent fits a phone, and more contrast breaks no rule", async () => {
  const visitor = await suite.visitor({ width: 390, height: 844 });
  const { page } = visitor;
  await enlargeText(page, 2);
  const look = async (state: string) => {
    expect.soft(await overflowOn(page, scrollBoxes), state).toEqual([]);
    expect.soft(await violationsInMoreContrast(page), state).toEqual([]);
  };
  for (const path of ["/", "/form", "/privacy", "/result"]) {
    await visitor.open(path);
    await isSeen(page.getByRole("heading", { level: 1 }));
    await look(path);
  }
  await visitor.openForm();
  await look("form");
  await page.close();
});

test("every status has a colour of its own; cancelled and ended share one", async () => {
  const person = newVisitor();
  const codes = ["applied", "cancelled", "ended", "approved", "entered", "exited", "rejected"] as const;
  for (const statusCode of codes) await addVisit(suite.server, suite.site, person, { statusCode });
  const visitor = await suite.visitor({ width: 1440, height: 900 });
  const { page } = visitor;
  await visitor.lookUp(person);
  const visits = page.getByRole("rowgroup").filter({ has: page.getByRole("rowheader") });
  await isSeen(visits.first());
  const colours: Record<string, string> = {};
  for (const visit of await visits.all()) {
    const label = visit.getByRole("cell").nth(5).locator("span");
    const colour = `${await styleOf(label, "color")} on ${await styleOf(label, "backgroundColor")}`;
    colours[await label.innerText()] = colour;
  }
  expect(Object.keys(colours)).toHaveLength(7);
  expect(colours.취소).toBe(colours.종료);
  expect(new Set(Object.values(colours)).size).toBe(6);
});
