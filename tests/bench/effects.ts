/** What a call leaves behind in the database, without what differs from call to call: ids, moments, ciphers. */
import type { Knex } from "knex";

const tables = [
  "visits",
  "visit_search",
  "visit_logs",
  "visit_consents",
  "passes",
  "sms_messages",
  "message_counts",
  "idempotency_keys",
  "changes",
  "access_log",
  "events",
  "rate_limits",
] as const;

/** Limits are counted by the process and settled afterwards, so that only the kinds that are counted are compared. */
const counts: Readonly<Record<string, readonly string[]>> = {
  rate_limits: ["points", "expire"],
  message_counts: ["used"],
};

/** The same for two calls that do the same. */
function plain(table: string, row: Record<string, unknown>, subject: string): unknown {
  const shown = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (counts[table]?.includes(name) || name === "id" || name === "transaction") return [];
    return [[name, plainValue(name, value, subject)]];
  });
  return { table, ...Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

const varying = /cipher|hash|^ref$|_at$|^at$|_id$|_ids$|^key$|reserve_no|^pass_no$|variables|^answer$|^text$/;

function plainValue(name: string, value: unknown, subject: string): unknown {
  if (value === null || !varying.test(name)) return value;
  if (name === "key")
    return String(value)
      .replace(/:.*$/, ":…")
      .replace(/^[\w-]{36}$/, "uuid");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // A text says the same of another visit where its length is the same.
  if (["variables", "answer", "text"].includes(name)) return `${text.length} letters`;
  return name === "visit_id" && String(value) === subject ? "the visit" : `a ${typeof value}`;
}

export interface Effects {
  readonly answer: unknown;
  readonly rows: readonly string[];
}

/**
 * Makes a call and finds the rows that it wrote.
 * @param subject the visit that it is about
 */
export async function effectsOf(
  db: Knex,
  subject: number | undefined,
  make: () => Promise<unknown>,
): Promise<Effects> {
  const { rows } = await db.raw<{ rows: [{ next: string }] }>(
    "SELECT pg_snapshot_xmax(pg_current_snapshot()) AS next",
  );
  const answer = await make();
  const written: string[] = [];
  for (const table of tables) {
    const found = await db.raw<{ rows: { row: Record<string, unknown> }[] }>(
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE xmin::text::bigint >= ? ORDER BY to_jsonb(t)::text`,
      [rows[0].next],
    );
    for (const { row } of found.rows) written.push(JSON.stringify(plain(table, row, String(subject ?? ""))));
  }
  return { answer, rows: written.sort() };
}
