/** The access log. */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getSavedViews } from "#contract/people/saved-views.ts";
import {
  type AccessReviewAnswer,
  type AccessRow,
  addAccessReview,
  getAccessLog,
  getAccessMonths,
  getAccessReview,
  searchAccessLog,
} from "#contract/privacy/access-log.ts";
import { getVisitConsents } from "#contract/visits/visit-consents.ts";
import { getVisit } from "#contract/visits/visits.ts";
import {
  button,
  consoleNetwork,
  hasError,
  openConsole,
  person,
  reopenConsole,
  textbox,
  waitForPath,
} from "#tests/support/component/console.tsx";
import { hasValue, openVisit, param, showsVisit } from "#tests/support/component/drawer.tsx";
import { invalid, type Network } from "#tests/support/component/network.ts";
import { answerVisits, pageOf, visitAnswer } from "#tests/support/component/visits.ts";
import { queryClient } from "../../../../desktop/renderer/console/lib/query-client.ts";

let entries = 0;

const entry = ({ visitIds = [1], ...more }: Partial<AccessRow> = {}): AccessRow => ({
  id: ++entries,
  at: "2026-11-22 10:00",
  hostUser: { id: 77, name: "고안내", role: "desk" },
  apiKey: null,
  address: "10.0.0.7",
  what: "/dash/visits/:id",
  visitIds,
  visits: visitIds.length,
  reason: "",
  byNumber: false,
  ...more,
});

function answerLog(...rows: AccessRow[]): Network {
  const network = consoleNetwork(person("privacy"));
  network.answer(getSavedViews, []);
  network.answer(getAccessLog, ({ query: { what, visitId, to } }) =>
    pageOf(
      rows.filter(
        (row) =>
          (!what || row.what === what) &&
          (!visitId || row.visitIds.includes(visitId)) &&
          (!to || row.at.slice(0, 10) <= to),
      ),
    ),
  );
  return network;
}

const lines = () => screen.getAllByRole("row").filter((row) => within(row).queryAllByRole("cell").length > 0);

test("an entry shows user, action, visitor, address and reason; its drawer links to the visit", async () => {
  const visit = visitAnswer({ name: "차도윤" });
  const network = answerLog(
    entry({ what: "/dash/visits/:id/reveal", visitIds: [visit.id], reason: "차를 빼 달라고 전화함" }),
    entry({ what: "/api/visit", visitIds: [visit.id, 900_001] }),
  );
  answerVisits(network, visit);
  const user = openConsole("/dash/access-log?q=고안내");
  await screen.findByText("2건");
  const [revealed, listed] = lines();
  expect(revealed?.textContent).toMatch(
    /고안내\s*안내데스크\s*번호 조회\s*차를 빼 달라고 전화함\s*방문 1건\s*10\.0\.0\.7/,
  );
  expect(listed?.textContent).toMatch(/방문 목록·검색\s*방문 2건/);
  expect(network.asked(getAccessLog).at(-1)?.query.q).toBe("고안내");
  if (revealed) await user.click(within(revealed).getByRole("button"));
  const drawer = within(await screen.findByRole("dialog", { name: "접속기록" }));
  await drawer.findByText("차를 빼 달라고 전화함");
  await user.click(drawer.getByRole("link", { name: `방문 ${visit.id} 열기` }));
  await waitForPath("/dash/visits");
  await showsVisit("차도윤");
});

test("action, visit and period narrow the log and are in the address", async () => {
  answerLog(
    entry({ visitIds: [900_010] }),
    entry({ what: "/api/visit", visitIds: [900_010, 900_011] }),
    entry({ what: "/api/visit", visitIds: [900_012], at: "2026-10-12 12:00" }),
  );
  const user = openConsole("/dash/access-log");
  await screen.findByText("3건");
  await user.click(await screen.findByRole("combobox", { name: "수행 업무" }));
  await user.click(await screen.findByRole("option", { name: "방문 목록·검색" }));
  await screen.findByText("2건");
  expect(param("what")).toBe("/api/visit");
  await user.click(await textbox("방문 번호"));
  await user.paste("900010");
  await screen.findByText("1건");
  const last = await screen.findByLabelText("종료일");
  await user.click(last);
  await user.paste("2026-11-21");
  await user.tab();
  await screen.findByText("조건에 맞는 기록이 없습니다.");
  reopenConsole(`/dash/access-log${location.search}`);
  await screen.findByText("조건에 맞는 기록이 없습니다.");
});

