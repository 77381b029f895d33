/** The terms step in Korean: how each of the terms is shown, what has to be agreed to, and the ways out. */
import { expect, test } from "vitest";
import { hasFocus, isGone, isSeen, styleOf } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const needed = "약관에 동의가 필요합니다";
const titles = {
  use: "이용약관 제목",
  required: "필수동의 제목",
  html: "개인정보 수집·이용 동의",
  optional: "선택동의 제목",
  survey: "안내 문자 수신 동의",
};

async function openTerms(): Promise<Visitor> {
  const visitor = await suite.visitor();
  await visitor.open("/form");
  await isSeen(visitor.heading("terms.heading"));
  return visitor;
}

const item = (visitor: Visitor, title: string) =>
  visitor.page.getByRole("listitem").filter({ has: visitor.page.getByRole("checkbox", { name: title }) });
const box = (visitor: Visitor, title: string) => visitor.page.getByRole("checkbox", { name: title });
const body = (visitor: Visitor, title: string) =>
  visitor.page.getByRole("region", { name: `${title} 본문`, exact: true });

test("all of the terms are listed in order, told apart in words, and none is ticked beforehand", async () => {
  const visitor = await openTerms();
  const boxes = visitor.page.getByRole("main").getByRole("checkbox");
  expect(await boxes.count()).toBe(5);
  const names = await visitor.page.getByRole("main").getByRole("listitem").allInnerTexts();
  const listed = names.flatMap((text) => /^(필수|선택)\s*(.+)/.exec(text)?.slice(1, 3).join(" ") ?? []);
  expect(listed).toEqual([
    `필수 ${titles.use}`,
    `필수 ${titles.required}`,
    `필수 ${titles.html}`,
    `선택 ${titles.optional}`,
    `선택 ${titles.survey}`,
  ]);
  for (const one of await boxes.all()) expect(await one.isChecked()).toBe(false);
});

test("one in a dialog: ticking the confirmation closes it and ticks the list; Escape only closes", async () => {
  const visitor = await openTerms();
  const opener = visitor.button(`${titles.use} 내용 보기`);
  const dialog = visitor.dialog(titles.use);
  await opener.click();
  await isSeen(dialog.getByText("이용약관 본문", { exact: true }));
  await visitor.page.keyboard.press("Escape");
  await isGone(dialog);
  await hasFocus(opener);
  expect(await box(visitor, titles.use).isChecked()).toBe(false);

  await opener.click();
  await dialog.getByRole("checkbox", { name: "내용을 확인했으며 동의합니다." }).click();
  await isGone(dialog);
  await hasFocus(opener);
  expect(await box(visitor, titles.use).isChecked()).toBe(true);

  await opener.click();
  const confirmation = dialog.getByRole("checkbox");
  expect(await confirmation.isChecked()).toBe(true);
  await confirmation.uncheck();
  await dialog.getByRole("button", { name: "닫기" }).click();
  expect(await box(visitor, titles.use).isChecked()).toBe(false);
});

test("one in a dialog with words of its own, HTML and a dark background", async () => {
  const visitor = await openTerms();
  await visitor.button(`${titles.survey} 내용 보기`).click();
  const dialog = visitor.dialog(titles.survey);
  const text = dialog.getByRole("region", { name: `${titles.survey} 본문` });
  expect(await text.getByRole("paragraph").innerText()).toBe("방문 하루 전에 문자로 알려 드립니다.");
  expect(await styleOf(text, "backgroundColor")).toBe("rgb(29, 63, 143)");
  expect(await styleOf(text, "color")).toBe("rgb(255, 255, 255)");
  await dialog.getByRole("checkbox", { name: "안내 문자를 받겠습니다." }).click();
  await isGone(dialog);
  expect(await box(visitor, titles.survey).isChecked()).toBe(true);
});

