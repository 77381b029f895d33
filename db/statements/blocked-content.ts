/** Reports of the policy for content (CSP): counted by kind, and never more kinds than somebody reads. */
import type { Knex } from "knex";

export interface Blocked {
  readonly directive: string;
  /** An origin, or a word such as "inline". */
  readonly blocked: string;
  /** Path of the page, without what may name somebody. */
  readonly page: string;
}

const maxKinds = 200;
const keptDays = 30;

/** Counts a report; a new kind only while there are few. */
export async function countBlocked(db: Knex, { directive, blocked, page }: Blocked): Promise<void> {
  await db.raw(
    `INSERT INTO blocked_content AS b (directive, blocked, page)
     SELECT :directive, :blocked, :page
     WHERE (SELECT count(*) FROM blocked_content) < :maxKinds OR EXISTS (SELECT FROM blocked_content
       WHERE directive = :directive AND blocked = :blocked AND page = :page)
     ON CONFLICT (directive, blocked, page) DO UPDATE SET count = least(b.count + 1, 1000000), last_at = now()`,
    { directive, blocked, page, maxKinds },
  );
}

export interface BlockedRow extends Blocked {
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** What was reported, the latest first. */
export async function blockedRows(db: Knex): Promise<BlockedRow[]> {
  const { rows } = await db.raw<{ rows: BlockedRow[] }>(
    `SELECT directive, blocked, page, count, first_at AS "firstAt", last_at AS "lastAt" FROM blocked_content
     ORDER BY last_at DESC, directive, blocked, page`,
  );
  return rows;
}

/** Deletes what has not been reported for a month. */
export async function deleteOldBlocked(db: Knex): Promise<void> {
  await db.raw("DELETE FROM blocked_content WHERE last_at < now() - make_interval(days => ?)", [keptDays]);
}