test("access to a person's data is found by number, which is not in the address", async () => {
  const network = answerLog();
  const found = pageOf([
    entry({ visitIds: [5] }),
    entry({ what: "/api/visit", visitIds: [], byNumber: true }),
  ]);
  const user = openConsole("/dash/access-log");
  const view = (name: string) => screen.findByRole("radio", { name });
  await user.click(await view("번호로 검색"));
  const field = await textbox("휴대전화");
  await user.click(field);
  await user.paste("12");
  await user.click(await button("검색"));
  await hasError(field, "올바른 형식이 아닙니다.");
  expect(network.asked(searchAccessLog)).toEqual([]);
  network.answer(searchAccessLog, invalid({ cellPhone: "format" }));
  await user.clear(field);
  await user.paste("010 0000 7391");
  await user.click(await button("검색"));
  await hasError(field, "올바른 형식이 아닙니다.");
  await user.type(field, " ");
  expect(screen.queryByText("불러오지 못했습니다")).toBeNull();
  network.answer(searchAccessLog, found);
  await user.click(await button("검색"));
  await screen.findByText("번호로 찾은 사람");
  await screen.findByText("방문 1건");
  expect(lines()).toHaveLength(2);
  expect(network.asked(searchAccessLog).at(-1)?.body.cellPhone).toBe("010-0000-7391");
  expect(decodeURIComponent(location.href)).not.toContain("7391");
  const queries = network.asked(getAccessLog).map(({ query }) => JSON.stringify(query));
  expect(queries.filter((query) => query.includes("7391"))).toEqual([]);
  await user.click(await view("전체 기록"));
  await user.click(await view("번호로 검색"));
  await hasValue(await textbox("휴대전화"), "");
});

test("a month is reviewed: failed lookups on the public site, users to check, their entries, and a remark", async () => {
  const network = answerLog();
  const month = { month: "2026-10", isOver: true, reviews: 0, latest: null };
  const desk: AccessReviewAnswer["staff"][number] = {
    hostUser: { id: 77, name: "강밤샘", role: "desk" },
    apiKey: null,
    calls: 22,
    byWhat: [],
    people: 21,
    outOfHours: 21,
    reveals: 1,
    numberSearches: 0,
    numberMisses: 0,
    withoutConsent: 0,
    latestReveals: [{ at: "2026-10-12 12:00", visitIds: [900_100], reason: "주차 문의" }],
    latestWithoutConsent: [],
    unusual: ["outOfHours"],
  };
  const failures = { day: "2026-10-09", failures: 20, names: 1, addresses: 3, address: "203.0.113.7" };
  const review: AccessReviewAnswer = {
    month: month.month,
    reviews: [],
    staff: [desk],
    failedLookups: { total: 23, many: [failures] },
  };
  network.answer(getAccessMonths, [month]);
  network.answer(getAccessReview, review);
  network.answer(addAccessReview, ({ body: { note = "" } }) => {
    const by = { id: 9, name: "한보람" };
    network.answer(getAccessMonths, [{ ...month, reviews: 1, latest: { by, at: "2026-11-22 10:00" } }]);
    const reviewed = { ...review, reviews: [{ id: 1, by, at: "2026-11-22 10:00", note }] };
    network.answer(getAccessReview, reviewed);
    return reviewed;
  });
  const user = openConsole("/dash/access-log?view=review");
  await screen.findByText("방문객 조회 실패 23회");
  screen.getByText("2026-10-09 · 20회 · 이름 1개 · 접속지 3곳(203.0.113.7)");
  screen.getByText("점검 필요 직원 1명");
  within(await screen.findByRole("row", { name: /강밤샘/ })).getByText("근무시간 외 많음");
  await user.click(await button("강밤샘"));
  const drawer = within(await screen.findByRole("dialog", { name: "월간 접속기록" }));
  await drawer.findByText("주차 문의");
  drawer.getByRole("link", { name: "방문 900100 열기" });
  await user.keyboard("{Escape}");
  await user.click(await textbox("점검 의견 (선택)"));
  await user.paste("야간 공사로 확인함");
  await user.click(await button("2026-10 점검 완료"));
  await screen.findByText(/한보람 — 야간 공사로 확인함$/);
  await screen.findByRole("link", { name: /2026-10\s*2026-11-22 한보람 점검/ });
  await hasValue(await textbox("점검 의견 (선택)"), "");
  expect(network.asked(addAccessReview).map(({ body }) => body)).toEqual([
    { month: "2026-10", note: "야간 공사로 확인함" },
  ]);
});

test("consents are read once per opening, whatever changes, because each reading is an entry", async () => {
  const { network, user, shown } = await openVisit({}, "privacy");
  network.answer(getVisitConsents, []);
  await user.click(await shown.findByRole("button", { name: "동의 내역 보기" }));
  await shown.findByText("동의 내역이 없습니다.");
  await queryClient.invalidateQueries({ queryKey: ["visits"] });
  expect(network.asked(getVisit)).toHaveLength(2);
  expect(network.asked(getVisitConsents)).toHaveLength(1);
});
