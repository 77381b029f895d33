/** The calls that read visits, and what is written beside them, as growth.bench.ts makes them. */
import type { GrowthSite } from "./site.ts";
import { deep, type GrowthCall, get, listed, query, visitLists } from "./visit-calls.ts";

const deskLists = ({ host, place, visits, people }: GrowthSite): GrowthCall[] => [
  ...listed("desk", "/dash/visits/reserved", {
    reserved: {},
    "reserved, text": { q: "김민" },
    "reserved, of a place": { location: place },
  }),
  ...listed("desk", "/dash/visits/undecided", { undecided: {}, "undecided, of a host": { host } }),
  ...listed("desk", "/dash/visits/active", {
    inside: {},
    "inside, text": { q: "김민" },
    "inside, of a place": { location: place },
  }),
  ...listed("desk", "/api/visit/not-returns", { "not returned": {} }),
  ...listed("desk", "/api/pass", { passes: {}, "passes of a name": { q: "김민" } }),
  ...listed("desk", "/dash/day-closings", { "day closings": {} }),
  ...listed("desk", "/dash/sms", {
    messages: {},
    "messages, the deepest page": deep,
    "messages that failed": { status: "failed" },
    "messages by event": { event: "approve" },
    "messages by an event that is rare": { event: "reject" },
    "messages of a visit": { visit: visits[0] ?? 0 },
    "messages to a common name": { q: "김민" },
    "messages to a rare name": { q: "류옥" },
    "messages to the last four digits": { q: "3456" },
    "messages to a number": { q: people[0]?.cellPhone ?? "" },
    "messages of a reservation number": { q: people[0]?.reserveNo ?? "" },
  }),
  ...listed("host", "/dash/user/requests", {
    "own requests": {},
    "own requests, bounced": { bounced: "true" },
  }),
  ...listed("host", "/dash/user/visited", { "own visited": {}, "own visited, text": { q: "김민" } }),
  ...listed("host", "/dash/sms", { "own messages": {} }),
];

const logs = ({ host, visits, people, day }: GrowthSite): GrowthCall[] => [
  ...listed("privacy", "/dash/access-log", {
    "access log": {},
    "access log, the deepest page": deep,
    "access log, oldest first": { sort: "at" },
    "access log of a person": { hostUser: host },
    "access log of a call": { what: "/dash/visits/:id" },
    "access log of a rare call": { what: "/dash/visits/:id/reveal" },
    "access log of a visit": { visitId: visits[0] ?? 0 },
    "access log of a name": { q: "직원" },
    "access log of the last week": { from: day(7), to: day(0) },
  }),
  ...listed("privacy", "/dash/events", {
    events: {},
    "events, the deepest page": deep,
    "events of a kind": { kind: "signIn" },
    "events of a rare kind": { kind: "refused" },
    "events of a person": { hostUser: host },
    "events of a record": { subject: "visits", subjectId: visits[0] ?? 0 },
    "events of a table": { subject: "visits" },
    "events of the last week": { from: day(7), to: day(0) },
  }),
  ...listed("privacy", "/dash/trash-privacy", {
    trash: {},
    "trash by name": { sort: "name" },
    "trash, text": { q: "김민" },
    "trash, hidden": { state: "soft" },
  }),
  ...listed("privacy", "/dash/destruction-register", {
    register: {},
    "register by reason": { why: "officer" },
  }),
  ...listed("privacy", "/dash/erasure-requests", { "erasure requests": {} }),
  {
    name: "access log of a number",
    as: "privacy",
    asks: [{ method: "POST", path: "/dash/access-log/search", body: { cellPhone: people[0]?.cellPhone } }],
  },
  { name: "access log, its months", as: "privacy", asks: [get("/dash/access-log/months")] },
  {
    name: "access log, a month",
    as: "privacy",
    asks: [query("/dash/access-log/review", { month: day(0).slice(0, 7) })],
  },
];

export const growthCalls = (site: GrowthSite): GrowthCall[] => {
  const { company, recentVisits, visits, leaders, people, day } = site;
  const report = (from: number) => [query("/dash/reports/visits", { from: day(from), to: day(0) })];
  return [
    { name: "board", as: "desk", asks: [get("/dash/visits/progress")] },
    { name: "today's closing", as: "desk", asks: [get("/dash/day-closings/current")] },
    { name: "a recent visit", as: "desk", asks: recentVisits.map((id) => get(`/dash/visits/${id}`)) },
    { name: "any visit", as: "desk", asks: visits.map((id) => get(`/dash/visits/${id}`)) },
    { name: "its log", as: "desk", asks: visits.map((id) => get(`/dash/visits/${id}/logs`)) },
    { name: "its consents", as: "desk", asks: visits.map((id) => get(`/dash/visits/${id}/consents`)) },
    { name: "companions", as: "desk", asks: leaders.map((id) => get(`/api/visitor/${id}/followers`)) },
    {
      name: "recipients",
      as: "desk",
      asks: [query("/dash/sms/recipients", { visits: recentVisits.slice(0, 50).join() })],
    },
    ...["김민", "류옥", "김민서", "뷁뷁"].flatMap((name) => [
      {
        name: `previous visitors ${name}`,
        as: "desk" as const,
        asks: [query("/dash/visits/previous-visitors", { name })],
      },
    ]),
    {
      name: "own previous visitors",
      as: "host",
      asks: [query("/dash/visits/previous-visitors", { name: "김민" })],
    },
    {
      name: "lookup",
      as: "visitor",
      asks: people.map(({ name, cellPhone }) => ({
        method: "POST",
        path: "/api/request/search",
        body: { name, cellPhone },
      })),
    },
    {
      name: "lookup of nobody",
      as: "visitor",
      asks: [
        { method: "POST", path: "/api/request/search", body: { name: "없는이", cellPhone: "010-9999-9999" } },
      ],
    },
    {
      name: "host search, common",
      as: "visitor",
      asks: [query("/visitor/findHostUsers", { company, s: "김민" })],
    },
    {
      name: "host search, rare",
      as: "visitor",
      asks: [query("/visitor/findHostUsers", { company, s: "류은" })],
    },
    ...listed("admin", "/dash/hostusers", { people: {}, "people of a name": { q: "김민" } }),
    {
      name: "people to choose from",
      as: "desk",
      asks: [query("/dash/hostusers/select-options", { name: "김민" })],
    },
    { name: "report of a week", as: "desk", asks: report(6) },
    { name: "report of a month", as: "desk", asks: report(29) },
    { name: "report of a year", as: "desk", asks: report(364) },
    {
      name: "export of who is inside",
      as: "desk",
      asks: [
        {
          method: "POST",
          path: "/dash/exports",
          body: { list: "inside", filters: {}, reason: "감사" },
        },
      ],
    },
    ...visitLists(site),
    ...deskLists(site),
    ...logs(site),
  ];
};
