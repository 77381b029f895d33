/** The list of visits, whose state is in the address. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { approveVisit } from "#contract/visits/visit-actions.ts";
import { searchVisits, type VisitAnswer } from "#contract/visits/visits.ts";
import {
  button,
  consoleNetwork,
  hasFocus,
  openConsole,
  person,
  reopenConsole,
  textbox,
} from "#tests/support/component/console.tsx";
import { drawerIsGone, hasValue, isGone, param, showsVisit } from "#tests/support/component/drawer.tsx";
import type { Network } from "#tests/support/component/network.ts";
import {
  afterAction,
  answerChange,
  answerPasses,
  answerVisits,
  pageOf,
  visitAnswer,
} from "#tests/support/component/visits.ts";

const searchBox = () => textbox("방문 검색");

const size = 20;

function answerList(network: Network, rows: readonly VisitAnswer[]): void {
  answerVisits(network, ...rows);
  network.answer(searchVisits, ({ query: { q, status, page } }) => {
    const matching = rows.filter(
      ({ name, company, statusCode }) =>
        (!q || `${name} ${company}`.includes(q)) && (!status || status.includes(statusCode)),
    );
    return { ...pageOf(matching), rows: matching.slice((page - 1) * size, page * size), page };
  });
}

const names = () =>
  screen
    .getAllByRole("row")
    .flatMap((row) => within(row).queryAllByRole("cell"))
    .flatMap((cell) => within(cell).queryAllByRole("button"))
    .map(({ textContent }) => textContent)
    .filter(Boolean);
const shows = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

function three(): { network: Network; rows: VisitAnswer[] } {
  const network = consoleNetwork(person("desk"));
  const rows = [
    visitAnswer({ name: "가나다", company: "나래상사" }),
    visitAnswer({ name: "나다라", company: "다솜물산", statusCode: "approved" }),
    visitAnswer({ name: "다라마", company: "가람전자", statusCode: "entered" }),
  ];
  answerList(network, rows);
  return { network, rows };
}

test("the search narrows the list and is in the address", async () => {
  three();
  const user = openConsole("/dash/visits?sort=name");
  await shows("가나다", "나다라", "다라마");
  await user.click(await searchBox());
  await user.paste("다솜");
  await shows("나다라");
  expect(param("q")).toBe("다솜");
  await screen.findByText("1건");
  await user.click(await button("초기화"));
  await shows("가나다", "나다라", "다라마");
  await user.click(await searchBox());
  await user.paste("없는회사");
  await screen.findByText("조건에 맞는 방문이 없습니다.");
  await screen.findByText("검색어나 기간을 변경해 보십시오.");
});

test("the page is in the address: back returns, a reload stays, a filter starts at the first page", async () => {
  const network = consoleNetwork(person("desk"));
  answerList(
    network,
    Array.from({ length: 45 }, (_, n) => visitAnswer({ name: `손님${n + 10}` })),
  );
  const user = openConsole("/dash/visits?sort=name");
  await screen.findByText("45건");
  await button("손님10");
  await user.click(await button("2 페이지"));
  await button("손님30");
  await user.click(await button("다음 페이지"));
  await button("손님50");
  expect(param("page")).toBe("3");
  history.back();
  await button("손님30");
  expect(param("page")).toBe("2");
  const again = reopenConsole(`/dash/visits${location.search}`);
  await button("손님30");
  expect(screen.queryByRole("button", { name: "손님10" })).toBeNull();
  await again.click(await searchBox());
  await again.paste("손님1");
  await button("손님10");
  expect(param("page")).toBeNull();
  await screen.findByText("10건");
});

test("a header sorts in both directions", async () => {
  const { network } = three();
  const user = openConsole("/dash/visits");
  const header = await screen.findByRole("columnheader", { name: /소속/ });
  await user.click(within(header).getByRole("button"));
  await waitFor(() => expect(header.getAttribute("aria-sort")).toBe("ascending"));
  await user.click(within(header).getByRole("button"));
  await waitFor(() => expect(header.getAttribute("aria-sort")).toBe("descending"));
  expect(param("sort")).toBe("-company");
  await waitFor(() =>
    expect(network.asked(searchVisits).map(({ query }) => query.sort)).toEqual(
      expect.arrayContaining(["company", "-company"]),
    ),
  );
});

test("the next actions of a visit are available in its row, also by keyboard", async () => {
  const network = consoleNetwork(person("desk"));
  const visit = visitAnswer({ name: "가나다" });
  answerVisits(network, visit);
  answerPasses(network);
  answerChange(network, approveVisit, afterAction(visit, "approved", { actions: ["issue"] }));
  const user = openConsole("/dash/visits");
  const next = await button("가나다 다음 작업");
  next.focus();
  await user.keyboard("{Enter}");
  await user.click(await button("반려"));
  await user.keyboard("{Escape}");
  await isGone(() => screen.queryByRole("button", { name: "반려" }));
  await hasFocus(next);
  await user.keyboard("{Enter}");
  (await button("승인")).focus();
  await user.keyboard("{Enter}");
  const row = within(await screen.findByRole("row", { name: /가나다/ }));
  await row.findByText("승인");
  expect(screen.queryByRole("dialog", { name: "방문 정보" })).toBeNull();
  expect(network.asked(approveVisit).map(({ params }) => params.id)).toEqual([visit.id]);
  await hasFocus(await button("가나다 다음 작업"));
  await user.keyboard("{Enter}");
  await user.click(await button("출입증 발급"));
  await showsVisit("가나다");
});

test("a visit opened from the list closes by going back, and the list is as it was", async () => {
  three();
  const user = openConsole("/dash/visits?q=나래");
  await user.click(await button("가나다"));
  await showsVisit("가나다");
  history.back();
  await drawerIsGone();
  await hasValue(await searchBox(), "나래");
  history.forward();
  await showsVisit("가나다");
  await user.keyboard("{Escape}");
  await drawerIsGone();
});

test("an address that the server rejects is corrected, and a page beyond the end becomes the last", async () => {
  const network = consoleNetwork(person("desk"));
  answerList(
    network,
    Array.from({ length: 45 }, (_, n) => visitAnswer({ name: `손님${n + 10}` })),
  );
  for (const page of [4, 9999, 1_000_000]) {
    reopenConsole(`/dash/visits?q=손님&sort=zzz&status=nope&from=2026-02-30&page=${page}`);
    await button("손님50");
    await screen.findByText("45건");
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ q: "손님", page: "3" });
  }
});

test("an empty list says why", async () => {
  answerList(consoleNetwork(person("desk")), []);
  openConsole("/dash/visits");
  await screen.findByText("아직 방문이 없습니다.");
});
