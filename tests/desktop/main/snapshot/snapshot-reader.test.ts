import { expect, it } from "vitest";
import type { Reading } from "../../../../desktop/main/snapshot/snapshot-reader.ts";
import { createSnapshotReader } from "../../../../desktop/main/snapshot/snapshot-reader.ts";
import { visitor } from "../../support/snapshots.ts";

const now = Date.UTC(2026, 10, 21, 3);
const desk = { id: 7, name: "안내원", permissions: { desk: "all", "visits.search": "all" } };
const site = { customerCompany: { ko: "가온정밀", en: "Gaon" }, timezone: "Asia/Seoul", useCar: true };

/** A visit as the server answers it, with fields that are not kept. */
const row = (id: number, more: object = {}) => ({
  id,
  reserveNo: `261121-0000${id}`,
  name: `방문객${id}`,
  company: "나래상사",
  position: "부장",
  phone: "02-***",
  cellPhone: "010-00**-*234",
  carNumber: "12가 3456",
  hostUser: { id: 1, name: "김철수", department: "설계팀", position: "과장" },
  accessiblePlace: { id: 2, name: "본관" },
  purpose: { id: 3, name: "회의" },
  startDate: "2026-11-21 09:00",
  endDate: "2026-11-21 18:00",
  pass: null,
  carPass: null,
  statusCode: "approved",
  enteredAt: null,
  note: "단골",
  ...more,
});

const entered = row(1, {
  statusCode: "entered",
  pass: { id: 1, passNo: "A-17" },
  carPass: { id: 2, passNo: "V-02" },
  enteredAt: "2026-11-21 09:10",
});

type Answers = Record<string, (query: URLSearchParams) => unknown>;

const usual: Answers = {
  "/dash/user/current": () => desk,
  "/api/config": () => site,
  "/api/visit": () => ({ total: 2, rows: [row(1), row(2)] }),
  "/dash/visits/reserved": () => ({ total: 0, rows: [] }),
  "/dash/visits/active": () => ({ total: 1, rows: [entered] }),
};

async function reading(answers: Answers): Promise<{ reading: Reading; requests: Request[] }> {
  const requests: Request[] = [];
  const read = createSnapshotReader({
    async ask(request) {
      requests.push(request);
      const { pathname, searchParams } = new URL(request.url);
      const answer = answers[pathname]?.(searchParams);
      return answer instanceof Response
        ? answer
        : Response.json(answer, { headers: { Date: "Sat, 21 Nov 2026 03:00:30 GMT" } });
    },
    currentLanguage: () => "ko",
    now: () => now,
  });
  return { reading: await read(), requests };
}

it("keeps only what is printed: no phone number, car or note", async () => {
  const { reading: got } = await reading(usual);
  expect(got).toEqual({
    kind: "lists",
    serverTime: now + 30_000,
    lists: {
      user: { id: 7, name: "안내원" },
      company: site.customerCompany,
      timezone: "Asia/Seoul",
      isCut: false,
      visits: [
        visitor(1, { isInside: true, passNo: "A-17, V-02", enteredAt: "2026-11-21 09:10" }),
        visitor(2),
      ],
    },
  });
  expect(JSON.stringify(got)).not.toMatch(/010|12가|단골|부장|회의/);
});

it("reads the days around today by the site's calendar, as background requests", async () => {
  const { requests } = await reading(usual);
  for (const { headers, method } of requests) {
    expect(method).toBe("GET");
    expect(headers.get("X-Background")).toBe("1");
    expect(headers.get("Accept-Language")).toBe("ko");
  }
  const search = requests.map(({ url }) => new URL(url)).find(({ pathname }) => pathname === "/api/visit");
  expect(Object.fromEntries(search?.searchParams ?? [])).toEqual({
    from: "2026-11-20",
    to: "2026-11-22",
    status: "applied,approved,entered",
    sort: "startDate",
    page: "1",
    size: "200",
  });
});

it("includes visitors who left for the night and are expected again", async () => {
  const overnight = row(3, {
    statusCode: "exited",
    startDate: "2026-11-20 14:10",
    endDate: "2026-11-22 10:10",
  });
  const { reading: got, requests } = await reading({
    ...usual,
    "/dash/visits/reserved": () => ({ total: 1, rows: [overnight] }),
  });
  const kept = got.kind === "lists" ? got.lists.visits : [];
  expect(kept).toContainEqual(
    visitor(3, { startDate: "2026-11-20 14:10", endDate: "2026-11-22 10:10", isInside: false }),
  );
  const again = requests
    .map(({ url }) => new URL(url))
    .find(({ pathname }) => pathname.endsWith("/reserved"));
  expect(Object.fromEntries(again?.searchParams ?? [])).toMatchObject({
    from: "2026-11-20",
    to: "2026-11-22",
    status: "exited",
  });
});

it("reads all pages up to a limit, and reports when there are more", async () => {
  const pageOf = (query: URLSearchParams, total: number) => {
    const first = (Number(query.get("page")) - 1) * 200;
    const rows = Array.from({ length: Math.min(200, total - first) }, (_, n) => row(first + n + 10));
    return { total, rows };
  };
  const some = await reading({ ...usual, "/api/visit": (query) => pageOf(query, 450) });
  expect(some.reading).toMatchObject({ kind: "lists", lists: { isCut: false } });
  expect(some.reading.kind === "lists" && some.reading.lists.visits.length).toBe(451);
  const many = await reading({ ...usual, "/api/visit": (query) => pageOf(query, 5_000) });
  expect(many.reading).toMatchObject({ kind: "lists", lists: { isCut: true } });
  expect(many.reading.kind === "lists" && many.reading.lists.visits.length).toBe(2_001);
});

it("distinguishes a session that expired through inactivity from one that was ended", async () => {
  const over = (id: string) => () => Response.json({ id, message: "…" }, { status: 401 });
  expect((await reading({ ...usual, "/dash/user/current": over("sessionIdle") })).reading).toEqual({
    kind: "over",
    isIdle: true,
  });
  expect((await reading({ ...usual, "/dash/visits/active": over("unauthorized") })).reading).toEqual({
    kind: "over",
    isIdle: false,
  });
});

it("reads no lists without the permission for them", async () => {
  const host = { ...desk, permissions: { "visits.see": "own" } };
  const { reading: got, requests } = await reading({ ...usual, "/dash/user/current": () => host });
  expect(got).toEqual({ kind: "notAllowed", userId: 7 });
  expect(requests).toHaveLength(1);
});

const html = (status: number) => () =>
  new Response("<html>Wi-Fi</html>", { status, headers: { "Content-Type": "text/html" } });

it.each<[string, Answers]>([
  ["a network's own page answers", { "/dash/user/current": html(200) }],
  ["a network requires its own password", { "/dash/user/current": html(401) }],
  ["a network's page answers in between", { "/dash/visits/active": html(200) }],
  ["the connection is lost", { "/api/visit": () => Response.error() }],
  ["the server fails", { "/api/visit": () => Response.json({ id: "internal" }, { status: 500 }) }],
  ["another product answers", { "/dash/user/current": () => ({ id: "abc" }) }],
  [
    "a response exceeds the limit",
    { "/api/visit": () => new Response(`{"total":0,"rows":[${" ".repeat(4_100_000)}]}`) },
  ],
])("is postponed if %s", async (_where, answers) => {
  expect((await reading({ ...usual, ...answers })).reading.kind).toBe("away");
});
