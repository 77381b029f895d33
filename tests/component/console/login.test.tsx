/** The login page. */
import { screen } from "@testing-library/dom";
import { describe, expect, test } from "vitest";
import { getCurrentUser, getSignInStep, logIn, makeAppCode } from "#contract/people/account.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import { configuration } from "#tests/support/component/configuration.ts";
import {
  button,
  consoleNetwork,
  hasError,
  hasFocus,
  heading,
  openConsole,
  person,
  textbox,
  waitForPath,
} from "#tests/support/component/console.tsx";
import { invalid } from "#tests/support/component/network.ts";
import { answerBoard } from "#tests/support/component/visits.ts";

const password = () => screen.findByLabelText("비밀번호");

function network() {
  const desk = person("desk");
  const made = consoleNetwork(null);
  made.answer(logIn, ({ body }) => {
    if (body.password !== "correct horse battery") return invalid({ _: "wrongCredentials" });
    made.answer(getCurrentUser, desk);
    return desk;
  });
  return made;
}

test("empty fields and a wrong password have errors, and the field is ready for the next attempt", async () => {
  answerBoard(network());
  const user = openConsole("/dash/login");
  await user.click(await button("로그인"));
  await hasError(await textbox("아이디"), "필수 입력 항목입니다");
  await hasError(await password(), "필수 입력 항목입니다");
  await hasFocus(await textbox("아이디"));
  await user.type(await textbox("아이디"), "desk-1");
  await user.type(await password(), "wrong horse battery");
  await user.click(await button("비밀번호 보기"));
  expect((await password()).getAttribute("type")).toBe("text");
  await user.click(await button("로그인"));
  expect((await screen.findByRole("alert")).textContent).toBe("아이디 또는 비밀번호가 올바르지 않습니다.");
  await hasFocus(await password());
  expect(location.pathname).toBe("/dash/login");
  await user.clear(await password());
  await user.type(await password(), "correct horse battery");
  await user.click(await button("로그인"));
  await waitForPath("/dash/today");
});

async function signsInAt(path: string) {
  const made = network();
  answerBoard(made);
  const user = openConsole(path);
  await user.type(await textbox("아이디"), "desk-1");
  await user.type(await password(), "correct horse battery");
  await user.click(await button("로그인"));
  return user;
}

test.each([
  "//elsewhere.example/",
  "javascript:alert(1)",
  "https://elsewhere.example/",
  "/\\elsewhere.example",
  "/login",
  "/dash/login?back=%2Fdash%2Flogin",
])("after signing in %s leads to the first screen", async (back) => {
  await signsInAt(`/dash/login?back=${encodeURIComponent(back)}`);
  await waitForPath("/dash/today");
  await heading("현황판");
});

test.each(["/dash/../form", "/form", "/../form"])("%s leads nowhere outside the console", async (back) => {
  const user = await signsInAt(`/dash/login?back=${encodeURIComponent(back)}`);
  await heading("찾을 수 없는 화면입니다");
  expect(location.pathname).toMatch(/^\/dash\//);
  await user.click(screen.getByRole("link", { name: "첫 화면으로" }));
  await heading("현황판");
});

describe("with company sign-in", () => {
  const companyNetwork = () => {
    const made = network();
    made.answer(getConfiguration, { ...configuration, companySignIn: true });
    return made;
  };
  const companyLink = () => screen.findByRole<HTMLAnchorElement>("link", { name: "회사 계정으로 로그인" });

  test("a link leads to the provider, and back to the screen before; unknown errors are ignored", async () => {
    companyNetwork();
    openConsole("/dash/login?back=%2Fvisits%3Fpage%3D2&problem=%3Cb%3Ecall%20010%3C%2Fb%3E");
    expect((await companyLink()).getAttribute("href")).toBe("/auth/company?back=%2Fvisits%3Fpage%3D2");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("an error of the provider is shown, and the password still signs in", async () => {
    answerBoard(companyNetwork());
    const user = openConsole("/dash/login?problem=unreachable");
    expect((await screen.findByRole("alert")).textContent).toContain("회사 로그인 서버에 연결할 수 없습니다");
    await user.type(await textbox("아이디"), "desk-1");
    await user.type(await password(), "correct horse battery");
    await user.click(await button("로그인"));
    await waitForPath("/dash/today");
  });

  test("a user between both sign-in steps is asked for the code", async () => {
    companyNetwork().answer(getSignInStep, { step: "code", ways: ["app"] });
    openConsole("/dash/login?step=more");
    await textbox("인증 코드 (6자리)");
  });
});

test("without company sign-in there is no link to it", async () => {
  network();
  openConsole("/dash/login?problem=unreachable");
  await textbox("아이디");
  expect(screen.queryByRole("link", { name: "회사 계정으로 로그인" })).toBeNull();
});

test("the browser passes the session to the desktop app on click only, and to no other address", async () => {
  const desk = person("desk");
  const made = consoleNetwork(desk);
  made.answer(makeAppCode, { code: "c".repeat(43) });
  const challenge = "h".repeat(43);
  const user = openConsole(`/dash/app-sign-in?challenge=${challenge}`);
  await screen.findByText(new RegExp(`\\(${desk.loginId}\\) 계정으로 데스크톱 앱에 로그인합니다`));
  expect(made.asked(makeAppCode)).toEqual([]);
  await user.click(await button("앱에 로그인"));
  const again = await screen.findByRole<HTMLAnchorElement>("link", { name: "앱 열기" });
  expect(again.getAttribute("href")).toBe(`visit://sign-in/${"c".repeat(43)}`);
  expect(made.asked(makeAppCode)).toMatchObject([{ body: { challenge } }]);
});
