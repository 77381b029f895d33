/** The visit page opened at the desk. */
import { screen } from "@testing-library/dom";
import { afterEach, expect, test, vi } from "vitest";
import type { Language } from "#browser/language.ts";
import { handedOverKey } from "#contract/visits/desk-links.ts";
import {
  agreeByLink,
  completeByLink,
  type LinkedVisitAnswer,
  seeLinkedVisit,
} from "#contract/visits/visit-links.ts";
import { invalid } from "#tests/support/component/network.ts";
import { linkedVisit } from "#tests/support/component/site/content.ts";
import { write } from "#tests/support/component/site/form.ts";
import {
  button,
  heading,
  isGone,
  openSite,
  reloadSite,
  siteNetwork,
  textbox,
} from "#tests/support/component/site/site.tsx";
import { returnPath, useDeskPage } from "../../../web/stores/desk-page.ts";

const token = "d".repeat(43);

afterEach(() => {
  useDeskPage.setState({ isDesk: false });
  sessionStorage.clear();
});

async function opens(more: Partial<LinkedVisitAnswer> = {}, language: Language = "ko") {
  const network = siteNetwork();
  const visit = linkedVisit({ actions: [], consent: "missing", desk: { seconds: 600 }, ...more });
  network.answer(seeLinkedVisit, visit);
  const user = await openSite(`/v?desk=1&lang=${language}#${token}`, language);
  await button(language === "ko" ? "동의하기" : "Agree");
  return { network, user, visit };
}

function isCleared({ reserveNo, name }: LinkedVisitAnswer): void {
  for (const text of [reserveNo, name, token]) {
    expect(document.body.textContent).not.toContain(text);
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(text);
  }
}

test("the page has no cancellation and no links to other pages", async () => {
  await opens();
  await vi.waitFor(() => expect(screen.getAllByRole("link")).toHaveLength(1));
  for (const name of ["뒤로 가기", "방문 취소", "캘린더에 추가"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

test("the page is cleared after the consent, also after a reload", async () => {
  const { network, user, visit } = await opens();
  network.answer(agreeByLink, { ...visit, consent: "given" });
  for (const box of screen.getAllByRole<HTMLInputElement>("checkbox"))
    if (!box.checked) await user.click(box);
  await user.click(await button("동의하기"));
  await heading("동의가 접수되었습니다");
  isCleared(visit);
  expect(screen.queryByRole("button", { name: "안내데스크 화면으로" })).toBeNull();
  await reloadSite();
  isCleared(visit);
});

test("missing details are completed before the consent", async () => {
  const { network, user, visit } = await opens({ missing: ["company"] });
  network.answer(completeByLink, { ...visit, company: "한빛", missing: [] });
  write(await textbox(/^소속 회사/), "한빛");
  await user.click(await button("저장하기"));
  await isGone(() => screen.queryByRole("button", { name: "저장하기" }));
  expect(network.asked(completeByLink)[0]?.body).toMatchObject({ token, company: "한빛" });
  await button("동의하기");
});

test("a visitor finishes without agreeing, and the page is cleared", async () => {
  const { network, user, visit } = await opens({}, "en");
  await user.click(await button("Finish without agreeing"));
  await heading("You finished without agreeing");
  isCleared(visit);
  expect(network.asked(agreeByLink)).toEqual([]);
});

test("the page is cleared when its time expires", async () => {
  const { visit } = await opens({ desk: { seconds: 1 } });
  await heading("화면이 만료되었습니다");
  isCleared(visit);
});

test("a replaced link is shown as expired, without a link to the lookup", async () => {
  const network = siteNetwork();
  network.answer(seeLinkedVisit, invalid({ token: "linkOver" }));
  useDeskPage.setState({ isDesk: true });
  await openSite(`/v?desk=1#${token}`);
  await heading("화면이 만료되었습니다");
  expect(screen.queryByRole("link", { name: "신청내역 조회" })).toBeNull();
});

test("the page returns to the console's screen, and to no other address", async () => {
  sessionStorage.setItem(handedOverKey, "/visits?visit=7");
  const { user } = await opens();
  await user.click(await button("동의하지 않고 끝내기"));
  await button("안내데스크 화면으로");
  expect(returnPath()).toBe("/dash/visits?visit=7");
  sessionStorage.setItem(handedOverKey, "https://elsewhere.example/");
  expect(returnPath()).toBe("/dash/");
});
