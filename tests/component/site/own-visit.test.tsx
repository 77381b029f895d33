/** The page of a visit link. */
import { screen, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import type { Language } from "#browser/language.ts";
import {
  agreeByLink,
  cancelByLink,
  chooseByLink,
  completeByLink,
  type LinkedVisitAnswer,
  seeLinkedVisit,
} from "#contract/visits/visit-links.ts";
import ko from "#i18n/ko.json" with { type: "json" };
import { invalid, refused } from "#tests/support/component/network.ts";
import { linkedVisit, outcomeOf, policy, terms } from "#tests/support/component/site/content.ts";
import { cancel, write } from "#tests/support/component/site/form.ts";
import {
  button,
  checkbox,
  dialog,
  hasError,
  hasFocus,
  heading,
  isGone,
  onPhone,
  openSite,
  reloadSite,
  siteNetwork,
  textbox,
  toast,
  waitForPath,
} from "#tests/support/component/site/site.tsx";

const token = "a".repeat(43);

/** The page of a link on a phone. */
async function openLink(visit: LinkedVisitAnswer, language: Language = "ko") {
  onPhone();
  const network = siteNetwork();
  network.answer(seeLinkedVisit, visit);
  const user = await openSite(`/v#${token}`, language);
  await heading(language === "ko" ? "내 방문" : "Your visit");
  return { network, user };
}

test("the visit is shown with its QR code, and the token is removed from the address", async () => {
  const visit = linkedVisit();
  const { network } = await openLink(visit);
  await screen.findByText("김철수");
  screen.getByRole("img", { name: `예약번호 ${visit.reserveNo}의 QR 코드` });
  screen.getByText("동의 완료");
  expect(screen.queryByRole("button", { name: "동의하기" })).toBeNull();
  await vi.waitFor(() => expect(location.hash).toBe(""));
  expect(location.href).not.toContain(token);
  expect(JSON.stringify({ ...localStorage })).not.toContain(token);
  expect(new Set(network.asked(seeLinkedVisit).map(({ body }) => body.token))).toEqual(new Set([token]));
  await reloadSite();
  await screen.findByText("김철수");
});

test("an expired link shows so and links to the lookup", async () => {
  const network = siteNetwork();
  network.answer(seeLinkedVisit, invalid({ token: "linkOver" }));
  await openSite(`/v#${token}`);
  await heading("사용할 수 없는 링크입니다");
  expect(screen.getByRole("link", { name: ko.visitor.home.lookup }).getAttribute("href")).toBe("/result");
});

test("an address without a token asks for the complete link", async () => {
  siteNetwork();
  await openSite("/v");
  await heading("링크가 완전하지 않습니다");
});

test("a failed load can be retried", async () => {
  const network = siteNetwork();
  network.answer(seeLinkedVisit, refused(503, "x"));
  const user = await openSite(`/v#${token}`);
  const again = await button("다시 시도하기");
  network.answer(seeLinkedVisit, linkedVisit());
  await user.click(again);
  await screen.findByText("김철수");
});

test("the visit and its QR code come first; a click leads to the consents", async () => {
  const visit = linkedVisit({ consent: "missing" });
  const { user } = await openLink(visit);
  const agree = await button("동의하기");
  const code = screen.getByRole("img", { name: `예약번호 ${visit.reserveNo}의 QR 코드` });
  expect(code.compareDocumentPosition(agree)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(await button("동의하러 가기"));
  expect(document.activeElement?.contains(agree)).toBe(true);
  expect(document.activeElement?.contains(code)).toBe(false);
});

test("in Korean mandatory terms and every line of a checklist are required, optional terms are not", async () => {
  const visit = linkedVisit({ consent: "missing" });
  const { network, user } = await openLink(visit);
  network.answer(agreeByLink, { ...visit, consent: "given" });
  const agree = await button("동의하기");
  await user.click(agree);
  await toast("warning", "약관에 동의가 필요합니다");
  await hasFocus(await checkbox(/이용약관 제목/));
  expect(network.asked(agreeByLink)).toEqual([]);

  for (const box of screen.getAllByRole<HTMLInputElement>("checkbox"))
    if (!box.checked && !box.closest("label")?.textContent?.startsWith("선택")) await user.click(box);
  await user.click(agree);
  await toast("info", "동의가 접수되었습니다.");
  expect(screen.queryByText("약관에 동의가 필요합니다")).toBeNull();
  await isGone(() => screen.queryByRole("button", { name: "동의하기" }));
  screen.getByText("동의 완료");
  const [sent] = network.asked(agreeByLink).map(({ body }) => body);
  expect(sent).toMatchObject({ token, privacy: true, privacyPolicyId: policy.id });
  const agreed = new Map(sent?.agreements?.map((one) => [one.termsId, one.agreed]));
  for (const { id, contentType } of Object.values(terms)) {
    if (contentType === "안내문") expect(agreed.has(id)).toBe(false);
    else expect(agreed.get(id), contentType).toBe(contentType !== "선택동의");
  }
});

test("in English the policy and the checklists are required", async () => {
  const visit = linkedVisit({ consent: "missing" });
  const { network, user } = await openLink(visit, "en");
  network.answer(agreeByLink, { ...visit, consent: "given" });
  const agree = await button("Agree");
  screen.getByText("We use your name and number to confirm the visit.");
  for (const box of screen.getAllByRole("checkbox")) await user.click(box);
  await user.click(agree);
  await toast("info", "Your consent has been recorded.");
  expect(network.asked(agreeByLink)[0]?.body).toMatchObject({
    privacyPolicyId: policy.id,
    agreements: [
      { termsId: terms.checklist.id, agreed: true },
      { termsId: terms.goods.id, agreed: true },
    ],
  });
});

test("a changed text or a cancelled visit is shown on the page", async () => {
  const { network, user } = await openLink(linkedVisit({ consent: "missing" }));
  await button("동의하기");
  for (const box of screen.getAllByRole("checkbox")) await user.click(box);
  network.answer(agreeByLink, invalid({ _: "textMoved" }));
  await user.click(await button("동의하기"));
  await screen.findByText(ko.error.textMoved);
  network.answer(agreeByLink, refused(405, "취소된 방문입니다."));
  await user.click(await button("동의하기"));
  await screen.findByText("취소된 방문입니다.");
});

test("a link that expires while its page is open shows so on saving", async () => {
  const { network, user } = await openLink(linkedVisit({ missing: ["carNumber"] }));
  write(await textbox(/^차량/), "12가 3456");
  network.answer(completeByLink, invalid({ token: "linkOver" }));
  network.answer(seeLinkedVisit, invalid({ token: "linkOver" }));
  await user.click(await button("저장하기"));
  await heading("사용할 수 없는 링크입니다");
});

test("missing details are completed, and errors are shown at their fields", async () => {
  const visit = linkedVisit({ missing: ["cellphone", "company", "carNumber"], company: "", cellPhone: "" });
  const { network, user } = await openLink(visit);
  const number = await textbox(/^휴대전화/);
  await user.click(await button("저장하기"));
  await toast("info", "입력한 내용이 없습니다.");
  write(number, "010-1234");
  network.answer(completeByLink, { ...visit, cellPhone: "010-12**-*678", missing: ["carNumber"] });
  await user.click(await button("저장하기"));
  await hasError(number, "올바른 형식이 아닙니다.");
  await hasFocus(number);
  write(number, "01012345678");
  write(await textbox(/^소속 회사/), "나래상사");
  await user.click(await button("저장하기"));
  await toast("info", "저장했습니다.");
  expect(network.asked(completeByLink).at(-1)?.body).toEqual({
    token,
    cellphone: "010-1234-5678",
    company: "나래상사",
  });
  await isGone(() => screen.queryByRole("textbox", { name: /^휴대전화/ }));
  await textbox(/^차량/);
});

test("a visitor with number and address chooses the channel of messages", async () => {
  const visit = linkedVisit({ cellPhone: "010-12**-*678", emailMasked: "g***@example.com" });
  const { network, user } = await openLink(visit);
  await screen.findByText("g***@example.com");
  const channel = await screen.findByRole("combobox", { name: /^방문 안내를 받을 방법/ });
  network.answer(chooseByLink, { ...visit, channel: "email" });
  await user.selectOptions(channel, "이메일만");
  await toast("info", "저장했습니다.");
  expect(network.asked(chooseByLink).map(({ body }) => body)).toEqual([{ token, channel: "email" }]);
});

test("a missing address is requested, and a bounced one is reported", async () => {
  const { user, network } = await openLink(linkedVisit({ missing: ["email"] }));
  const bounced = linkedVisit({ emailMasked: "g***@example.com", emailBounced: true });
  network.answer(completeByLink, bounced);
  const email = await textbox(/^이메일/);
  write(email, "wrong");
  await user.click(await button("저장하기"));
  await hasError(email, "올바른 형식이 아닙니다.");
  write(email, "gildong@example.com");
  await user.click(await button("저장하기"));
  await screen.findByText(/이 주소로 메일을 보낼 수 없습니다/);
  expect(screen.queryByRole("combobox", { name: /^방문 안내를 받을 방법/ })).toBeNull();
});

test("cancelling needs a confirmation, names the group, and invalidates the link", async () => {
  const visit = linkedVisit({ followersCnt: 2 });
  const { network, user } = await openLink(visit);
  network.answer(cancelByLink, outcomeOf("cancelled", visit.reserveNo));
  await user.click(await button("신청 취소하기"));
  const question = within(await dialog("이 방문신청을 취소하시겠습니까?"));
  question.getByText(/동행 2명의 방문도 함께 취소됩니다/);
  await user.click(question.getByRole("button", { name: "그대로 두기" }));
  expect(network.asked(cancelByLink)).toEqual([]);
  await cancel(user);
  const outcome = await screen.findByText("방문을 취소했습니다. 이 링크는 더 이상 사용할 수 없습니다.");
  // the focus moves from the removed button to the outcome
  await vi.waitFor(() => expect(document.activeElement?.contains(outcome)).toBe(true));
  expect(document.activeElement?.getAttribute("role")).toBe("status");
  expect(screen.queryByRole("img", { name: /QR/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "신청 취소하기" })).toBeNull();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(token);
});

test("a second link in the same tab shows nothing of the first", async () => {
  const { network } = await openLink(linkedVisit());
  await screen.findByText("홍길동");
  network.answer(seeLinkedVisit, linkedVisit({ name: "이영희" }));
  location.hash = "b".repeat(43);
  await screen.findByText("이영희");
  expect(screen.queryByText("홍길동")).toBeNull();
  await waitForPath("/v");
});
