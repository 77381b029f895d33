/** Before anything is timed: all servers must answer alike and leave the same rows in the main tables. */
import { deepStrictEqual } from "node:assert";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { type Ask, type CallName, calls, headersOf, isOnce } from "./calls.ts";
import type { Server } from "./servers.ts";

const tables =
  `visits visit_logs visit_consents passes messages message_counts idempotency_keys changes access_log events
  rate_limits`.split(/\s+/);
/** Counters are settled later and in other steps, and numbers, ciphers and moments differ from call to call: their kinds are compared. */
const varying =
  /^(id|ref|key|at|used|points|expire|transaction|answer|text|variables|pass_no)$|cipher|hash|_at$|_ids?$|reserve_no/;

/** The rows written since a transaction, without what differs from call to call. */
async function rowsSince(db: pg.Client, xmin: string): Promise<string[]> {
  const written: string[] = [];
  for (const table of tables) {
    const since = `SELECT to_jsonb(t) AS row FROM ${table} t WHERE xmin::text::bigint >= $1`;
    const { rows } = await db.query<{ row: Record<string, unknown> }>(since, [xmin]);
    const kindOf = (name: string, value: unknown) => {
      if (value === null || !varying.test(name)) return value;
      if (name === "key") return String(value).replace(/:.*$|^[\w-]{36}$/, "…");
      const length = { answer: 1, text: 1, variables: 1 }[name] && JSON.stringify(value).length;
      return `a ${typeof value}${length ? ` of ${length} letters` : ""}`;
    };
    for (const { row } of rows) {
      const values = Object.entries(row).map(
        ([name, value]) => `${name} ${JSON.stringify(kindOf(name, value))}`,
      );
      written.push(`${table}: ${values.sort().join(", ")}`);
    }
  }
  return written.sort();
}

/** An answer without what differs from one spare visit to the next. */
const alike = (text: string, call: CallName): unknown => {
  const same = text
    .replaceAll(/\b\d{6}-[0-9A-Z]{5}\b/g, "number")
    .replaceAll(/"(entered|exited|updated)At":"[^"]+"/g, '"$1At":"a time"')
    .replaceAll(/"pass":\{"id":\d+,"passNo":"[^"]+"/g, '"pass":{');
  return JSON.parse(isOnce(call) ? same.replace(/"id":\d+,/, "") : same);
};

export async function send(
  { port }: Pick<Server, "port">,
  ask: Ask,
  n = 0,
  more: Record<string, string> = {},
): Promise<string> {
  const body = ask.body && JSON.stringify(ask.body);
  const request = { method: ask.method, headers: { ...headersOf(ask, n), ...more }, ...(body && { body }) };
  const response = await fetch(`http://127.0.0.1:${port}${ask.path}`, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${ask.method} ${ask.path}: ${response.status} ${text}`);
  return text;
}

export async function compare(db: pg.Client, call: CallName, servers: readonly Server[]): Promise<void> {
  let expected: unknown;
  for (const [n, server] of servers.entries()) {
    const { rows } = await db.query("SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next");
    const answer = alike(await send(server, calls[call](isOnce(call) ? n : 0, 0)), call);
    // The product's counters are settled by now.
    await delay(300);
    const made = { answer, rows: await rowsSince(db, rows[0].next) };
    expected ??= made;
    deepStrictEqual(made, expected, `${call}: ${server.name} answers and writes as the product`);
  }
  for (let n = 1; n < 20 && !isOnce(call) && call !== "submit"; n++) {
    const answers = await Promise.all(servers.map((server) => send(server, calls[call](n, 0), n)));
    const [first, ...others] = answers.map((text): unknown => JSON.parse(text));
    for (const other of others) deepStrictEqual(other, first, `${call} ${n}: all answer as the product`);
  }
}
