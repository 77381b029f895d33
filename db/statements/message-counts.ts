/** Messages that strangers may cause, counted across processes and restarts. */
import type { Knex } from "knex";

export interface MessageLimit {
  /** What is counted: each has an amount and a time of its own. */
  readonly purpose: "number" | "host" | "hostNotice" | "dayReminder" | "lookupCode" | "submitCode";
  /** Whose: a keyed hash of a number, or the id of a host; of reminders the day. */
  readonly key: string;
  readonly max: number;
  /** When a key that begins to be counted now is forgotten. */
  readonly until: Date;
}

/**
 * Inserts a count, or adds one to it while there are some left.
 * @param from what has to be there for anything to be counted
 */
export const takeOne = (from = "") => `INSERT INTO message_counts AS c (purpose, key, used, expires_at)
   SELECT :purpose, :key, 1, :until::timestamptz ${from}
   ON CONFLICT (purpose, key) DO UPDATE SET
     used = CASE WHEN c.expires_at > :now THEN c.used + 1 ELSE 1 END,
     expires_at = CASE WHEN c.expires_at > :now THEN c.expires_at ELSE excluded.expires_at END
     WHERE c.expires_at <= :now OR c.used < :max
   RETURNING used`;

/**
 * Takes one of the messages of a key, in the transaction that writes it. Of two at once the second waits for the
 * first one's commit.
 * @returns how many were taken by now, this one included; undefined where there are no more
 */
export async function takeMessage(
  trx: Knex.Transaction,
  limit: MessageLimit & { readonly now: Date },
): Promise<number | undefined> {
  const { rows } = await trx.raw<{ rows: { used: number }[] }>(takeOne(), { ...limit });
  return rows[0]?.used;
}

/** Deletes counts whose time is over. */
export async function deleteExpiredCounts(db: Knex, now: Date): Promise<void> {
  await db.raw("DELETE FROM message_counts WHERE expires_at <= ?", [now]);
}
