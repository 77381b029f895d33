/** Screens by role. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { savePreferences } from "#contract/people/preferences.ts";
import { type Role, roles } from "#contract/roles.ts";
import { listCompanies } from "#contract/site/companies.ts";
import { getOwnVisited } from "#contract/visits/visits.ts";
import {
  consoleNetwork,
  emptyPage,
  heading,
  openConsole,
  person,
  reopenConsole,
  waitForPath,
} from "#tests/support/component/console.tsx";
import { answerBoard, answerVisits } from "#tests/support/component/visits.ts";

const screens: Record<Role, { first: string; heading: string; own: readonly string[] }> = {
  host: { first: "/dash/approvals", heading: "승인함", own: ["승인함"] },
  desk: { first: "/dash/today", heading: "현황판", own: ["현황판", "승인함", "방문 목록"] },
  admin: { first: "/dash/today", heading: "현황판", own: ["현황판", "승인함", "방문 목록"] },
  privacy: { first: "/dash/visits", heading: "방문 목록", own: ["방문 목록"] },
};

const links = { 현황판: "/dash/today", 승인함: "/dash/approvals", "방문 목록": "/dash/visits" };

const navigation = () => screen.findByRole("navigation", { name: "화면" });

function asRole(role: Role) {
  const network = consoleNetwork(person(role));
  answerBoard(network);
  answerVisits(network);
  network.answer(getOwnVisited, emptyPage);
  return network;
}

test.each(roles)("%s is redirected to the first screen of the role", async (role) => {
  const mine = screens[role];
  asRole(role);
  openConsole("/dash");
  await waitForPath(mine.first);
  await heading(mine.heading);
  for (const [name, path] of Object.entries(links)) {
    const isOwn = mine.own.includes(name);
    const found = within(await navigation()).queryAllByRole("link", { name });
    expect(found, name).toHaveLength(isOwn ? 1 : 0);
    reopenConsole(path);
    await waitForPath(isOwn ? path : mine.first);
    await heading(isOwn ? name : mine.heading);
  }
});

const closed: [path: string, name: string, ...of: Role[]][] = [
  ["/dash/access-log", "접속기록", "host", "desk"],
  ["/dash/erasure-requests", "삭제 요청", "host", "desk"],
  ["/dash/trash", "파기 대기", "host", "desk"],
  ["/dash/register", "파기 대장", "host", "desk"],
  ["/dash/print/register", "파기 대장", "host", "desk"],
  ["/dash/policies", "개인정보처리방침", "desk"],
  ["/dash/webhooks", "웹훅", "desk"],
  ["/dash/api-keys", "API 키", "desk"],
  ["/dash/messages", "보낸 메시지", "privacy"],
  ["/dash/messages/new", "문자 보내기", "privacy"],
];

test.each(closed.flatMap(([path, name, ...of]) => of.map((role) => ({ role, path, name }))))(
  "$role is redirected from $path",
  async ({ role, path, name }) => {
    asRole(role);
    openConsole(path);
    await waitForPath(screens[role].first);
    await heading(screens[role].heading);
    expect(screen.queryByRole("link", { name })).toBeNull();
  },
);

test("groups of the navigation stay open as the user left them, and the current page's group is open", async () => {
  const network = asRole("admin");
  const user = openConsole("/dash/today");
  await heading("현황판");
  const shown = within(await navigation());
  const group = shown.getByRole("button", { name: "개인정보", expanded: false });
  expect(shown.queryByRole("link", { name: "파기 대장" })).toBeNull();
  await user.click(group);
  await shown.findByRole("link", { name: "파기 대장" });
  await waitFor(() =>
    expect(network.asked(savePreferences).map(({ body }) => body.openGroups)).toEqual([["privacy"]]),
  );

  network.answer(listCompanies, emptyPage);
  const again = reopenConsole("/dash/companies");
  const now = within(await navigation());
  await now.findByRole("link", { name: "파기 대장" });
  now.getByRole("link", { name: "환경설정" });
  expect(now.queryByRole("button", { name: "관리" })).toBeNull();
  await again.click(now.getByRole("link", { name: "현황판" }));
  await heading("현황판");
  await waitFor(() => expect(now.queryByRole("link", { name: "환경설정" })).toBeNull());
});
