import type { Knex } from "knex";

/** `freeAttempts` wrong attempts cause no delay; each further one doubles it. */
const delay = { freeAttempts: 5, firstSeconds: 15, maxSeconds: 900 };

/**
 * Counts an attempt as wrong in advance, so that concurrent ones count, and blocks the source after too many.
 * @param attempt `source` is a keyed hash of the device or address
 * @returns false while the source is blocked; the attempt is not counted then
 */
export async function countLoginAttempt(
  db: Knex,
  attempt: { readonly loginId: string; readonly source: Buffer },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `INSERT INTO login_attempts AS t (login_id, source, wrong, blocked_until)
     VALUES (login_key(:loginId), :source::bytea, 1, :now)
     ON CONFLICT (login_id, source) DO UPDATE SET
       wrong = t.wrong + 1,
       blocked_until = CASE WHEN t.wrong + 1 < :freeAttempts THEN excluded.blocked_until
         ELSE excluded.blocked_until + make_interval(secs =>
           least(:maxSeconds, :firstSeconds::integer * 2 ^ least(t.wrong + 1 - :freeAttempts, 20))) END
     WHERE t.blocked_until <= excluded.blocked_until
     RETURNING wrong`,
    { ...attempt, now, ...delay },
  );
  return rowCount > 0;
}
