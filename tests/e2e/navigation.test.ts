/** Moving about: back and its question, scrolling, backgrounds, footer, what the site reads before a page. */
import { expect, test } from "vitest";
import { isGone, isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();
const question = "취소 하시겠습니까?";

const scrolled = (visitor: Visitor) => visitor.page.evaluate<number>("scrollY");
const background = (visitor: Visitor) =>
  visitor.page.evaluate<string>("getComputedStyle(document.body).backgroundColor");

/** Home, then the terms, then the form with a name typed. */
async function typeName(visitor: Visitor): Promise<void> {
  await visitor.open("/");
  await visitor.link("방문신청").click();
  await visitor.agreeAll.click();
  await visitor.agree.click();
  await visitor.textbox("request.name").fill("홍길동");
}

test("back is hidden on home, and simply goes back from the lookup", async () => {
  const visitor = await suite.visitor();
  await visitor.open("/");
  expect(await visitor.back.count()).toBe(0);
  await visitor.link("신청내역 조회").click();
  await visitor.back.click();
  await visitor.arrivesAt("/");
});

test("from the terms step back asks: no stays, yes clears the form and goes back", async () => {
  const visitor = await suite.visitor();
  await typeName(visitor);
  await visitor.back.click();
  await isSeen(visitor.heading("terms.heading"));
  await visitor.back.click();
  const dialog = visitor.dialog(question);
  await dialog.getByRole("button", { name: "계속하기" }).click();
  await isGone(dialog);
  expect(await visitor.page.getByRole("checkbox", { name: "이용약관 제목" }).isChecked()).toBe(true);

  await visitor.back.click();
  await dialog.getByRole("button", { name: "취소하고 나가기" }).click();
  await visitor.arrivesAt("/");
  await visitor.link("방문신청").click();
  await isSeen(visitor.heading("terms.heading"));
  expect(await visitor.page.getByRole("checkbox", { name: "이용약관 제목" }).isChecked()).toBe(false);
  await visitor.agreeAll.click();
  await visitor.agree.click();
  expect(await visitor.textbox("request.name").inputValue()).toBe("");
});

test("from the privacy page back asks too: no stays, yes clears the form and goes back", {
  tags: ["full"],
}, async () => {
  const visitor = await suite.visitor();
  await typeName(visitor);
  await visitor.link("개인정보처리방침").click();
  await isSeen(visitor.heading("privacy.page"));
  await visitor.back.click();
  const dialog = visitor.dialog(question);
  await visitor.page.keyboard.press("Escape");
  await isGone(dialog);
  expect(visitor.path()).toBe("/privacy");
  await visitor.back.click();
  await dialog.getByRole("button", { name: "취소하고 나가기" }).click();
  await visitor.arrivesAt("/form");
  await isSeen(visitor.heading("terms.heading"));
  await visitor.agreeAll.click();
  await visitor.agree.click();
  expect(await visitor.textbox("request.name").inputValue()).toBe("");
});

test("back leads home where the page was the first one opened", async () => {
  const visitor = await suite.visitor();
  await visitor.open("/privacy");
  await visitor.back.click();
  await visitor.dialog(question).getByRole("button", { name: "취소하고 나가기" }).click();
  await visitor.arrivesAt("/");
});

test("every navigation begins at the top, the browser's own back too; the form comes into view", {
  tags: ["full"],
}, async () => {
  const visitor = await suite.visitor({ height: 600 });
  await visitor.open("/");
  const down = async () => {
    await visitor.page.mouse.move(100, 300);
    await visitor.page.mouse.wheel(0, 400);
    await expect.poll(() => scrolled(visitor)).toBeGreaterThan(100);
  };
  await down();
  await visitor.link("개인정보처리방침").click();
  await isSeen(visitor.heading("privacy.page"));
  expect(await scrolled(visitor)).toBe(0);
  await visitor.page.goBack();
  await isSeen(visitor.heading("home.sentence"));
  expect(await scrolled(visitor)).toBe(0);

  await visitor.link("방문신청").click();
  await visitor.agreeAll.click();
  await visitor.agree.click();
  const first = visitor.page.getByRole("group", { name: /체크리스트 제목/ });
  const bar = await visitor.page.getByRole("banner").boundingBox();
  await expect.poll(async () => (await first.boundingBox())?.y ?? 0).toBeLessThan(200);
  expect((await first.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});

test("home is white, every other page light grey", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  await visitor.open("/");
  expect(await background(visitor)).toBe("rgb(255, 255, 255)");
  const greys = new Set<string>();
  for (const path of ["/form", "/privacy", "/result"]) {
    await visitor.open(path);
    greys.add(await background(visitor));
  }
  expect([...greys]).toEqual(["rgb(244, 246, 248)"]);
  await visitor.link(/가온정밀/).click();
  await visitor.arrivesAt("/");
  await expect.poll(() => background(visitor)).toBe("rgb(255, 255, 255)");
});

test("the footer leads to the policy and to the provider", async () => {
  const visitor = await suite.visitor();
  await visitor.open("/");
  const footer = visitor.page.getByRole("contentinfo");
  const provider = footer.getByRole("link", { name: "provider.example" });
  expect(await provider.innerText()).toContain(String(new Date().getFullYear()));
  expect(await provider.getAttribute("href")).toBe("https://www.provider.example/visit");
  expect(await provider.getAttribute("rel")).toContain("noopener");
  await footer.getByRole("link", { name: "개인정보처리방침" }).click();
  await isSeen(visitor.page.getByText("60. 방문객의 이름과 연락처를 방문 확인에 씁니다."));
  await visitor.link("홈으로").click();
  await visitor.arrivesAt("/");
});

test("the configuration is there before a page is drawn, and is read once", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  const { page } = visitor;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/config", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/form", { waitUntil: "commit" });
  await page.waitForRequest("**/api/config");
  await page.waitForLoadState("load");
  expect(await page.getByRole("banner").count()).toBe(0);
  expect(await page.getByRole("heading").count()).toBe(0);
  answer();
  await isSeen(visitor.heading("terms.heading"));
  await isSeen(page.getByRole("banner").getByText("가온정밀"));
  for (const path of ["/privacy", "/", "/result", "/"]) {
    if (path === "/privacy") await visitor.link("개인정보처리방침").click();
    else if (path === "/result") await visitor.link("신청내역 조회").click();
    else await visitor.link(/가온정밀/).click();
    await visitor.arrivesAt(path);
  }
  expect(asked.filter((path) => path === "/api/config")).toHaveLength(1);
});

test("an address the site does not have says so and leads home", async () => {
  suite.tolerate(/status of 404/);
  const visitor = await suite.visitor();
  const answer = await visitor.page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await isSeen(visitor.heading("failure.notFound"));
  await visitor.link("홈으로").click();
  await isSeen(visitor.heading("home.sentence"));
});

test("the final page belongs to a request just sent: opened by itself it leads home", async () => {
  const visitor = await suite.visitor();
  await visitor.open("/final");
  await visitor.arrivesAt("/");
  await isSeen(visitor.heading("home.sentence"));
});
