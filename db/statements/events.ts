/** The log of events: rows are only added. */
import type { Knex } from "knex";
import type { EventKind } from "#contract/privacy/events.ts";
import { gather } from "../gather.ts";

export interface NewEvent {
  readonly kind: EventKind;
  /** Who did it; null where nobody was signed in. */
  readonly hostUserId: number | null;
  /** The key that did it, where one did. */
  readonly apiKeyId?: number | null | undefined;
  readonly address: string;
  /** Inside a transaction of a call, left out: the transaction knows it. */
  readonly call?: string | undefined;
  /** The table of the record it is about. */
  readonly subject?: string | undefined;
  readonly subjectId?: number | undefined;
  readonly detail?: string | undefined;
}

/** Adds a row. */
export const insertEvent = gather(async (db: Knex, rows: readonly NewEvent[]): Promise<undefined[]> => {
  await db.raw(
    `INSERT INTO events (kind, host_user_id, api_key_id, address, call, subject, subject_id, detail)
     SELECT kind, "hostUserId", "apiKeyId", address, coalesce(call, caller_part('call'), ''), coalesce(subject, ''), "subjectId", coalesce(detail, '')
     FROM json_to_recordset(?::json) AS e (kind text, "hostUserId" integer, "apiKeyId" integer, address text, call text, subject text,
       "subjectId" integer, detail text)`,
    [JSON.stringify(rows)],
  );
  return rows.map(() => undefined);
});

/** Makes the log's coming months and drops those that are over two years old. @param today YYYY-MM-DD */
export async function keepEventMonths(db: Knex, today: string): Promise<void> {
  await db.raw("SELECT keep_events(?::date)", [today]);
}

/** Seals days that have been over for an hour, oldest first; of two at once one seals each day. @returns how many */
export async function sealDays(db: Knex): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `WITH RECURSIVE due AS (
       SELECT coalesce((SELECT max(day) + 1 FROM event_days), (SELECT (min(at) AT TIME ZONE 'UTC')::date FROM events)) AS day
     ), days AS (
       SELECT day, event_day_hash(day, (SELECT hash FROM event_days ORDER BY day DESC LIMIT 1)) AS hash FROM due
       WHERE day <= ((now() - interval '1 hour') AT TIME ZONE 'UTC')::date - 1
       UNION ALL
       SELECT day + 1, event_day_hash(day + 1, hash) FROM days
       WHERE day + 1 <= ((now() - interval '1 hour') AT TIME ZONE 'UTC')::date - 1
     )
     INSERT INTO event_days (day, rows, hash)
     SELECT day, (SELECT count(*) FROM events WHERE at >= day::timestamp AT TIME ZONE 'UTC'
       AND at < (day + 1)::timestamp AT TIME ZONE 'UTC')::integer, hash FROM days
     ON CONFLICT (day) DO NOTHING`,
  );
  return rowCount;
}

export interface ChainCheck {
  readonly days: number;
  /** YYYY-MM-DD of days whose events are not what was sealed. */
  readonly broken: string[];
}

/**
 * Compares each sealed day that is still kept with its events, and keeps the result. A day that is missing in between is
 * broken, too.
 */
export async function checkDays(db: Knex): Promise<ChainCheck> {
  const { rows } = await db.raw<{ rows: [ChainCheck] }>(
    `WITH kept AS (
       SELECT coalesce((date_trunc('month', now() AT TIME ZONE 'UTC') - interval '2 years')::date, '-infinity') AS since
     ), days AS (
       SELECT d.day, d.hash, d.rows, lag(d.hash) OVER w AS previous, lag(d.day) OVER w AS day_before
       FROM event_days d WINDOW w AS (ORDER BY d.day)
     ), checked AS (
       SELECT day, hash IS DISTINCT FROM event_day_hash(day, previous)
         OR (day_before IS NOT NULL AND day_before <> day - 1) AS is_broken
       FROM days, kept WHERE day >= since
     )
     INSERT INTO event_checks (days, broken)
     SELECT count(*)::integer, coalesce(array_agg(day ORDER BY day) FILTER (WHERE is_broken), '{}') FROM checked
     RETURNING days, broken::text[] AS broken`,
  );
  return rows[0];
}
