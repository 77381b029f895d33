/** Before anything is timed: all servers must answer alike and leave the same rows in the main tables. */
import { deepStrictEqual } from "node:assert";
import type pg from "pg";
import { type Ask, type CallName, calls, headersOf, isOnce } from "./calls.ts";
import type { Server } from "./servers.ts";

/** Counters are settled later and in other steps, so only their kinds are compared. */
const tables = {
  ...{
    visits: [],
    visit_logs: [],
    visit_consents: [],
    passes: [],
    sms_messages: [],
    message_counts: ["used"],
  },
  ...{
    idempotency_keys: [],
    changes: ["transaction"],
    access_log: [],
    events: [],
    rate_limits: ["points", "expire"],
  },
} as const satisfies Record<string, readonly string[]>;
const varying =
  /cipher|hash|^ref$|_at$|^at$|_ids?$|^id$|^key$|reserve_no|^pass_no$|variables|^answer$|^text$/;

/** A value without what differs from call to call: its kind, or of a text its length. */
function plain(name: string, value: unknown): unknown {
  if (value === null || !varying.test(name)) return value;
  if (name === "key") return String(value).replace(/:.*$|^[\w-]{36}$/, "…");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return ["variables", "answer", "text"].includes(name) ? `${text.length} letters` : `a ${typeof value}`;
}

async function rowsSince(db: pg.Client, xmin: string): Promise<string[]> {
  const written: string[] = [];
  for (const [table, ignored] of Object.entries(tables)) {
    const { rows } = await db.query<{ row: object }>(
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE xmin::text::bigint >= $1`,
      [xmin],
    );
    for (const { row } of rows) {
      const kept = Object.entries(row).filter(([name]) => !(ignored as readonly string[]).includes(name));
      const values = kept.map(([name, value]): [string, unknown] => [name, plain(name, value)]);
      written.push(
        `${table} ${JSON.stringify(Object.fromEntries(values.sort(([a], [b]) => (a < b ? -1 : 1))))}`,
      );
    }
  }
  return written.sort();
}

/** An answer without what differs from one spare visit to the next. */
const alike = (text: string, { path }: Ask): unknown => {
  const id = /\/(\d+)/.exec(path)?.[1];
  const same = text
    .replaceAll(/\b\d{6}-[0-9A-Z]{5}\b/g, "number")
    .replaceAll(/"(entered|exited|updated)At":"[^"]+"/g, '"$1At":"a time"')
    .replaceAll(/"pass":\{"id":\d+,"passNo":"[^"]+"/g, '"pass":{');
  return JSON.parse(
    id && !path.startsWith("/dash/visits/progress") ? same.replaceAll(`"id":${id},`, "") : same,
  );
};

export async function send(
  { port }: Pick<Server, "port">,
  ask: Ask,
  n = 0,
  more: Record<string, string> = {},
): Promise<string> {
  const body = ask.body && JSON.stringify(ask.body);
  const headers = { ...headersOf(ask, n), ...more };
  const response = await fetch(`http://127.0.0.1:${port}${ask.path}`, {
    method: ask.method,
    headers,
    ...(body && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${ask.method} ${ask.path}: ${response.status} ${text}`);
  return text;
}

const samples = 20;
const settledMs = 300;

export async function compare(db: pg.Client, call: CallName, servers: readonly Server[]): Promise<void> {
  let expected: unknown;
  for (const [n, server] of servers.entries()) {
    const ask = calls[call](isOnce(call) ? n : 0, 0);
    const { rows } = await db.query<{ next: string }>(
      "SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next",
    );
    const answer = alike(await send(server, ask), ask);
    await new Promise((resolve) => setTimeout(resolve, settledMs));
    const made = { answer, rows: await rowsSince(db, rows[0]?.next ?? "0") };
    expected ??= made;
    deepStrictEqual(made, expected, `${call}: ${server.name} answers and writes as the product`);
  }
  if (isOnce(call) || call === "submit") return;
  for (let n = 1; n < samples; n++) {
    const ask: Ask = calls[call](n, 0);
    const [first, ...others] = await Promise.all(
      servers.map(async (server): Promise<unknown> => JSON.parse(await send(server, ask, n))),
    );
    for (const [at, other] of others.entries())
      deepStrictEqual(other, first, `${call}: ${servers[at + 1]?.name} answers ${ask.path} as the product`);
  }
}
