/** Command palette and shortcuts. */
import { screen, waitFor, within } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { defaultPreferences, savePreferences } from "#contract/people/preferences.ts";
import type { Role } from "#contract/roles.ts";
import { getReservedVisits, searchVisits } from "#contract/visits/visits.ts";
import {
  answerAccount,
  consoleNetwork,
  emptyPage,
  hasFocus,
  heading,
  openConsole,
  person,
  waitForPath,
} from "#tests/support/component/console.tsx";
import { param } from "#tests/support/component/drawer.tsx";
import { answerBoard, answerVisits, visitAnswer } from "#tests/support/component/visits.ts";

const palette = () => screen.findByRole("dialog", { name: "명령 팔레트" });
const shortcuts = () => screen.findByRole("dialog", { name: "단축키" });
const box = async () => within(await palette()).findByRole("textbox", { name: "화면, 기능, 방문 검색" });
const entries = async () =>
  within(await palette())
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

function asRole(role: Role) {
  const network = consoleNetwork(person(role));
  answerBoard(network);
  answerVisits(network);
  return network;
}

async function opens(path: string, title: string): Promise<UserEvent> {
  const user = openConsole(path);
  await heading(title);
  await user.keyboard("{Control>}k{/Control}");
  await hasFocus(await box());
  return user;
}

test("a screen is found by a part of its name", async () => {
  asRole("desk");
  const user = await opens("/dash/today", "현황판");
  await user.type(await box(), "승인");
  await user.click(within(await palette()).getByRole("button", { name: "승인함" }));
  await waitForPath("/dash/approvals");
});

test("an action is found by a part of its name, and run with Enter", async () => {
  const network = asRole("desk");
  const chosen: unknown[] = [];
  network.answer(savePreferences, ({ body }) => {
    chosen.push(body.colourScheme);
    return { ...defaultPreferences, colourScheme: body.colourScheme };
  });
  const user = await opens("/dash/today", "현황판");
  await user.type(await box(), "어둡게");
  await within(await palette()).findByText(/어둡게/);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(chosen).toEqual(["dark"]));
});

test("the language is changed in the palette, immediately and for the user", async () => {
  const network = asRole("desk");
  const user = await opens("/dash/today", "현황판");
  await user.type(await box(), "언어");
  const found = within(await palette());
  await waitFor(() => expect(found.queryByText("승인함")).toBeNull());
  await user.click(await found.findByRole("button", { name: /English/ }));
  await heading("Today");
  expect(document.documentElement.lang).toBe("en");
  expect(network.asked(savePreferences)).toMatchObject([{ body: { language: "en" } }]);
});

test("a host cannot search other hosts' visits", async () => {
  const network = asRole("host");
  const user = await opens("/dash/approvals", "승인함");
  await user.type(await box(), "차도윤");
  await within(await palette()).findByText("일치하는 화면이나 기능이 없습니다.");
  expect(network.asked(searchVisits)).toEqual([]);
});

test.each([
  ["host", "/dash/approvals", "승인함", ["현황판", "방문 목록", "대피 명단"]],
  ["privacy", "/dash/visits", "방문 목록", ["현황판", "대피 명단"]],
] as const)("%s is offered no screens of other roles", async (role, path, title, others) => {
  asRole(role);
  await opens(path, title);
  expect(await entries()).toContain(title);
  for (const other of others) expect(await entries()).not.toContain(other);
});

test("the question mark shows the shortcuts of the user's permissions", async () => {
  asRole("host");
  const user = openConsole("/dash/approvals");
  await heading("승인함");
  await user.keyboard("?");
  const shown = within(await shortcuts())
    .getAllByRole("term")
    .map(({ textContent }) => textContent);
  expect(shown).toContain("승인함");
  expect(shown).not.toContain("현황판");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "단축키" })).toBeNull());
});

test.each([
  ["next to the board", "/dash/today", "현황판", "/dash/today"],
  ["next to the list with its filters", "/dash/visits?list=reserved", "방문 목록", "/dash/visits"],
  ["next to the list, from other screens", "/dash/account", "내 계정", "/dash/visits"],
])("a visitor is found by name, and Enter opens the visit %s", async (_, path, title, arrives) => {
  const network = asRole("desk");
  answerAccount(network);
  network.answer(getReservedVisits, emptyPage);
  answerVisits(network, visitAnswer({ name: "차도윤" }));
  const user = await opens(path, title);
  await user.click(await box());
  await user.paste("차도윤");
  await within(await palette()).findByRole("button", { name: /차도윤/ });
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { level: 2, name: "차도윤" });
  expect(location.pathname).toBe(arrives);
  expect(param("list")).toBe(path.split("?list=")[1] ?? null);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "명령 팔레트" })).toBeNull());
});
