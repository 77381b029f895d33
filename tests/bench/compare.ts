/** Before measuring: c must return the product's responses and write the same rows to the main tables. */
import { deepStrictEqual } from "node:assert";
import type pg from "pg";
import { type CallName, calls, isOnce } from "./calls.ts";
import { send, type Target } from "./load.ts";

const tables =
  `visits visit_logs visit_consents passes messages message_counts idempotency_keys changes access_log events
  rate_limits`.split(/\s+/);
/** Numbers, ciphertexts and times differ between calls, so only their types are compared. */
const varying =
  /^(id|ref|key|at|used|points|expire|transaction|answer|text|variables|pass_no)$|cipher|hash|_at$|_ids?$|reserve_no/;

/** Rows written since a transaction, without values that differ between calls. */
async function rowsSince(db: pg.Client, xmin: string): Promise<string[]> {
  const lines: string[] = [];
  for (const table of tables) {
    const since = `SELECT to_jsonb(t) AS row FROM ${table} t WHERE xmin::text::bigint >= $1`;
    const { rows } = await db.query<{ row: Record<string, unknown> }>(since, [xmin]);
    const kindOf = (name: string, value: unknown) => {
      if (value === null || !varying.test(name)) return value;
      if (name === "key") return String(value).replace(/:.*$|^[\w-]{36}$/, "…");
      const length = { answer: 1, text: 1, variables: 1 }[name] && JSON.stringify(value).length;
      return `a ${typeof value}${length ? ` of ${length} characters` : ""}`;
    };
    for (const { row } of rows) {
      const values = Object.entries(row).map(
        ([name, value]) => `${name} ${JSON.stringify(kindOf(name, value))}`,
      );
      lines.push(`${table}: ${values.sort().join(", ")}`);
    }
  }
  return lines.sort();
}

/** A response without values that differ between spare visits. */
const alike = (text: string, call: CallName): unknown => {
  const same = text
    .replaceAll(/\b\d{6}-[0-9A-Z]{5}\b/g, "number")
    .replaceAll(/"(entered|exited|updated)At":"[^"]+"/g, '"$1At":"a time"')
    .replaceAll(/"pass":\{"id":\d+,"passNo":"[^"]+"/g, '"pass":{');
  return JSON.parse(isOnce(call) ? same.replace(/"id":\d+,/, "") : same);
};

export async function compare(db: pg.Client, call: CallName, ours: Target, other: Target): Promise<void> {
  const made: unknown[] = [];
  for (const [n, server] of [ours, other].entries()) {
    const { rows } = await db.query("SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next");
    const answer = alike(await send(server, calls[call](isOnce(call) ? n : 0, 0)), call);
    made.push({ answer, rows: await rowsSince(db, rows[0].next) });
  }
  deepStrictEqual(made[1], made[0], `${call}: c answers and writes as the product`);
  for (let n = 1; n < 20 && !isOnce(call) && call !== "submit"; n++) {
    const ask = calls[call](n, 0);
    const [own, answer] = [await send(ours, ask, n), await send(other, ask, n)];
    deepStrictEqual(JSON.parse(answer), JSON.parse(own), `${call} ${n}: c answers as the product`);
  }
}
