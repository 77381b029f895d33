/** The board "Today". */
import { screen, waitFor } from "@testing-library/dom";
import { expect, onTestFinished, test } from "vitest";
import { defaultPreferences, getPreferences } from "#contract/people/preferences.ts";
import { passCalls, vehiclePassCalls } from "#contract/visits/passes.ts";
import { getActiveVisits, getNotReturned, getProgress, searchVisits } from "#contract/visits/visits.ts";
import {
  button,
  consoleNetwork,
  emptyPage,
  hasFocus,
  heading,
  openConsole,
  person,
  reopenConsole,
} from "#tests/support/component/console.tsx";
import { drawer, hasValue } from "#tests/support/component/drawer.tsx";
import { answerBoard, answerVisits, pageOf, progress, visitAnswer } from "#tests/support/component/visits.ts";

const rowOf = async (name: string) => (await button(name)).closest("tr")?.textContent ?? "";

test("dates and car numbers do not wrap", async () => {
  const network = consoleNetwork(person("desk"));
  answerBoard(
    network,
    visitAnswer({
      name: "차도윤",
      statusCode: "approved",
      carNumber: "12가 3456",
      startDate: "2026-11-21 09:00",
      endDate: "2026-11-23 18:00",
    }),
  );
  openConsole("/dash/today");
  await heading("현황판");
  const row = await rowOf("차도윤");
  expect(row).toContain("2026-11-21 09:00\u00a0– 2026-11-23 18:00");
  expect(row).toContain("나래상사 · 12가\u00a03456");
});

