/** The measured calls. Every request has its own window, filter, name, number or id. */
import { randomUUID } from "node:crypto";
import { addDays, addMinutes, floorToStep, fromInstant } from "#contract/dates.ts";
import { historyDays, hosts, mixed, nameOf, personOf, phoneOf, spare, token, visits } from "./database.ts";

export const zone = "Asia/Seoul";
export const origin = "https://visit.example.com";

export interface Ask {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly role?: string;
  readonly body?: object;
  /** Sent with its own idempotency key. */
  readonly isKeyed?: true;
}

/** @param n number of the request @param seed of the round */
type Call = (n: number, seed: number) => Ask;
type Random = (salt: number, below: number) => number;

export const today = () => fromInstant(new Date(), zone).slice(0, 10);
const randomOf =
  (n: number, seed: number): Random =>
  (salt, below) =>
    mixed(n + seed * 100_003, salt) % below;
const desk = { method: "GET", role: "desk" } as const;

const past = ["ended", "rejected", "cancelled"];
/** A filter of visits; most lists of ten years are of closed visits. */
const filters: readonly ((random: Random) => string)[] = [
  (random) => `status=${past[random(11, 3)]}`,
  (random) => `status=${past[random(11, 3)]}&location=${1 + random(12, 12)}`,
  () => "status=ended,cancelled",
  (random) => `location=${1 + random(12, 12)}`,
  (random) => `purpose=${13 + random(13, 10)}`,
  (random) => `location=${1 + random(12, 12)}&purpose=${13 + random(13, 10)}`,
  (random) => `host=${1 + Math.floor((random(14, 1_000) / 1_000) ** 2 * hosts)}`,
  () => "",
];

const list: Call = (n, seed) => {
  const random = randomOf(n, seed);
  const from = addDays(today(), random(15, historyDays) - historyDays);
  const filter = filters[random(10, filters.length)]?.(random) ?? "";
  const to = addDays(from, filter.startsWith("host") ? 365 : 1 + random(16, 60));
  const page = 1 + (random(17, 4) === 0 ? random(18, 4) : 0);
  return { ...desk, path: `/api/visit?from=${from}&to=${to}&size=50&page=${page}&${filter}` };
};

/** Visits of the last year, which lookups find. */
const lookup: Call = (n, seed) => {
  const person = personOf(visits - randomOf(n, seed)(20, Math.ceil(visits / 10)));
  const body = { name: nameOf(person), cellPhone: phoneOf(person) };
  return { method: "POST", path: "/api/request/search", body };
};

const hostSearch: Call = (n, seed) => {
  const name = nameOf(randomOf(n, seed)(30, 1_000_003));
  const text = encodeURIComponent(n % 3 === 0 ? name.slice(1, 3) : name.slice(0, 2));
  return { method: "GET", path: `/visitor/findHostUsers?company=1&s=${text}` };
};

const submit: Call = (n, seed) => {
  const random = randomOf(n, seed);
  const startDate = addMinutes(floorToStep(fromInstant(new Date(), zone)), 10 + 10 * random(40, 500));
  const body = {
    hostUser: 1 + random(41, hosts),
    userCompany: 1,
    location: 1 + random(42, 12),
    purpose: 13 + random(43, 10),
    startDate,
    endDate: addMinutes(startDate, 60 * (1 + random(44, 6))),
    name: nameOf(random(45, 1_000_003)),
    cellphone: phoneOf(random(45, 1_000_003)),
    company: `나래상사 ${random(46, 500)}`,
    carNumber: "12가 3456",
    privacy: true,
    privacyPolicyId: 1,
    agreements: [1, 2, 3, 4].map((termsId) => ({ termsId, version: 1, agreed: termsId !== 3 })),
  };
  return { method: "POST", path: "/api/request/simple/save/", body, isKeyed: true };
};

/** Shuffles the spare visits for each round. */
const spareOf = (n: number, seed: number): number => visits + 1 + ((n * 7 + seed * 131) % spare);
const change = (path: (id: number) => string): Call => {
  return (n, seed) => ({ method: "PUT", path: path(spareOf(n, seed)), role: "desk", body: {} });
};

