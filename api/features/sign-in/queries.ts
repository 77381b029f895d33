import type { Knex } from "knex";

export interface LoginDelay {
  /** As many wrong attempts cause no delay. */
  readonly freeAttempts: number;
  /** The first delay; each further wrong attempt doubles it. */
  readonly firstSeconds: number;
  readonly maxSeconds: number;
}

export interface LoginAttempt {
  readonly loginId: string;
  /** Keyed hash of the device or address. */
  readonly source: Buffer;
}

/**
 * Counts an attempt as a wrong one, and blocks the source for a while after too many; concurrent ones count, too.
 * @returns false while the source is blocked; nothing is counted then
 */
export async function countLoginAttempt(
  db: Knex,
  { loginId, source }: LoginAttempt,
  now: Date,
  { freeAttempts, firstSeconds, maxSeconds }: LoginDelay,
): Promise<boolean> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `INSERT INTO login_attempts AS t (login_id, source, wrong, blocked_until)
     VALUES (lower(:loginId), :source::bytea, 1, :now)
     ON CONFLICT (login_id, source) DO UPDATE SET
       wrong = t.wrong + 1,
       blocked_until = CASE WHEN t.wrong + 1 < :freeAttempts THEN excluded.blocked_until
         ELSE excluded.blocked_until + make_interval(secs =>
           least(:maxSeconds, :firstSeconds::integer * 2 ^ least(t.wrong + 1 - :freeAttempts, 20))) END
     WHERE t.blocked_until <= excluded.blocked_until
     RETURNING wrong`,
    { loginId, source, now, freeAttempts, firstSeconds, maxSeconds },
  );
  return rowCount > 0;
}
