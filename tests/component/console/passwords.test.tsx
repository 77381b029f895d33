/** Choosing a password, in the account or by invitation. */
import { screen, waitFor } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { changePassword } from "#contract/people/account.ts";
import { acceptInvitation, checkInvitation, startInvitedSignIn } from "#contract/people/invitations.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import { configuration } from "#tests/support/component/configuration.ts";
import {
  answerAccount,
  button,
  consoleNetwork,
  hasError,
  hasFocus,
  heading,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";
import { invalid, refused } from "#tests/support/component/network.ts";

/** Labels of required fields end with a star. */
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`));

async function fill(user: UserEvent, label: string, value: string): Promise<void> {
  const input = await field(label);
  await user.clear(input);
  if (value !== "") await user.type(input, value);
}

async function fillPasswords(user: UserEvent, current: string, next: string, again = next): Promise<void> {
  await fill(user, "현재 비밀번호", current);
  await fill(user, "새 비밀번호", next);
  await fill(user, "새 비밀번호 확인", again);
  await user.click(await button("비밀번호 변경"));
}

function account() {
  const network = consoleNetwork(person("desk"));
  answerAccount(network);
  network.answer(changePassword, ({ body }) => {
    if (body.currentPassword !== "correct horse battery")
      return invalid({ currentPassword: "wrongPassword" });
    return body.newPassword === body.currentPassword
      ? invalid({ newPassword: "passwordUsedBefore" })
      : undefined;
  });
  return { network, user: openConsole("/dash/account") };
}

test("an incomplete password has an error at its field before it is sent", async () => {
  const { network, user } = account();
  await user.click(await button("비밀번호 변경"));
  await hasError(await field("현재 비밀번호"), "필수 입력 항목입니다");
  await hasFocus(await field("현재 비밀번호"));
  await fillPasswords(user, "", "short", "other");
  await hasError(await field("현재 비밀번호"), "필수 입력 항목입니다");
  await hasError(await field("새 비밀번호"), "10자 이상 입력해 주십시오.");
  await hasError(await field("새 비밀번호 확인"), "새 비밀번호와 일치하지 않습니다.");
  expect(network.asked(changePassword)).toEqual([]);
});

test("errors of the server are shown at the password fields, and a change empties them", async () => {
  const { user } = account();
  await fillPasswords(user, "not my password", "another password");
  await hasError(await field("현재 비밀번호"), "현재 비밀번호가 올바르지 않습니다.");
  await hasFocus(await field("현재 비밀번호"));
  await fillPasswords(user, "correct horse battery", "correct horse battery");
  await hasError(
    await field("새 비밀번호"),
    "최근에 사용한 비밀번호입니다. 다른 비밀번호를 입력해 주십시오.",
  );
  await fillPasswords(user, "correct horse battery", "another password");
  await toast("success", "비밀번호를 변경했습니다. 다른 기기에서는 로그아웃되었습니다.");
  await waitFor(async () => expect((await field("새 비밀번호")).value).toBe(""));
});

const expired = "초대 링크가 올바르지 않거나 기한이 지났습니다. 관리자에게 새 링크를 요청해 주십시오.";

const invitedPerson = { loginId: "invited", name: "나미래", isCompanyOnly: false };

function invited() {
  const network = consoleNetwork(null);
  network.answer(checkInvitation, invitedPerson);
  network.answer(acceptInvitation, ({ body }) =>
    body.newPassword.startsWith("invited") ? invalid({ newPassword: "passwordIsLoginId" }) : undefined,
  );
  return { network, user: openConsole("/dash/invitation#somewhat-of-a-token") };
}

async function chooses(user: UserEvent, next: string, again = next): Promise<void> {
  await fill(user, "새 비밀번호", next);
  await fill(user, "새 비밀번호 확인", again);
  await user.click(await button("비밀번호 설정"));
}

test("an invitation shows errors at the fields before it is submitted", async () => {
  const { network, user } = invited();
  await heading("나미래 님, 환영합니다");
  await chooses(user, "short", "other");
  await hasError(await field("새 비밀번호"), "10자 이상 입력해 주십시오.");
  await hasError(await field("새 비밀번호 확인"), "새 비밀번호와 일치하지 않습니다.");
  await hasFocus(await field("새 비밀번호"));
  expect(network.asked(acceptInvitation)).toEqual([]);
});

test("an invitation shows errors of the server at the field, or above for an expired link", async () => {
  const { network, user } = invited();
  await chooses(user, "invited is me");
  await hasError(await field("새 비밀번호"), "비밀번호에 아이디를 넣을 수 없습니다.");
  network.answer(acceptInvitation, invalid({ token: "invitationOver" }));
  await chooses(user, "chosen by me");
  expect((await screen.findByRole("alert")).textContent).toContain(expired);
});

test("an invitation can be reloaded when the server does not respond", async () => {
  const network = consoleNetwork(null);
  network.answer(checkInvitation, refused(503, "점검 중입니다."));
  const user = openConsole("/dash/invitation#somewhat-of-a-token");
  await screen.findByText("불러오지 못했습니다");
  network.answer(checkInvitation, invitedPerson);
  await user.click(await button("다시 시도"));
  await heading("나미래 님, 환영합니다");
});

test("an expired invitation has no form", async () => {
  const network = consoleNetwork(null);
  network.answer(checkInvitation, invalid({ token: "invitationOver" }));
  openConsole("/dash/invitation#somewhat-of-a-token");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(expired));
  expect(screen.queryByLabelText(/^새 비밀번호/)).toBeNull();
});

test.each([false, true])("an invitation is accepted by company account", async (isCompanyOnly) => {
  const network = consoleNetwork(null);
  network.answer(getConfiguration, { ...configuration, companySignIn: true });
  network.answer(checkInvitation, { ...invitedPerson, isCompanyOnly });
  network.answer(startInvitedSignIn, invalid({ token: "invitationOver" }));
  const user = openConsole("/dash/invitation#somewhat-of-a-token");
  await user.click(await button("회사 계정으로 시작"));
  expect((await screen.findByRole("alert")).textContent).toContain(expired);
  expect(screen.queryByRole("button", { name: "비밀번호 설정" }) === null).toBe(isCompanyOnly);
  network.answer(startInvitedSignIn, { address: "#at-the-provider" });
  await user.click(await button("회사 계정으로 시작"));
  await vi.waitFor(() => expect(location.hash).toBe("#at-the-provider"));
});
