/** Second factor on the account page. */
import { screen } from "@testing-library/dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { getCurrentUser, logIn } from "#contract/people/account.ts";
import { askPasskey } from "#contract/people/passkeys.ts";
import {
  confirmSecondFactor,
  getSecondFactor,
  logInByCode,
  startSecondFactor,
} from "#contract/people/second-factor.ts";
import {
  answerAccount,
  button,
  consoleNetwork,
  hasError,
  openConsole,
  passwordPrompt,
  person,
  textbox,
} from "#tests/support/component/console.tsx";
import { invalid, refused } from "#tests/support/component/network.ts";

const recoveryCodes = ["AAAAA-BBBBB", "CCCCC-DDDDD"];

test("a second factor is set up with password and first code, and recovery codes can be printed", async () => {
  const network = consoleNetwork(person("desk"));
  answerAccount(network);
  network.answer(startSecondFactor, ({ body }) =>
    body.currentPassword === "correct horse battery"
      ? { secret: "JBSW Y3DP EHPK 3PXP", url: "otpauth://totp/Gaon:desk?secret=JBSWY3DPEHPK3PXP" }
      : invalid({ currentPassword: "wrongPassword" }),
  );
  network.answer(confirmSecondFactor, ({ body }) =>
    body.code === "123456" ? { recoveryCodes } : invalid({ code: "codeWrong" }),
  );
  const print = vi.fn();
  vi.stubGlobal("print", print);

  const user = openConsole("/dash/account");
  await user.click(await button("설정하기"));
  await user.type(await passwordPrompt(), "correct horse battery");
  await user.click(await button("설정하기"));

  await screen.findByRole("img", { name: "인증 앱에 등록할 QR 코드" });
  const code = await textbox("인증 코드 (6자리)");
  await user.type(code, "000000");
  await user.click(await button("확인"));
  await hasError(code, "인증 코드가 맞지 않거나");
  await user.clear(code);
  await user.type(code, "123456");
  await user.click(await button("확인"));

  for (const recoveryCode of recoveryCodes) await screen.findByText(recoveryCode);
  await user.click(await button("인쇄"));
  expect(print).toHaveBeenCalledOnce();
  network.answer(getSecondFactor, {
    since: "2026-11-22 10:00",
    hasApp: true,
    recoveryCodesLeft: 2,
    isRequired: false,
  });
  await user.click(await button("보관했습니다"));
  await screen.findByText(/남은 복구 코드 2개/);
});

test("without passkey support the account page shows so, and the second step offers a recovery code", async () => {
  const desk = person("desk");
  const network = consoleNetwork(null);
  answerAccount(network);
  network.answer(logIn, { step: "code", ways: ["passkey"] });
  const signIn = ({ body }: { body: { code: string } }) => {
    if (body.code !== "AAAAA-BBBBB") return invalid({ code: "codeWrong" });
    network.answer(getCurrentUser, desk);
    return desk;
  };
  const user = openConsole("/dash/login?back=%2Faccount");
  await user.type(await textbox("아이디"), "desk-1");
  await user.type(await screen.findByLabelText("비밀번호"), "correct horse battery");
  await user.click(await button("로그인"));
  await screen.findByText(/여기서는 패스키를 사용할 수 없으니 복구 코드를 입력하거나/);
  await user.type(await textbox("복구 코드"), "AAAAA-BBBBB");
  network.answer(logInByCode, refused(503, "점검 중입니다."));
  await user.click(await button("로그인"));
  expect((await screen.findByText("점검 중입니다.", { selector: "[role=alert] *" })).isConnected).toBe(true);
  network.answer(logInByCode, signIn);
  await user.click(await button("로그인"));
  await screen.findByText(/이 브라우저 또는 주소\(https 아님\)에서는 패스키를 사용할 수 없습니다/);
});

test("a cancelled passkey is reported on the form only", async () => {
  const network = consoleNetwork(null);
  network.answer(askPasskey, { challenge: "AAAA", rpId: "localhost", allowed: [] });
  vi.stubGlobal("PublicKeyCredential", () => {});
  onTestFinished(() => void Reflect.deleteProperty(navigator, "credentials"));
  Object.assign(navigator, { credentials: { get: () => Promise.reject(new Error("NotAllowedError")) } });
  const user = openConsole("/dash/login");
  await user.click(await button("패스키로 로그인"));
  await screen.findByText("패스키 확인이 취소되었습니다.", { selector: "[role=alert] *" });
  expect(document.querySelector(".Toastify__toast")).toBeNull();
});
