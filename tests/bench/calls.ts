/** The calls that are measured, as their callers make them, and how near to the ceiling each is to come. */
import { randomUUID } from "node:crypto";
import type { BenchSite } from "./site.ts";

export const host = "visit.example.com";

export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly isStaff?: boolean;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The visit that it is about, where it changes one. */
  readonly subject?: number;
}

export interface BenchCall {
  readonly name: string;
  /** At least this share of the bare server's calls a second. */
  readonly target: number;
  readonly asks: readonly Ask[];
  /** Each is made once: it changes what it is about. */
  readonly isOnce?: true;
  /** Written with Koa and Objection, too. */
  readonly isGeneral?: true;
  /** What has to have been done to the same visits before. */
  readonly after?: string;
}

const get = (path: string): Ask => ({ method: "GET", path });
const staffGet = (path: string): Ask => ({ method: "GET", path, isStaff: true });

export function benchCalls({ people, toIssue, toApprove, days, application }: BenchSite): BenchCall[] {
  const syllables = ["민서", "지현", "우준", "도윤", "은수", "서지"];
  return [
    { name: "configuration", target: 0.7, asks: [get("/api/config")] },
    { name: "terms", target: 0.7, asks: [get("/api/terms/deployed")] },
    { name: "codes", target: 0.7, asks: [get("/api/user-code/9003/inuse")] },
    {
      name: "host search",
      isGeneral: true,
      target: 0.7,
      asks: syllables.map((text) => get(`/visitor/findHostUsers?company=1&s=${encodeURIComponent(text)}`)),
    },
    {
      name: "lookup",
      isGeneral: true,
      target: 0.6,
      asks: people.map((body) => ({ method: "POST", path: "/api/request/search", body })),
    },
    {
      name: "list",
      isGeneral: true,
      target: 0.6,
      asks: [1, 2, 3].map((page) =>
        staffGet(`/api/visit?status=approved&from=${days.from}&to=${days.to}&size=50&page=${page}`),
      ),
    },
    { name: "board", target: 0.6, asks: [staffGet("/dash/visits/progress")] },
    { name: "visit", target: 0.6, asks: toIssue.slice(0, 500).map((id) => staffGet(`/dash/visits/${id}`)) },
    {
      name: "submit",
      isGeneral: true,
      target: 0.5,
      asks: Array.from({ length: 2_000 }, (_, n) => ({
        method: "POST",
        path: "/api/request/simple/save/",
        headers: { "Idempotency-Key": "{uuid}" },
        body: application(n),
      })),
    },
    {
      name: "issue",
      target: 0.5,
      isOnce: true,
      asks: toIssue.map((visitID, n) => ({
        method: "POST",
        path: `/dash/visits/${visitID}/issue`,
        isStaff: true,
        body: { visitID, passNo: `B-${n}` },
        subject: visitID,
      })),
    },
    {
      name: "return",
      target: 0.5,
      isOnce: true,
      after: "issue",
      asks: toIssue.map((id) => ({
        method: "PUT",
        path: `/dash/visits/${id}/recovery`,
        isStaff: true,
        body: {},
        subject: id,
      })),
    },
    {
      name: "approve",
      target: 0.5,
      isOnce: true,
      asks: toApprove.map((id) => ({
        method: "PUT",
        path: `/dash/user/approve/${id}`,
        isStaff: true,
        body: {},
        subject: id,
      })),
    },
  ];
}

/** Headers as a browser behind the proxy sends them. @param n from how many different addresses it comes */
export const headersOf = (ask: Ask, cookie: string, n: number): Record<string, string> => ({
  Host: host,
  "X-Forwarded-For": `10.0.${Math.floor(n / 250) % 250}.${n % 250}`,
  "X-Forwarded-Proto": "https",
  "Accept-Language": "ko",
  Accept: "application/json",
  ...(ask.method !== "GET" && { Origin: `https://${host}`, "Content-Type": "application/json" }),
  ...(ask.isStaff && { Cookie: cookie }),
  ...ask.headers,
});

/** Where a call is not to be the same twice: `{uuid}`, once, in its headers or its body. */
export const withUuid = (text: string): string => text.replace("{uuid}", () => randomUUID());

/** A whole request as bytes; whoever sends it fills in `{uuid}`. */
export function requestOf(ask: Ask, cookie: string, n: number): string {
  const body = ask.body === undefined ? "" : JSON.stringify(ask.body);
  const headers = {
    ...headersOf(ask, cookie, n),
    ...(ask.method !== "GET" && { "Content-Length": String(Buffer.byteLength(withUuid(body))) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${ask.method} ${ask.path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