test("arrows, J and K move through rows, X selects and Enter opens", async () => {
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

test("on another list the keys start at its first row", async () => {
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

test("a row says how late or overdue a visitor is; a request without a decision is not late", async () => {
  const network = consoleNetwork(person("desk"));
  const days = { startDate: "2026-11-02 09:00", endDate: "2099-11-02 18:00" };
  answerBoard(
    network,
    visitAnswer({ name: "늦은이", statusCode: "approved", ...days }),
    visitAnswer({ name: "미결정", statusCode: "applied", ...days }),
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
  expect(await rowOf("미결정")).toMatch(/승인 대기 · 시작 후 /);
  await button(/지연 1명/);
  await user.click(await button(/^시간 초과/));
  expect(await rowOf("오래있는이")).toMatch(/일.* 초과/);
});

test.each([
  ["header", "/dash/today", () => button("Account of Sera Oh")],
  ["printed list", "/dash/print/evacuation", () => screen.findByText(/^Printed by Sera Oh/)],
])("in English the %s shows the user's English name", async (_, path, find) => {
  const network = consoleNetwork({ ...person("desk"), name: "오세라", enName: "Sera Oh" });
  network.answer(getPreferences, { ...defaultPreferences, language: "en" });
  network.answer(getActiveVisits, pageOf([visitAnswer({ statusCode: "entered" })]));
  answerBoard(network);
  openConsole(path);
  await find();
  expect(screen.queryByText(/오세라/)).toBeNull();
});

test("a host who resigned is marked in row and drawer, and a group is counted", async () => {
  const network = consoleNetwork(person("desk"));
  const { hostUser } = visitAnswer();
  const visit = visitAnswer({
    name: "차도윤",
    statusCode: "approved",
    followersCnt: 2,
    hostUser: { ...hostUser, name: "김철수", resigned: true },
  });
  answerBoard(network, visit);
  answerVisits(network, visit);
  const user = openConsole("/dash/today");
  const row = await rowOf("차도윤");
  expect(row).toContain("김철수 (퇴사)");
  expect(row).toContain("외 2명");
  await user.click(await button("차도윤"));
  await (await drawer()).findByText(/^김철수 \(퇴사\)/);
});

test("visitors who left with a pass are counted, listed and printed, of any day", async () => {
  const network = consoleNetwork(person("desk"));
  const before = { startDate: "2026-11-02 09:00", endDate: "2026-11-02 18:00" };
  const held = ["가온", "누리", "다솜"].map((name, at) =>
    visitAnswer({ name, statusCode: "ended", ...before, pass: { id: 1, passNo: `P-${at}` } }),
  );
  const rows = [visitAnswer({ name: "오늘나간이", statusCode: "exited" })];
  network.answer(getProgress, progress({ counts: { exited: 1, notReturned: held.length }, rows }));
  network.answer(getNotReturned, pageOf(held));
  const user = openConsole("/dash/today");
  await user.click(await button(/^출입증 미반납.*3/));
  for (const { name } of held) expect(await rowOf(name)).toContain("2026-11-02");
  expect(screen.queryByRole("button", { name: "오늘나간이" })).toBeNull();
  reopenConsole("/dash/print/passes?board=notReturned");
  for (const { name } of held) await screen.findByRole("cell", { name: new RegExp(name) });
  expect(screen.queryByRole("cell", { name: /오늘나간이/ })).toBeNull();
});

test("the board says that yesterday was not closed, and links to closing", async () => {
  const network = consoleNetwork(person("desk"));
  answerBoard(network);
  openConsole("/dash/today");
  await heading("현황판");
  expect(screen.queryByText(/업무가 마감되지 않았습니다/)).toBeNull();
  network.answer(getProgress, progress({ dayLeftOpen: "2026-11-21" }));
  reopenConsole("/dash/today");
  const note = (await screen.findByText(/^2026-11-21.*마감되지 않았습니다/)).closest("[role=status]");
  expect(note?.querySelector("a")?.getAttribute("href")).toBe("/dash/closing");
});

test("board, visitors inside and evacuation list say that the access could not be logged", async () => {
  const network = consoleNetwork(person("desk"));
  const rows = [visitAnswer({ statusCode: "entered" })];
  const untraced = true as const;
  answerVisits(network, ...rows);
  network.answer(getProgress, { ...progress({ rows }), untraced });
  network.answer(getActiveVisits, { ...pageOf(rows), untraced });
  openConsole("/dash/today");
  await screen.findByText(/접속기록에 남지 않았습니다/);
  for (const path of ["/dash/visits?list=inside", "/dash/print/evacuation"]) {
    reopenConsole(path);
    expect((await screen.findByText(/접속기록에 남지 않았습니다/)).closest("[role=status]")).not.toBeNull();
  }
});

test("the quick search drops an answer for a text that has been replaced", async () => {
  const network = consoleNetwork(person("desk"));
  answerVisits(network, visitAnswer({ name: "차도윤" }));
  answerBoard(network);
  const lookup = Promise.withResolvers<typeof emptyPage>();
  network.answer(passCalls.list, () => lookup.promise);
  network.answer(vehiclePassCalls.list, emptyPage);
  const user = openConsole("/dash/today");
  const box = await screen.findByRole("textbox", { name: "방문 검색" });
  await user.type(box, "차도윤{Enter}");
  await user.clear(box);
  await user.paste("한서연");
  lookup.resolve(emptyPage);
  await waitFor(() => expect(network.asked(searchVisits).at(-1)?.query.q).toBe("한서연"));
  await hasValue(box, "한서연");
  expect(screen.queryByRole("dialog", { name: "방문 정보" })).toBeNull();
});

test("a visit opens next to the list on a wide screen, otherwise over it", async () => {
  const network = consoleNetwork(person("desk"));
  const rows = ["가온", "나래"].map((name) => visitAnswer({ name, statusCode: "approved" }));
  answerBoard(network, ...rows);
  answerVisits(network, ...rows);
  const user = openConsole("/dash/today");
  await user.click(await button("가온"));
  await screen.findByRole("heading", { level: 2, name: "가온" });
  const isOver = () =>
    screen.getByRole("dialog", { name: "방문 정보" }).getAttribute("aria-modal") === "true";
  expect(isOver()).toBe(false);
  await user.click(await button("나래"));
  await screen.findByRole("heading", { level: 2, name: "나래" });
  const wide = window.innerWidth;
  onTestFinished(() => {
    window.innerWidth = wide;
  });
  window.innerWidth = 1024;
  const [first] = rows;
  reopenConsole(`/dash/today?visit=${first?.id}`);
  await screen.findByRole("heading", { level: 2, name: "가온" });
  expect(isOver()).toBe(true);
});
