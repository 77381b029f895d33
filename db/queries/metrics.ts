/** What whoever watches the server counts in the database; each reads little, by an index. */
import type { Knex } from "knex";

export interface Counted {
  readonly name: string;
  readonly state: string;
  readonly count: number;
  /** Seconds; of the oldest that waits. */
  readonly oldest: number;
}

/** Jobs by name and state, as their library keeps them for a day; none before the first process took part. */
export async function countJobs(db: Knex): Promise<Counted[]> {
  const { rows: there } = await db.raw<{ rows: [{ jobs: string | null }] }>(
    "SELECT to_regclass('pgboss.job') AS jobs",
  );
  if (there[0].jobs === null) return [];
  const { rows } = await db.raw<{ rows: Counted[] }>(
    `SELECT name, state::text AS state, count(*) AS count,
       coalesce(extract(epoch FROM clock_timestamp() - min(start_after) FILTER
         (WHERE state IN ('created', 'retry', 'active') AND start_after <= clock_timestamp())), 0)::double precision AS oldest
     FROM pgboss.job WHERE name NOT LIKE '\\_\\_%' GROUP BY 1, 2`,
  );
  return rows;
}

/** Seconds since each job was last done. */
export async function sinceJobs(db: Knex): Promise<{ name: string; seconds: number }[]> {
  const { rows: there } = await db.raw<{ rows: [{ jobs: string | null }] }>(
    "SELECT to_regclass('pgboss.job') AS jobs",
  );
  if (there[0].jobs === null) return [];
  const { rows } = await db.raw<{ rows: { name: string; seconds: number }[] }>(
    `SELECT name, extract(epoch FROM clock_timestamp() - max(completed_on))::double precision AS seconds
     FROM pgboss.job WHERE state = 'completed' AND name NOT LIKE '\\_\\_%' GROUP BY name`,
  );
  return rows;
}

/** Messages that wait, and those of the last day by how it went. */
export async function countMessages(db: Knex): Promise<Omit<Counted, "name">[]> {
  const { rows } = await db.raw<{ rows: Omit<Counted, "name">[] }>(
    `SELECT 'queued' AS state, count(*) AS count, coalesce(extract(epoch FROM clock_timestamp() - min(next_attempt_at)
         FILTER (WHERE next_attempt_at <= clock_timestamp())), 0)::double precision AS oldest
       FROM sms_messages WHERE status = 'queued'
     UNION ALL
     SELECT 'sending', count(*), 0 FROM sms_messages WHERE status = 'sending'
     UNION ALL
     SELECT status, count(*), 0 FROM sms_messages
       WHERE created_at > clock_timestamp() - interval '1 day' AND status NOT IN ('queued', 'sending') GROUP BY status`,
  );
  return rows;
}

export interface Waiting {
  /** Visits that should have been destroyed. */
  readonly overdue: number;
  /** Jobs that wait for a person. */
  readonly paused: number;
  /** 1 where everything waits since a restore. */
  readonly held: number;
  /** Entries that the register of erasures lacks. */
  readonly unwritten: number;
  readonly clock: Date;
}

/** @param graceDays days after its date of destruction in which a visit may still stand in the trash */
export async function countWaiting(db: Knex, graceDays: number): Promise<Waiting> {
  const { rows } = await db.raw<{ rows: [Waiting] }>(
    `SELECT (SELECT count(*) FROM visits
         WHERE destroy_on < (now() AT TIME ZONE (SELECT timezone FROM configuration))::date - ?::integer) AS overdue,
       (SELECT count(*) FROM paused_jobs WHERE done_at IS NULL AND confirmed_at IS NULL) AS paused,
       (SELECT count(*) FROM paused_jobs WHERE done_at IS NULL AND job = 'restored') AS held,
       (SELECT count(*) FROM erasure_outbox) AS unwritten, clock_timestamp() AS clock`,
    [graceDays],
  );
  return rows[0];
}