export const calls = {
  list,
  board: () => ({ ...desk, path: "/dash/visits/progress" }),
  "host search": hostSearch,
  lookup,
  "one visit": (n, seed) => ({ ...desk, path: `/dash/visits/${1 + randomOf(n, seed)(50, visits)}` }),
  submit,
  issue: (n, seed) => {
    const visitID = spareOf(n, seed);
    const body = { visitID, passNo: `B-${(n * 3 + seed) % spare}` };
    return { method: "POST", path: `/dash/visits/${visitID}/issue`, role: "desk", body };
  },
  return: change((id) => `/dash/visits/${id}/recovery`),
  approve: change((id) => `/dash/user/approve/${id}`),
} satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
export const callNames = Object.keys(calls) as CallName[];
/** A request changes a spare visit, so it is sent once. */
export const isOnce = (name: string): boolean => ["issue", "return", "approve"].includes(name);

/**
 * Every read of a screen: role, path, and suffix ("." for none). Placeholders in braces get another value for each
 * call.
 */
const reads = `
desk /dash/visits/ progress reserved reserved?q={two} undecided active {id} {id}/logs {id}/consents
desk /dash/visits/previous-visitors?name= {two}
host /dash/visits/previous-visitors?name= {two}
desk /dash/day-closings . /current
desk /api/visitor/{id}/followers .
desk /dash/hostusers/select-options?name= {two}
desk /dash/reports/visits?to={today}&from= {month} {year}
desk /api/visit?size=50 . &page=200 &sort=startDate &sort=name &sort=-company &status={status} &status=applied
desk /api/visit?size=50 &status=ended,rejected&sort=name &host={host} &location={place} &to={from}
desk /api/visit?size=50 &location={place}&purpose={purpose}&status={status} &from={from}&to={to}
desk /api/visit?size=50 &from={from}&to={to}&status={status}&location={place}
desk /api/visit?q= {two} {two}&page=5&size=50 {two}&sort=name {name} 뷁{one} {four} {phone} 한국
desk /api/visit?q={two} &status={status}&location={place} &from={from}&to={to}
desk /api/ visit/not-returns pass vehicle-pass
desk /dash/sms . ?status=failed ?event=reject ?q={two} ?q={four} /recipients?visits={id},{id2}
host /dash/ user/requests user/visited user/visited?q={two} sms
admin /dash/hostusers . ?q={two}
privacy /dash/access-log . ?hostUser={few} ?visitId={id} ?from={month}&to={today} /months /review?month={thisMonth}
privacy /dash/ events events?kind=signIn events?hostUser={few} destruction-register erasure-requests
privacy /dash/trash-privacy . ?q={two}
`;

function filled(path: string, n: number): string {
  const random = randomOf(n + 1_000, 0);
  const person = personOf(1 + random(1, visits));
  const from = addDays(today(), random(2, historyDays) - historyDays);
  const [id, id2] = [1 + random(3, visits), 1 + random(4, visits)];
  const [host, few] = [1 + random(5, hosts), 1 + random(6, 50)];
  const [place, purpose, status] = [1 + random(7, 12), 13 + random(8, 10), past[random(9, 3)] ?? ""];
  const [name, phone] = [nameOf(person), phoneOf(person)];
  const [two, one, four] = [name.slice(0, 2), name.slice(0, 1), phone.slice(-4)];
  const [month, year, thisMonth] = [addDays(today(), -29), addDays(today(), -364), today().slice(0, 7)];
  const asked = { id, id2, few, host, place, purpose, status, name, phone, two, one, four };
  const days = { from, to: addDays(from, 1 + random(10, 60)), today: today(), month, year, thisMonth };
  const values: Record<string, string | number> = { ...asked, ...days };
  return encodeURI(path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])));
}

const lines = reads.trim().split("\n");
export const screens = lines.flatMap((line) => {
  const [role = "", path = "", ...ends] = line.split(" ");
  return ends.map((end) => {
    const whole = end === "." ? path : path + end;
    const ask = (n: number): Ask => ({ method: "GET", path: filled(whole, n), role });
    return { name: `${role} ${whole}`, ask };
  });
});

/** Headers as set by a proxy, from a thousand addresses. */
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
