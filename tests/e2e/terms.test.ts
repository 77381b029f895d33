/** The terms step: a long text scrolls in its place and opens up. */
import { expect, test } from "vitest";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

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
const body = (visitor: Visitor, title: string) =>
  visitor.page.getByRole("region", { name: `${title} 본문`, exact: true });

test("one in place: plain text as it was written, HTML as HTML, a long one scrolls and opens up", {
  tags: ["full"],
}, async () => {
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
