/** Check-in of visitors without consent. */
import { expect, test } from "vitest";
import { issueVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { consoleNetwork, hasError, openConsole, person, toast } from "#tests/support/component/console.tsx";
import { drawer, drawerIsGone, hasValue, openVisit, scan } from "#tests/support/component/drawer.tsx";
import { afterAction, answerParty } from "#tests/support/component/visits.ts";

const may = { statusCode: "approved", actions: ["issue"] } satisfies Partial<VisitAnswer>;
const unagreed = { consentMissing: true, consentRequired: true } satisfies Partial<VisitAnswer>;

async function opens(more: Partial<VisitAnswer>) {
  const one = await openVisit({ ...may, ...more });
  one.network.answer(issueVisit, [afterAction(one.visit, "entered")]);
  await hasValue(await one.shown.findByRole("textbox", { name: /^출입증 번호/ }), "P-01");
  return one;
}

test("a visitor without consent is checked in with a reason, required before sending", async () => {
  const { network, user, shown } = await opens(unagreed);
  shown.getByText(/차도윤 님의 약관 동의가 없습니다/);
  await user.click(shown.getByRole("button", { name: "출입증 발급" }));
  const reason = await shown.findByRole("textbox", { name: /^동의 없이 발급하는 사유/ });
  await hasError(reason, "필수 입력 항목입니다");
  expect(network.asked(issueVisit)).toEqual([]);
  await user.type(reason, "화면을 읽지 못함");
  await user.click(shown.getByRole("button", { name: "출입증 발급" }));
  await drawerIsGone();
  expect(network.asked(issueVisit)[0]?.body).toMatchObject({ consentReason: "화면을 읽지 못함" });
});

test("a missing consent is only shown when consent is not required", async () => {
  const { network, user, shown } = await opens({ consentMissing: true });
  shown.getByText(/개인정보 동의를 아직 받지 않았습니다/);
  expect(shown.queryByRole("textbox", { name: /^동의 없이/ })).toBeNull();
  await user.click(shown.getByRole("button", { name: "출입증 발급" }));
  await drawerIsGone();
  expect(network.asked(issueVisit)[0]?.body).not.toHaveProperty("consentReason");
});

test("selecting the whole group excludes visitors without consent, who are checked in separately with a reason", async () => {
  const network = consoleNetwork(person("desk"));
  const { leader } = answerParty(network, {}, unagreed);
  const user = openConsole(`/dash/visits?visit=${leader.id}`);
  const shown = await drawer();
  const named = (await shown.findByRole("heading", { name: "동행 2명" })).parentElement;
  expect(named?.textContent?.match(/동행(하나|둘)승인(동의 전)?/g)).toEqual([
    "동행하나승인",
    "동행둘승인동의 전",
  ]);
  await user.click(await shown.findByRole("checkbox", { name: "일행 2명 모두 선택" }));
  const left = await shown.findByRole<HTMLInputElement>("checkbox", { name: /^동행둘 .*동의 없음$/ });
  expect(left.checked).toBe(false);
  expect(shown.queryByRole("textbox", { name: /^동의 없이/ })).toBeNull();
  await user.click(left);
  for (const passNo of ["P-01", "P-02", "P-03"]) scan(passNo);
  await user.click(await shown.findByRole("button", { name: "3명 발급" }));
  const reason = await shown.findByRole("textbox", { name: /^동의 없이/ });
  await hasError(reason, "필수 입력 항목입니다");
  await user.type(reason, "단말 고장");
  await user.click(await shown.findByRole("button", { name: "3명 발급" }));
  await toast("success", "인솔자 외 2명 님에게 출입증을 발급했습니다.");
  expect(network.asked(issueVisit)[0]?.body).toMatchObject({ consentReason: "단말 고장" });
});
