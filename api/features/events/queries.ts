/** Set-based statements of the event log. */
import type { Knex } from "knex";

/** Seals days that ended over an hour ago, oldest first; concurrent runs seal each day once. @returns how many */
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

interface ChainCheck {
  readonly days: number;
  /** YYYY-MM-DD of days whose events differ from their seal. */
  readonly broken: string[];
}

/** Compares each retained sealed day with its events and stores the result. A missing day counts as broken. */
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

/** Users and API keys (by the key's name) that read more than `people` different visits in a period. */
export async function massReaders(
  db: Knex,
  { from, to, people }: { readonly from: Date; readonly to: Date; readonly people: number },
): Promise<{ hostUserId: number; name: string }[]> {
  const { rows } = await db.raw<{ rows: { hostUserId: number; name: string }[] }>(
    `SELECT a.host_user_id AS "hostUserId", coalesce(k.name, h.name) AS name
     FROM access_log a CROSS JOIN LATERAL unnest(a.visit_ids) AS v LEFT JOIN host_users h ON h.id = a.host_user_id
     LEFT JOIN api_keys k ON k.id = a.api_key_id
     WHERE a.at > :from AND a.at <= :to GROUP BY 1, 2, a.api_key_id HAVING count(DISTINCT v) > :people`,
    { from, to, people },
  );
  return rows;
}
