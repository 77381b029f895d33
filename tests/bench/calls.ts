/** The measured calls: every request has its own window, filter, name, number or id. */
import { randomUUID } from "node:crypto";
import { addDays, addMinutes, floorToStep, fromInstant } from "#contract/dates.ts";
import { historyDays, hosts, mixed, nameOf, personOf, phoneOf, spare, token, visits } from "./database.ts";

export const zone = "Asia/Seoul";
export const origin = "https://visit.example.com";

export interface Ask {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly role?: "desk" | "admin" | "privacy" | "host";
  readonly body?: object;
  /** Sent under a key of its own. */
  readonly isKeyed?: true;
}

/** @param n number of the request @param seed of the round */
type Call = (n: number, seed: number) => Ask;

export const today = () => fromInstant(new Date(), zone).slice(0, 10);
const get = (path: string, filters: Record<string, string | number> = {}): Ask => {
  const query = new URLSearchParams(
    Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { method: "GET", path: query.size > 0 ? `${path}?${query}` : path, role: "desk" };
};

const past = ["ended", "rejected", "cancelled"];
/** A filter of visits; most lists of ten years are of what is over. */
const filters: readonly ((
  random: (salt: number, below: number) => number,
) => Record<string, string | number>)[] = [
  (random) => ({ status: past[random(11, 3)] as string }),
  (random) => ({ status: past[random(11, 3)] as string, location: 1 + random(12, 12) }),
  () => ({ status: "ended,cancelled" }),
  (random) => ({ location: 1 + random(12, 12) }),
  (random) => ({ purpose: 13 + random(13, 10) }),
  (random) => ({ location: 1 + random(12, 12), purpose: 13 + random(13, 10) }),
  (random) => ({ host: 1 + Math.floor((random(14, 1_000) / 1_000) ** 2 * hosts) }),
  () => ({}),
];

const list: Call = (n, seed) => {
  const random = (salt: number, below: number) => mixed(n + seed * 100_003, salt) % below;
  const from = addDays(today(), random(15, historyDays) - historyDays);
  const filter = filters[random(10, filters.length)]?.(random);
  const days = filter && "host" in filter ? 365 : 1 + random(16, 60);
  return get("/api/visit", {
    ...filter,
    from,
    to: addDays(from, days),
    size: 50,
    page: 1 + (random(17, 4) === 0 ? random(18, 4) : 0),
  });
};

const lookup: Call = (n, seed) => {
  // Of the last year, as visitors look up what they have applied for.
  const person = personOf(visits - (mixed(n + seed * 100_003, 20) % Math.ceil(visits / 10)));
  return {
    method: "POST",
    path: "/api/request/search",
    body: { name: nameOf(person), cellPhone: phoneOf(person) },
  };
};

const hostSearch: Call = (n, seed) => {
  const random = mixed(n + seed * 100_003, 30);
  return {
    ...get("/visitor/findHostUsers", {
      company: 1,
      s: nameOf(random % 1_000_003).slice(...(random % 3 === 0 ? [1, 3] : [0, 2])),
    }),
    role: undefined,
  };
};

const submit: Call = (n, seed) => {
  const random = (salt: number, below: number) => mixed(n + seed * 100_003, salt) % below;
  const start = addMinutes(floorToStep(fromInstant(new Date(), zone)), 10 + 10 * random(40, 500));
  const body = {
    ...{
      hostUser: 1 + random(41, hosts),
      userCompany: 1,
      location: 1 + random(42, 12),
      purpose: 13 + random(43, 10),
    },
    ...{ startDate: start, endDate: addMinutes(start, 60 * (1 + random(44, 6))) },
    ...{
      name: nameOf(random(45, 1_000_003)),
      cellphone: phoneOf(random(45, 1_000_003)),
      company: `나래상사 ${random(46, 500)}`,
    },
    ...{ carNumber: "12가 3456", privacy: true, privacyPolicyId: 1 },
    agreements: [1, 2, 3, 4].map((termsId) => ({ termsId, version: 1, agreed: termsId !== 3 })),
  };
  return { method: "POST", path: "/api/request/simple/save/", body, isKeyed: true };
};

/** Another order of the spare visits in each round. */
const spareOf = (n: number, seed: number): number => visits + 1 + ((n * 7 + seed * 131) % spare);

export const calls = {
  list,
  board: () => get("/dash/visits/progress"),
  "host search": hostSearch,
  lookup,
  "one visit": (n, seed) => get(`/dash/visits/${1 + (mixed(n + seed * 100_003, 50) % visits)}`),
  submit,
  issue: (n, seed) => {
    const visitID = spareOf(n, seed);
    const body = { visitID, passNo: `B-${(n * 3 + seed) % spare}` };
    return { method: "POST", path: `/dash/visits/${visitID}/issue`, role: "desk", body };
  },
  return: (n, seed) => ({
    method: "PUT",
    path: `/dash/visits/${spareOf(n, seed)}/recovery`,
    role: "desk",
    body: {},
  }),
  approve: (n, seed) => ({
    method: "PUT",
    path: `/dash/user/approve/${spareOf(n, seed)}`,
    role: "desk",
    body: {},
  }),
} satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
export const callNames = Object.keys(calls) as CallName[];
/** Each request changes a spare visit, so it is made once. */
export const isOnce = (name: string): boolean => ["issue", "return", "approve"].includes(name);

/** Headers as a proxy hands them on, from a thousand addresses. */
export const headersOf = ({ method, role, isKeyed }: Ask, n: number): Record<string, string> => ({
  Host: new URL(origin).host,
  "X-Forwarded-For": `10.0.${Math.floor(n / 250) % 4}.${n % 250}`,
  "X-Forwarded-Proto": "https",
  "Accept-Language": "ko",
  Accept: "application/json",
  ...(method !== "GET" && { Origin: origin, "Content-Type": "application/json" }),
  ...(role && { Cookie: `__Host-visitor_session=${token}-${role}` }),
  ...(isKeyed && { "Idempotency-Key": randomUUID() }),
});

/** A whole request. */
export function bytesOf(ask: Ask, n: number, more: Record<string, string> = {}): string {
  const body = ask.body === undefined ? "" : JSON.stringify(ask.body);
  const headers = {
    ...headersOf(ask, n),
    ...more,
    ...(body && { "Content-Length": Buffer.byteLength(body) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${ask.method} ${ask.path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
