/** The terms step. */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getConfiguration } from "#contract/site/configuration.ts";
import { getDeployedTerms } from "#contract/texts/terms.ts";
import { configuration } from "#tests/support/component/site/content.ts";
import {
  button,
  checkbox,
  dialog,
  hasFocus,
  heading,
  isGone,
  link,
  openSite,
  siteNetwork,
  toast,
  waitForPath,
} from "#tests/support/component/site/site.tsx";

const needed = "약관에 동의가 필요합니다";
const titles = {
  use: "이용약관 제목",
  required: "필수동의 제목",
  html: "개인정보 수집·이용 동의",
  optional: "선택동의 제목",
  survey: "안내 문자 수신 동의",
};

const box = (title: string) => checkbox(new RegExp(title));
const item = (title: string) => {
  const found = screen
    .getAllByRole("listitem")
    .find((one) => within(one).queryByRole("checkbox", { name: new RegExp(title) }));
  if (!found) throw new Error(`${title} is not listed`);
  return within(found);
};
const body = (title: string) => screen.findByRole("region", { name: `${title} 본문` });
const agreeAll = () => button(/^모두 동의하기/);

async function openTerms() {
  siteNetwork();
  const user = await openSite("/form");
  await heading("약관을 확인해 주세요");
  await agreeAll();
  return user;
}

test("terms are listed in order with their type, all unchecked", async () => {
  await openTerms();
  const main = within(screen.getByRole("main"));
  const boxes = main.getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false, false, false]);
  expect(boxes.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
    `필수${titles.use}`,
    `필수${titles.required}`,
    `필수${titles.html}`,
    `선택${titles.optional}`,
    `선택${titles.survey}`,
  ]);
});

test("terms in a dialog: confirming closes it and checks the list, and can be undone", async () => {
  const user = await openTerms();
  const opener = await button(`${titles.use} 내용 보기`);
  await user.click(opener);
  const text = within(await dialog(titles.use));
  text.getByText("이용약관 본문");
  expect((await box(titles.use)).checked).toBe(false);
  await user.click(text.getByRole("checkbox", { name: "내용을 확인했으며 동의합니다." }));
  await isGone(() => screen.queryByRole("dialog"));
  expect((await box(titles.use)).checked).toBe(true);

  await user.click(opener);
  const again = within(await dialog(titles.use));
  const confirmation = again.getByRole<HTMLInputElement>("checkbox");
  expect(confirmation.checked).toBe(true);
  await user.click(confirmation);
  await user.click(again.getAllByRole("button", { name: "닫기" })[0] ?? opener);
  await isGone(() => screen.queryByRole("dialog"));
  expect((await box(titles.use)).checked).toBe(false);
});

test("terms in a dialog have their own confirmation, HTML and a dark background", async () => {
  const user = await openTerms();
  await user.click(await button(`${titles.survey} 내용 보기`));
  const text = await within(await dialog(titles.survey)).findByRole("region", {
    name: `${titles.survey} 본문`,
  });
  expect(within(text).getByRole("paragraph").textContent).toBe("방문 하루 전에 문자로 알려 드립니다.");
  expect(text.style.backgroundColor).toBe("rgb(29, 63, 143)");
  expect(text.style.color).toBe("rgb(255, 255, 255)");
  await user.click(await checkbox("안내 문자를 받겠습니다."));
  await isGone(() => screen.queryByRole("dialog"));
  expect((await box(titles.survey)).checked).toBe(true);
});

test("terms on the page are shown as plain text or HTML", async () => {
  await openTerms();
  expect((await body(titles.required)).textContent).toBe("필수동의 본문");
  const html = within(await body(titles.html));
  html.getByRole("heading", { level: 2, name: "수집 항목" });
  expect(html.getByText("이름").tagName).toBe("STRONG");
});

test("terms with a question: disagreeing leaves them unchecked, agreeing checks them", async () => {
  const user = await openTerms();
  expect((await body(titles.optional)).style.backgroundColor).toBe("rgb(255, 247, 230)");
  const question = within(screen.getByRole("group", { name: `${titles.optional}에 동의하십니까?` }));
  const yes = question.getByRole<HTMLInputElement>("radio", { name: "동의함" });
  const no = question.getByRole<HTMLInputElement>("radio", { name: "동의하지 않음" });
  expect([yes.checked, no.checked]).toEqual([false, false]);
  await user.click(no);
  expect([(await box(titles.optional)).checked, no.checked]).toEqual([false, true]);
  await user.click(yes);
  expect((await box(titles.optional)).checked).toBe(true);
  await user.click(await box(titles.optional));
  expect(yes.checked).toBe(false);
});

test("agreeing to all checks everything, and a second click unchecks it", async () => {
  const user = await openTerms();
  const ticked = () =>
    within(screen.getByRole("main"))
      .getAllByRole<HTMLInputElement>("checkbox")
      .map(({ checked }) => checked);
  const all = await agreeAll();
  await user.click(all);
  expect(ticked()).toEqual([true, true, true, true, true]);
  expect(all.getAttribute("aria-pressed")).toBe("true");
  await user.click(all);
  expect(ticked()).toEqual([false, false, false, false, false]);
  await user.click(all);
  await user.click(await box(titles.use));
  expect(all.getAttribute("aria-pressed")).toBe("false");
});

test("mandatory terms are required, optional ones are not", async () => {
  const user = await openTerms();
  const agree = async () => user.click(await button("동의하고 계속하기"));
  await agree();
  await toast("warning", needed);
  await hasFocus(await box(titles.use));
  for (const title of [titles.use, titles.required, titles.html]) {
    item(title).getByText(needed);
    expect((await box(title)).getAttribute("aria-invalid")).toBe("true");
  }
  expect(item(titles.optional).queryByText(needed)).toBeNull();

  await user.click(await box(titles.use));
  await user.click(await box(titles.html));
  await agree();
  await hasFocus(await box(titles.required));
  await heading("약관을 확인해 주세요");
  expect(item(titles.use).queryByText(needed)).toBeNull();
  await user.click(await box(titles.required));
  await agree();
  await heading("방문 정보를 알려 주세요");
});

test("disagreeing leads home and withdraws the consents", async () => {
  const user = await openTerms();
  await user.click(await agreeAll());
  await user.click(await button("동의하지 않기"));
  await waitForPath("/");
  await user.click(await link(/방문신청/));
  await heading("약관을 확인해 주세요");
  expect((await box(titles.use)).checked).toBe(false);
});

test("a site without published terms shows that it takes no requests yet", async () => {
  const network = siteNetwork();
  network.answer(getConfiguration, { ...configuration, ready: false });
  network.answer(getDeployedTerms, []);
  const user = await openSite("/form");
  await heading("접수 준비 중");
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: /홈으로/ }));
  await waitForPath("/");
  await within(screen.getByRole("main")).findByText("접수 준비 중");
  expect(screen.queryByRole("link", { name: /방문신청/ })).toBeNull();
  await link(/신청내역 조회/);
});
