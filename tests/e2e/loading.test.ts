/** Every page whose content cannot be loaded says so, and trying again works. */
import { expect, test } from "vitest";
import { isGone, isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { addVisit, somebody } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const load = "내용을 불러오지 못했습니다";
const troubled = "서버에 잠시 문제가 있습니다. 잠시 뒤 다시 시도해 주세요.";
const offline = "인터넷에 연결되어 있지 않은 것 같습니다. 연결을 확인해 주세요.";

/** The call fails until the returned function is called. */
async function fail(visitor: Visitor, call: string): Promise<() => Promise<void>> {
  suite.tolerate(/status of 500/, /^CallError: refused 500/);
  await visitor.page.route(call, (route) => route.fulfill({ status: 500 }));
  return () => visitor.page.unroute(call);
}

async function retryWorks(visitor: Visitor, recover: () => Promise<void>): Promise<void> {
  const failure = visitor.page.getByRole("alert").filter({ hasText: load });
  await isSeen(failure.getByText(troubled));
  await recover();
  await failure.getByRole("button", { name: "다시 시도하기" }).click();
  await isGone(failure);
}

test("every page without the configuration", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  for (const path of ["/", "/form", "/privacy", "/result"]) {
    const recover = await fail(visitor, "**/api/config");
    await visitor.page.goto(path);
    await retryWorks(visitor, recover);
    await isSeen(visitor.page.getByRole("heading", { level: 1 }));
    await isSeen(visitor.page.getByRole("banner").getByText("가온정밀"));
    expect(visitor.path()).toBe(path);
  }
});

test("/form without the terms", async () => {
  const visitor = await suite.visitor();
  const recover = await fail(visitor, "**/api/terms/deployed");
  await visitor.open("/form");
  await retryWorks(visitor, recover);
  await isSeen(visitor.agreeAll);
});

test("/form in English without the policy", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor({ lang: "en" });
  const recover = await fail(visitor, "**/api/privacy/applied");
  await visitor.open("/form");
  await isSeen(visitor.text("The server has a problem right now. Please try again in a moment."));
  await recover();
  await visitor.button("Try again").click();
  await isSeen(visitor.agree);
});

test("/form without the host companies", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  const recover = await fail(visitor, "**/api/companies/inuse");
  await visitor.openForm();
  const company = visitor.choice("request.userCompany");
  await isSeen(visitor.text(load));
  expect(await company.isDisabled()).toBe(true);
  await recover();
  await visitor.button("다시 시도하기").click();
  await company.selectOption("가온정밀");
});

test("/privacy without the policy, and where none is in force", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 404/);
  const visitor = await suite.visitor();
  const recover = await fail(visitor, "**/api/privacy/applied");
  await visitor.open("/privacy");
  await retryWorks(visitor, recover);
  await isSeen(visitor.text(/^60\. 방문객의 이름과/));

  const { db } = suite.server;
  await db("privacyPolicies").update({ applied: false });
  try {
    await visitor.page.reload();
    await isSeen(visitor.text("아직 공개된 개인정보처리방침이 없습니다."));
    await isSeen(visitor.link("홈으로"));
  } finally {
    await db("privacyPolicies").update({ applied: true });
  }
});

test("/result when the lookup fails, and without a network", async () => {
  suite.tolerate(/ERR_INTERNET_DISCONNECTED/);
  const who = somebody();
  const reserveNo = await addVisit(suite.server, suite.site, who);
  const visitor = await suite.visitor();
  const recover = await fail(visitor, "**/api/request/search");
  await visitor.lookUp(who);
  await retryWorks(visitor, recover);
  await isSeen(visitor.text(reserveNo));

  await visitor.page.context().setOffline(true);
  await visitor.button("조회하기").click();
  await isSeen(visitor.text(offline));
  await visitor.page.context().setOffline(false);
  await visitor.button("조회하기").click();
  await isSeen(visitor.text(reserveNo));
  await isGone(visitor.text(offline));
});

test("a page whose own files do not come says so, and trying again fetches them", async () => {
  suite.tolerate(/ERR_FAILED/, /dynamically imported module|Unable to preload CSS/);
  const visitor = await suite.visitor();
  const { page } = visitor;
  const homes = new Set<string>();
  page.on("request", (request) => homes.add(request.url()));
  await visitor.open("/");
  await page.waitForLoadState("networkidle");
  const files = "**/assets/visitor/**";
  const ofHome = new Set(homes);
  await page.route(files, (route) => (ofHome.has(route.request().url()) ? route.continue() : route.abort()));
  await visitor.link("신청내역 조회").click();
  const failure = page.getByRole("alert").filter({ hasText: load });
  await isSeen(failure);
  await page.unroute(files);
  await failure.getByRole("button", { name: "다시 시도하기" }).click();
  await isSeen(visitor.heading("result.page"));
});
