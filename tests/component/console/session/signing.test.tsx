/** Signing in and out, and the rights of a role. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getCurrentUser, logIn, logOut } from "#contract/people/account.ts";
import { approveVisit } from "#contract/visits/visit-actions.ts";
import { getProgress } from "#contract/visits/visits.ts";
import {
  arrivesAt,
  button,
  consoleNetwork,
  heading,
  openConsole,
  person,
  reopenConsole,
  textbox,
  toast,
} from "#tests/support/component/console.tsx";
import { refused } from "#tests/support/component/network.ts";
import { answerBoard, answerVisits, visitAnswer } from "#tests/support/component/visits.ts";

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

test("signing out ends the session and clears the screen", async () => {
  const network = consoleNetwork(person("desk"));
  answerBoard(network);
  const user = openConsole("/dash/today");
  await heading("현황판");
  network.answer(logOut, () => {
    network.answer(getCurrentUser, refused(401, "로그인이 필요합니다."));
    return undefined;
  });
  await user.click(await button("안내원 님의 계정"));
  await user.click(await button("로그아웃"));
  await arrivesAt("/dash/login");
  await textbox("아이디");
  expect(screen.queryByRole("heading", { name: "현황판" })).toBeNull();
  reopenConsole("/dash/today");
  await arrivesAt("/dash/login");
  expect(network.asked(logOut)).toHaveLength(1);
});

test("a user without rights to change visits is offered no actions", async () => {
  const network = consoleNetwork(person("privacy"));
  const visit = visitAnswer({ name: "차도윤", actions: [] });
  answerVisits(network, visit);
  openConsole(`/dash/visits?visit=${visit.id}`);
  const drawer = within(await screen.findByRole("dialog", { name: "방문 정보" }));
  await drawer.findByRole("heading", { level: 2, name: "차도윤" });
  for (const name of ["승인", "반려", "출입증 발급", "취소"])
    expect(drawer.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("radiogroup", { name: "목록" })).toBeNull();
});

test("the visit of another host is not found", async () => {
  const network = consoleNetwork(person("host"));
  answerVisits(network);
  openConsole("/dash/approvals?visit=4711");
  const drawer = within(await screen.findByRole("dialog", { name: "방문 정보" }));
  within(await drawer.findByRole("alert")).getByText("불러오지 못했습니다");
});

test("the screen stays when a reload of its data fails", async () => {
  const network = consoleNetwork(person("desk"));
  const visit = visitAnswer({ name: "차도윤" });
  answerBoard(network, visit);
  answerVisits(network, visit);
  network.answer(approveVisit, { ...visit, statusCode: "approved" });
  const user = openConsole(`/dash/today?visit=${visit.id}`);
  const drawer = within(await screen.findByRole("dialog", { name: "방문 정보" }));
  const approve = await drawer.findByRole("button", { name: "승인" });
  await screen.findAllByText("차도윤", { selector: "td *" });
  network.answer(getProgress, refused(503, "점검 중입니다."));
  await user.click(approve);
  await toast("warning", "점검 중입니다.");
  await waitFor(() => screen.getAllByText("차도윤", { selector: "td *" }));
});
