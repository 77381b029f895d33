/** Signing in, and rights by role. */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getCurrentUser, logIn } from "#contract/people/account.ts";
import {
  button,
  consoleNetwork,
  heading,
  openConsole,
  person,
  reopenConsole,
  textbox,
} from "#tests/support/component/console.tsx";
import { openVisit } from "#tests/support/component/drawer.tsx";
import { answerBoard } from "#tests/support/component/visits.ts";

test("the language can be changed before signing in, and stays", async () => {
  const network = consoleNetwork(null);
  answerBoard(network);
  const first = openConsole("/dash/login");
  const choice = within(await screen.findByRole("radiogroup", { name: "언어 (Language)" }));
  await first.click(choice.getByRole("radio", { name: "English" }));
  await button("Sign in");

  const user = reopenConsole("/dash/login");
  network.answer(logIn, () => {
    const desk = person("desk");
    network.answer(getCurrentUser, desk);
    return desk;
  });
  await user.type(await textbox("Login ID"), "a");
  await user.type(await screen.findByLabelText("Password"), "b{Enter}");
  await heading("Today");
  expect(document.documentElement.lang).toBe("en");
});

test("a user without rights to change visits is offered no actions", async () => {
  const { shown } = await openVisit({ actions: [] }, "privacy");
  await shown.findByRole("heading", { level: 2, name: "차도윤" });
  for (const name of ["승인", "반려", "출입증 발급", "취소"])
    expect(shown.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("radiogroup", { name: "목록" })).toBeNull();
});
