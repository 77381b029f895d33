/** Consent at the desk by QR code. */
import { screen } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { makeDeskLink } from "#contract/visits/desk-links.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { consoleNetwork, openConsole, person, toast } from "#tests/support/component/console.tsx";
import { drawer, isGone, openVisit } from "#tests/support/component/drawer.tsx";
import { answerParty, answerVisits } from "#tests/support/component/visits.ts";
import { queryClient } from "../../../../desktop/renderer/console/lib/query-client.ts";

const url = `http://console.example/v?desk=1&lang=ko#${"a".repeat(43)}`;
const lacking = { statusCode: "approved", consentMissing: true } satisfies Partial<VisitAnswer>;

async function opens(more: Partial<VisitAnswer> = {}, role: "desk" | "host" = "desk") {
  const one = await openVisit({ ...lacking, ...more }, role);
  one.network.answer(makeDeskLink, { url, seconds: 600 });
  return one;
}

test.each([
  ["at check-in", ["issue"]],
  ["without check-in", []],
] as const)("%s, a QR code is shown until the visitor agrees", async (_, actions) => {
  const { network, user, visit, shown } = await opens({ actions: [...actions] });
  await user.click(await shown.findByRole("button", { name: "태블릿으로 동의 받기" }));
  await shown.findByRole("img", { name: "차도윤 님의 동의 화면 QR 코드" });
  shown.getByText(/^남은 시간 (10:00|9:5\d)$/);
  expect(network.asked(makeDeskLink).map(({ params, body }) => [params.id, body])).toEqual([
    [visit.id, { screen: false }],
  ]);
  // like a live event
  answerVisits(network, { ...visit, consentMissing: false });
  await queryClient.invalidateQueries({ queryKey: ["visits"] });
  await toast("success", "차도윤 님이 약관에 동의했습니다.");
  await isGone(() => shown.queryByRole("img", { name: /QR 코드$/ }));
  expect(shown.queryByRole("button", { name: "태블릿으로 동의 받기" })).toBeNull();
});

test("an expired code is hidden, and a new one can be made", async () => {
  const { network, user, shown } = await opens();
  network.answer(makeDeskLink, { url, seconds: 1 });
  await user.click(await shown.findByRole("button", { name: "태블릿으로 동의 받기" }));
  const again = await shown.findByRole("button", { name: "새 QR 코드" }, { timeout: 3_000 });
  expect(shown.queryByRole("img", { name: /QR 코드$/ })).toBeNull();
  network.answer(makeDeskLink, { url, seconds: 600 });
  await user.click(again);
  await shown.findByRole("img", { name: /QR 코드$/ });
  expect(network.asked(makeDeskLink)).toHaveLength(2);
});

test("each member of a group has a button with their name", async () => {
  const network = consoleNetwork(person("desk"));
  const { leader, companions } = answerParty(network, { consentRequired: true, ...lacking });
  network.answer(makeDeskLink, { url, seconds: 600 });
  const user = openConsole(`/dash/visits?visit=${leader.id}`);
  const shown = await drawer();
  await user.click(await shown.findByRole("button", { name: "태블릿으로 동의 받기: 동행하나 님" }));
  await shown.findByRole("img", { name: "동행하나 님의 동의 화면 QR 코드" });
  expect(network.asked(makeDeskLink)[0]?.params.id).toBe(companions[0]?.id);
  expect(shown.queryByRole("button", { name: "태블릿으로 동의 받기: 인솔자 님" })).toBeNull();
});

test("a host has no such button", async () => {
  const { shown } = await opens({}, "host");
  await shown.findByRole("heading", { name: "차도윤" });
  expect(shown.queryByRole("button", { name: "태블릿으로 동의 받기" })).toBeNull();
});

test("with company sign-in only the QR code is offered, not this screen", async () => {
  const { user, shown } = await opens();
  await vi.waitFor(() => shown.getByRole("button", { name: "태블릿으로 동의 받기" }));
  await user.click(shown.getByRole("button", { name: "태블릿으로 동의 받기" }));
  await shown.findByRole("button", { name: "이 화면 건네기" });
  queryClient.setQueriesData({ queryKey: ["configuration"] }, (known: object | undefined) =>
    known && "companySignIn" in known ? { ...known, companySignIn: true } : known,
  );
  await isGone(() => screen.queryByRole("button", { name: "이 화면 건네기" }));
  shown.getByRole("img", { name: /QR 코드$/ });
});
