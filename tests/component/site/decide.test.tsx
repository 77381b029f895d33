/** The page of a decision link. */
import { screen } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import type { Language } from "#browser/language.ts";
import {
  approveByLink,
  type DecidableVisitAnswer,
  rejectByLink,
  seeDecidable,
} from "#contract/visits/decision-links.ts";
import { invalid, refused } from "#tests/support/component/network.ts";
import { lookupRow, outcomeOf } from "#tests/support/component/site/content.ts";
import { write } from "#tests/support/component/site/form.ts";
import {
  button,
  checkbox,
  hasError,
  hasFocus,
  heading,
  onPhone,
  openSite,
  siteNetwork,
  textbox,
} from "#tests/support/component/site/site.tsx";

const token = "b".repeat(43);

function request(more: Partial<DecidableVisitAnswer> = {}): DecidableVisitAnswer {
  const row = lookupRow({ statusCode: "applied" });
  const { leaderName: _, phone: __, cellPhone: ___, reason: ____, actions: _____, ...visit } = row;
  return { ...visit, ...more };
}

/** The page of a link on a phone. */
async function openLink(language: Language = "ko", more: Partial<DecidableVisitAnswer> = {}) {
  onPhone();
  const network = siteNetwork();
  const visit = request(more);
  network.answer(seeDecidable, { visitID: 7, visit });
  const user = await openSite(`/decide#${token}`, language);
  return { network, user, visit };
}

const status = async (sentence: string) =>
  vi.waitFor(() => {
    const found = screen.getByText(sentence).closest<HTMLElement>('[role="status"]');
    if (!found) throw new Error(`"${sentence}" is no status`);
    return found;
  });

test("opening the link decides nothing; one click approves once", async () => {
  const { network, user, visit } = await openLink("ko", { followersCnt: 2 });
  await heading("방문신청 확인");
  await vi.waitFor(() => expect(location.hash).toBe(""));
  await screen.findByText("동행 2명의 방문도 함께 처리됩니다.");
  expect(network.asked(approveByLink)).toEqual([]);
  network.answer(approveByLink, outcomeOf("approved", visit.reserveNo));
  await user.click(await button("승인하기"));
  // the focus moves from the removed buttons to the outcome
  await hasFocus(await status("방문을 승인했습니다."));
  expect(network.asked(approveByLink).map(({ body }) => body)).toEqual([{ token }]);
  expect(screen.queryByRole("button", { name: "승인하기" })).toBeNull();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(token);
});

test("a request is rejected in English with a reason shown to the visitor", async () => {
  const { network, user, visit } = await openLink("en");
  await heading("Visit request");
  await user.click(await button("Reject"));
  const reason = await textbox(/^Reason for rejection/);
  await hasFocus(reason);
  network.answer(rejectByLink, invalid({ reason: "required" }));
  await user.click(await button("Reject"));
  await hasError(reason, "필수 입력 항목입니다");
  await hasFocus(reason);
  write(reason, "I am away");
  await user.click(await checkbox("Tell the visitor the reason"));
  network.answer(rejectByLink, outcomeOf("rejected", visit.reserveNo));
  await user.click(await button("Reject"));
  await hasFocus(await status("The visit is rejected."));
  expect(network.asked(rejectByLink).at(-1)?.body).toEqual({ token, reason: "I am away", showReason: true });
});

test("a late decision shows who decided first", async () => {
  const { network, user } = await openLink();
  const sentence = "안내원 님이 이미 처리한 방문입니다. 현재 상태: 반려";
  network.answer(approveByLink, refused(405, sentence));
  network.answer(seeDecidable, refused(405, sentence));
  await user.click(await button("승인하기"));
  await screen.findByText(sentence);
  await heading("이미 처리된 신청입니다");
});

test("where sign-in is required, the link leads to the visit in the console", async () => {
  const network = siteNetwork();
  network.answer(seeDecidable, { visitID: 7, visit: null });
  await openSite(`/decide#${token}`);
  await heading("로그인이 필요합니다");
  const link = screen.getByRole("link", { name: "로그인하고 확인하기" });
  expect(link.getAttribute("href")).toBe("/dash/approvals?visit=7");
});

test("an expired or incomplete link shows so", async () => {
  const network = siteNetwork();
  network.answer(seeDecidable, invalid({ token: "linkOver" }));
  await openSite(`/decide#${token}`);
  await heading("사용할 수 없는 링크입니다");
});