test("one in place: plain text as it was written, HTML as HTML, a long one scrolls and opens up", async () => {
  const visitor = await openTerms();
  const plain = body(visitor, titles.required);
  expect(await plain.innerText()).toBe("필수동의 본문");
  const html = body(visitor, titles.html);
  await isSeen(html.getByRole("heading", { level: 2, name: "수집 항목" }));
  expect(
    await html
      .getByText("이름")
      .first()
      .evaluate((it: { tagName: string }) => it.tagName),
  ).toBe("STRONG");
  const height = async () => (await html.boundingBox())?.height ?? 0;
  const low = await height();
  await item(visitor, titles.html).getByRole("button", { name: "펼쳐 보기" }).click();
  await expect.poll(height).toBeGreaterThan(low);
  expect(await height()).toBeLessThanOrEqual(618);
  await item(visitor, titles.html).getByRole("button", { name: "줄여 보기" }).click();
  await expect.poll(height).toBe(low);
});

test("one on a colour that asks: disagreeing leaves it unticked, agreeing ticks it", async () => {
  const visitor = await openTerms();
  expect(await styleOf(body(visitor, titles.optional), "backgroundColor")).toBe("rgb(255, 247, 230)");
  const question = visitor.page.getByRole("group", { name: `${titles.optional}에 동의하십니까?` });
  const yes = question.getByRole("radio", { name: "동의함", exact: true });
  const no = question.getByRole("radio", { name: "동의하지 않음", exact: true });
  expect([await yes.isChecked(), await no.isChecked()]).toEqual([false, false]);
  await no.click();
  expect(await box(visitor, titles.optional).isChecked()).toBe(false);
  expect(await no.isChecked()).toBe(true);
  await yes.click();
  expect(await box(visitor, titles.optional).isChecked()).toBe(true);
  expect(await question.count()).toBe(1);
  await box(visitor, titles.optional).click();
  expect(await yes.isChecked()).toBe(false);
});

test("agreeing to all ticks everything, and pressed again takes everything back", async () => {
  const visitor = await openTerms();
  const boxes = visitor.page.getByRole("main").getByRole("checkbox");
  const ticked = async () => Promise.all((await boxes.all()).map((one) => one.isChecked()));
  await visitor.agreeAll.click();
  expect(await ticked()).toEqual([true, true, true, true, true]);
  expect(await visitor.agreeAll.getAttribute("aria-pressed")).toBe("true");
  await visitor.agreeAll.click();
  expect(await ticked()).toEqual([false, false, false, false, false]);
  await visitor.agreeAll.click();
  await box(visitor, titles.use).click();
  expect(await visitor.agreeAll.getAttribute("aria-pressed")).toBe("false");
});

test("every mandatory one is needed to go on, an optional one is not", async () => {
  const visitor = await openTerms();
  await visitor.agree.click();
  await isSeen(visitor.toast("warning", needed));
  await hasFocus(box(visitor, titles.use));
  for (const title of [titles.use, titles.required, titles.html]) {
    await isSeen(item(visitor, title).getByText(needed));
    expect(await box(visitor, title).getAttribute("aria-invalid")).toBe("true");
  }
  expect(await item(visitor, titles.optional).getByText(needed).count()).toBe(0);

  await box(visitor, titles.use).click();
  await box(visitor, titles.html).click();
  await visitor.agree.click();
  await hasFocus(box(visitor, titles.required));
  await isSeen(visitor.heading("terms.heading"));
  await isGone(item(visitor, titles.use).getByText(needed));
  await box(visitor, titles.required).click();
  await visitor.agree.click();
  await isSeen(visitor.heading("request.heading"));
});

test("disagreeing leads home and takes the consent back", async () => {
  const visitor = await openTerms();
  await visitor.agreeAll.click();
  await visitor.disagree.click();
  await visitor.arrivesAt("/");
  await visitor.link("방문신청").click();
  await isSeen(visitor.heading("terms.heading"));
  expect(await box(visitor, titles.use).isChecked()).toBe(false);
});

test("a site without terms in force says that applications are not open yet", async () => {
  const { db } = suite.server;
  await db("terms").update({ inUse: false });
  try {
    const visitor = await suite.visitor();
    await visitor.open("/form");
    await isSeen(visitor.heading("home.notReady"));
    await visitor.link("홈으로").click();
    await isSeen(visitor.text("접수 준비 중"));
    expect(await visitor.link("방문신청").count()).toBe(0);
    await isSeen(visitor.link("신청내역 조회"));
  } finally {
    await db("terms").update({ inUse: true });
  }
});
