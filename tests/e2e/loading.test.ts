/** A page that cannot be loaded says so, and trying again works. */
import { test } from "vitest";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite({ freshPages: true });

const load = "내용을 불러오지 못했습니다";

test("a page whose files cannot be loaded shows an error with a retry", async () => {
  suite.allowErrors(/ERR_FAILED/, /dynamically imported module|Unable to preload CSS/);
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
