/** How a visit is written on the board, where there is little room; and whose board it is. */
import { screen, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { defaultPreferences, getPreferences } from "#contract/people/preferences.ts";
import { passCalls } from "#contract/visits/passes.ts";
import { getActiveVisits } from "#contract/visits/visits.ts";
import {
  button,
  consoleNetwork,
  emptyPage,
  hasFocus,
  heading,
  openConsole,
  person,
} from "#tests/support/component/console.tsx";
import { answerBoard, answerVisits, pageOf, visitAnswer } from "#tests/support/component/visits.ts";

const rowOf = async (name: string) => (await button(name)).closest("tr")?.textContent ?? "";

test("a visit of several days keeps its dash with the first, and a car's number is one word", async () => {
  const network = consoleNetwork(person("desk"));
  answerBoard(
    network,
    visitAnswer({
      ...{ name: "차도윤", statusCode: "approved", carNumber: "12가 3456" },
      ...{ startDate: "2026-11-21 09:00", endDate: "2026-11-23 18:00" },
    }),
  );
  openConsole("/dash/today");
  await heading("현황판");
  const row = await rowOf("차도윤");
  expect(row).toContain("2026-11-21 09:00\u00a0– 2026-11-23 18:00");
  expect(row).toContain("나래상사 · 12가\u00a03456");
});

test("rows are gone through by arrows, J and K, chosen by X and opened by Enter", async () => {
  const network = consoleNetwork(person("desk"));
  const rows = ["가온", "나래"].map((name) =>
    visitAnswer({ name, statusCode: "approved", actions: ["issue", "cancel"] }),
  );
  answerVisits(network, ...rows);
  answerBoard(network, ...rows);
  network.answer(passCalls.list, emptyPage);
  const user = openConsole("/dash/today");
  const [first, second] = [await button("가온"), await button("나래")];
  await user.keyboard("j");
  await hasFocus(first);
  await user.keyboard("{ArrowDown}");
  await hasFocus(second);
  await user.keyboard("k");
  await hasFocus(first);
  await user.keyboard("x");
  const isChosen = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name }).checked;
  await waitFor(() => expect([isChosen("가온 선택"), isChosen("나래 선택")]).toEqual([true, false]));
  await user.keyboard("j{ArrowUp}{Enter}");
  await screen.findByRole("heading", { level: 2, name: "가온" });
});

test("on another list the keys begin with its first row", async () => {
  const network = consoleNetwork(person("desk"));
  const rows = ["가온", "나래", "다솜"].map((name) => visitAnswer({ name, statusCode: "approved" }));
  answerVisits(network, ...rows);
  answerBoard(network, ...rows);
  const user = openConsole("/dash/today");
  const [one, other] = [await button("가온"), await button("나래")];
  await user.keyboard("j");
  await hasFocus(one);
  await user.keyboard("j");
  await hasFocus(other);
  await user.click(await screen.findByRole("link", { name: "방문 목록" }));
  await heading("방문 목록");
  const first = await button("가온");
  await user.keyboard("j");
  await hasFocus(first);
});

test("a row says how late somebody is, and how long somebody has stayed too long", async () => {
  const network = consoleNetwork(person("desk"));
  const days = { startDate: "2026-11-02 09:00", endDate: "2099-11-02 18:00" };
  answerBoard(
    network,
    visitAnswer({ name: "늦은이", statusCode: "approved", ...days }),
    visitAnswer({
      name: "오래있는이",
      statusCode: "entered",
      ...days,
      endDate: "2026-11-02 18:00",
      overdue: true,
    }),
  );
  const user = openConsole("/dash/today");
  await heading("현황판");
  expect(await rowOf("늦은이")).toMatch(/일.* 지연/);
  await user.click(await button(/^시간 초과/));
  expect(await rowOf("오래있는이")).toMatch(/일.* 초과/);
});

test("in English the header names who is signed in by their English name", async () => {
  const network = consoleNetwork({ ...person("desk"), name: "오세라", enName: "Sera Oh" });
  network.answer(getPreferences, { ...defaultPreferences, language: "en" });
  answerBoard(network);
  openConsole("/dash/today");
  await heading("Today");
  await button("Account of Sera Oh");
  expect(screen.queryByText("오세라")).toBeNull();
});

test("in English a list for paper names who prints it by their English name", async () => {
  const network = consoleNetwork({ ...person("desk"), name: "오세라", enName: "Sera Oh" });
  network.answer(getPreferences, { ...defaultPreferences, language: "en" });
  network.answer(getActiveVisits, pageOf([visitAnswer({ statusCode: "entered" })]));
  openConsole("/dash/print/evacuation");
  await screen.findByText(/^Printed by Sera Oh/);
  expect(screen.queryByText(/오세라/)).toBeNull();
});
