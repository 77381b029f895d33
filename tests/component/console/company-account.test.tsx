/** Linking the company account on the account page. */
import { screen, waitFor } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import type { companyLinkOutcomes } from "#contract/people/account.ts";
import {
  getOwnCompanyAccount,
  type OwnCompanyAccount,
  removeOwnCompanyLink,
  startOwnCompanyLink,
} from "#contract/people/own-company-account.ts";
import type { Role } from "#contract/roles.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import { configuration } from "#tests/support/component/configuration.ts";
import {
  answerAccount,
  button,
  consoleNetwork,
  hasError,
  openConsole,
  passwordPrompt,
  person,
} from "#tests/support/component/console.tsx";
import { invalid, refused } from "#tests/support/component/network.ts";

const none: OwnCompanyAccount = { linked: null, rolesByGroup: true, isOnlyWay: false };
const linked = { ...none, linked: { loginName: "doyun@company", name: "차도윤" } };

function opens(account: OwnCompanyAccount, role: Role = "host", outcome = "") {
  const network = consoleNetwork(person(role));
  answerAccount(network);
  network.answer(getConfiguration, { ...configuration, companySignIn: true });
  network.answer(getOwnCompanyAccount, account);
  return { network, user: openConsole(`/dash/account${outcome && `?company=${outcome}`}`) };
}

test.each(["host", "admin", "privacy"] as const)(
  "a user with the role %s links the account",
  async (role) => {
    const { network, user } = opens(none, role);
    network.answer(startOwnCompanyLink, ({ body }) =>
      body.currentPassword === "right"
        ? { address: "#at-the-provider" }
        : invalid({ currentPassword: "wrongPassword" }),
    );
    await screen.findByText(/다음 회사 계정 로그인부터 회사에서 정한 그룹에 따라/);
    await user.click(await button("회사 계정 연결"));
    await user.type(await passwordPrompt(), "wrong");
    await user.click(await button("회사 계정 연결"));
    const field = await screen.findByDisplayValue("wrong");
    await hasError(field, "현재 비밀번호");
    await user.clear(field);
    await user.type(field, "right");
    await user.click(await button("회사 계정 연결"));
    await vi.waitFor(() => expect(location.hash).toBe("#at-the-provider"));
  },
);

test.each<[(typeof companyLinkOutcomes)[number], RegExp, string]>([
  ["linked", /회사 계정을 연결했습니다/, "status"],
  ["taken", /다른 사용자에게 연결되어/, "alert"],
  ["noRole", /권한이 없어 연결하지 않았습니다/, "alert"],
])("returning with %s shows the outcome", async (outcome, sentence, role) => {
  opens(outcome === "linked" ? linked : none, "host", outcome);
  expect((await screen.findByText(sentence)).closest(`[role=${role}]`)).not.toBeNull();
});

test("a forged address does not show a linked account", async () => {
  opens(none, "host", "linked");
  await screen.findByText("연결된 회사 계정이 없습니다.");
  expect(screen.queryByText(/회사 계정을 연결했습니다/)).toBeNull();
});

test("the account is unlinked with the password", async () => {
  const { network, user } = opens(linked);
  network.answer(removeOwnCompanyLink, none);
  await screen.findByText("doyun@company (차도윤) 계정이 연결되어 있습니다.");
  await user.click(await button("연결 해제"));
  await user.type(await passwordPrompt(), "right");
  network.answer(getOwnCompanyAccount, none);
  await user.click(await button("연결 해제"));
  await screen.findByText("회사 계정 연결을 해제했습니다.");
  await screen.findByText("연결된 회사 계정이 없습니다.");
  expect(network.asked(removeOwnCompanyLink).map(({ body }) => body)).toEqual([{ currentPassword: "right" }]);
});

test("a failure is shown at the password with the server's sentence", async () => {
  const { network, user } = opens(none);
  network.answer(startOwnCompanyLink, refused(503, "회사 로그인 서버에 연결할 수 없습니다."));
  await user.click(await button("회사 계정 연결"));
  await user.type(await passwordPrompt(), "right");
  await user.click(await button("회사 계정 연결"));
  await hasError(await screen.findByDisplayValue("right"), "회사 로그인 서버에 연결할 수 없습니다.");
});

test("a user without another way to sign in cannot unlink", async () => {
  opens({ ...linked, isOnlyWay: true });
  await screen.findByText(/회사 계정으로만 로그인하므로/);
  expect(screen.queryByRole("button", { name: "연결 해제" })).toBeNull();
});

test("the section is hidden without company sign-in", async () => {
  const network = consoleNetwork(person("host"));
  answerAccount(network);
  openConsole("/dash/account");
  await screen.findByRole("heading", { name: "2단계 인증" });
  await waitFor(() => expect(screen.queryByRole("heading", { name: "회사 계정" })).toBeNull());
});
