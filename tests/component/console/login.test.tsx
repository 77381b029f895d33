/** The sign-in: what is refused is said in place, and nobody is sent out of the console by an address. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { getCurrentUser, logIn } from "#contract/people/account.ts";
import {
  arrivesAt,
  button,
  consoleNetwork,
  hasError,
  hasFocus,
  heading,
  openConsole,
  person,
  textbox,
} from "#tests/support/component/console.tsx";
import { invalid } from "#tests/support/component/network.ts";
import { answerBoard } from "#tests/support/component/visits.ts";

const password = () => screen.findByLabelText("비밀번호");

/** A console where one person can sign in. */
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

test("a wrong password is refused in a sentence, and the next try is ready to be typed", async () => {
  answerBoard(network());
  const user = openConsole("/dash/login");
  await user.type(await textbox("아이디"), "desk-1");
  await user.type(await password(), "wrong horse battery");
  await user.click(await button("로그인"));
  expect((await screen.findByRole("alert")).textContent).toBe("아이디 또는 비밀번호가 올바르지 않습니다.");
  await hasFocus(await password());
  expect(location.pathname).toBe("/dash/login");
  await user.clear(await password());
  await user.type(await password(), "correct horse battery");
  await user.click(await button("로그인"));
  await arrivesAt("/dash/today");
});

test("empty fields are refused beside the fields", async () => {
  network();
  const user = openConsole("/dash/login");
  await user.click(await button("로그인"));
  await hasError(await textbox("아이디"), "필수 입력 항목입니다");
  await hasError(await password(), "필수 입력 항목입니다");
  await hasFocus(await textbox("아이디"));
});

test("the password can be looked at", async () => {
  network();
  const user = openConsole("/dash/login");
  await user.type(await password(), "seen by nobody");
  await user.click(await button("비밀번호 보기"));
  expect((await password()).getAttribute("type")).toBe("text");
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
])("somebody who signs in is not sent to %s but to the first screen", async (back) => {
  await signsInAt(`/dash/login?back=${encodeURIComponent(back)}`);
  await arrivesAt("/dash/today");
  await heading("현황판");
});

test.each(["/dash/../form", "/form", "/../form"])("%s leads nowhere outside the console", async (back) => {
  const user = await signsInAt(`/dash/login?back=${encodeURIComponent(back)}`);
  await heading("찾을 수 없는 화면입니다");
  expect(location.pathname).toMatch(/^\/dash\//);
  await user.click(screen.getByRole("link", { name: "첫 화면으로" }));
  await heading("현황판");
});
