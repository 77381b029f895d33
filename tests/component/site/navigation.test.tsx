/** Navigation of the public site. */
import { screen, within } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { getConfiguration } from "#contract/site/configuration.ts";
import { configuration } from "#tests/support/component/site/content.ts";
import { write } from "#tests/support/component/site/form.ts";
import {
  button,
  checkbox,
  dialog,
  heading,
  isGone,
  link,
  openSite,
  reloadSite,
  siteNetwork,
  textbox,
  waitForPath,
} from "#tests/support/component/site/site.tsx";

const question = "취소 하시겠습니까?";
const sentence = "오시기 전에 방문을 신청해 주세요.";
const back = () => button("뒤로 가기");

async function agree(user: UserEvent): Promise<void> {
  await user.click(await button(/^모두 동의하기/));
  await user.click(await button("동의하고 계속하기"));
  await heading("방문 정보를 알려 주세요");
}

async function typeName(): Promise<UserEvent> {
  const user = await openSite("/");
  await user.click(await link(/방문신청/));
  await agree(user);
  write(await textbox("이름"), "홍길동");
  return user;
}

const name = async () => (await textbox("이름")).value;

test("the back button is hidden on home, and goes back from the lookup", async () => {
  siteNetwork();
  const user = await openSite("/");
  expect(screen.queryByRole("button", { name: "뒤로 가기" })).toBeNull();
  await user.click(await link(/신청내역 조회/));
  await heading("신청내역");
  await user.click(await back());
  await waitForPath("/");
});

test("the back button on the terms step needs a confirmation, which clears the form", async () => {
  siteNetwork();
  const user = await typeName();
  await user.click(await back());
  await heading("약관을 확인해 주세요");
  await user.click(await back());
  await user.click(within(await dialog(question)).getByRole("button", { name: "계속하기" }));
  await isGone(() => screen.queryByRole("dialog"));
  expect((await checkbox(/이용약관 제목/)).checked).toBe(true);

  await user.click(await back());
  await user.click(within(await dialog(question)).getByRole("button", { name: "취소하고 나가기" }));
  await waitForPath("/");
  await user.click(await link(/방문신청/));
  await heading("약관을 확인해 주세요");
  expect((await checkbox(/이용약관 제목/)).checked).toBe(false);
  await agree(user);
  expect(await name()).toBe("");
});

test("the back button on the privacy page needs a confirmation, which clears the form", async () => {
  siteNetwork();
  const user = await typeName();
  await user.click(await link("개인정보처리방침"));
  await heading("개인정보처리방침");
  await user.click(await back());
  await user.click(within(await dialog(question)).getByRole("button", { name: "계속하기" }));
  expect(location.pathname).toBe("/privacy");
  await user.click(await back());
  await user.click(within(await dialog(question)).getByRole("button", { name: "취소하고 나가기" }));
  await waitForPath("/form");
  await heading("약관을 확인해 주세요");
  await agree(user);
  expect(await name()).toBe("");
});

test("the back button leads home from the first page of a tab", async () => {
  siteNetwork();
  const user = await openSite("/privacy");
  await user.click(await back());
  await user.click(within(await dialog(question)).getByRole("button", { name: "취소하고 나가기" }));
  await waitForPath("/");
});

test("the footer links to the policy and to the site's homepage", async () => {
  siteNetwork();
  const user = await openSite("/");
  const footer = within(screen.getByRole("contentinfo"));
  const provider = footer.getByRole("link", { name: /provider\.example/ });
  expect(provider.textContent).toContain(String(new Date().getFullYear()));
  expect(provider.getAttribute("href")).toBe("https://www.provider.example/visit");
  expect(provider.getAttribute("rel")).toContain("noopener");
  await user.click(footer.getByRole("link", { name: "개인정보처리방침" }));
  await screen.findByText("방문객의 이름과 연락처를 방문 확인에 씁니다.");
  await user.click(await link(/홈으로/));
  await waitForPath("/");
});

test("without a homepage the copyright has no link", async () => {
  siteNetwork({ homepage: "" });
  await openSite("/");
  const footer = within(screen.getByRole("contentinfo"));
  footer.getByText(`© ${new Date().getFullYear()} 가온정밀`);
  expect(footer.getAllByRole("link")).toHaveLength(1);
});

test("the configuration is loaded once for all pages", async () => {
  const network = siteNetwork();
  const user = await openSite("/form");
  await heading("약관을 확인해 주세요");
  await user.click(await link("개인정보처리방침"));
  await heading("개인정보처리방침");
  await user.click(await link(/가온정밀/));
  await heading(sentence);
  await user.click(await link(/신청내역 조회/));
  await heading("신청내역");
  expect(network.asked(getConfiguration)).toHaveLength(1);
});

test("an unknown address shows an error and links to home", async () => {
  siteNetwork();
  const user = await openSite("/no/such/page");
  await heading("찾는 화면이 없습니다");
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: /홈으로/ }));
  await heading(sentence);
});

test.each([
  ["ko", "나래상사"],
  ["en", "Narae Trading"],
] as const)("name, homepage and colour come from the configuration (%s)", async (lang, company) => {
  const network = siteNetwork();
  await openSite("/", lang);
  network.answer(getConfiguration, {
    ...configuration,
    customerCompany: { ko: "나래상사", en: "Narae Trading" },
    brandColor: "#aa1122",
    homepage: "https://narae.example/",
  });
  await reloadSite();
  within(await screen.findByRole("banner")).getByText(company);
  expect((await link(/narae\.example/)).getAttribute("href")).toBe("https://narae.example/");
  expect(document.documentElement.style.getPropertyValue("--brand")).toBe("#aa1122");
  const logo = screen.getByRole("img", { name: company });
  expect(logo.getAttribute("src")).toBe(`/custom/logo?lang=${lang}`);
});
