/** Claims due messages and late requests, each for one process. */
import type { Knex } from "knex";
import type { Message } from "#db/models/message.ts";

/** A message that this process sends. */
export type ClaimedMessage = Pick<Message, "id" | "ref" | "visitId" | "hostUserId" | "toName" | "text"> &
  Pick<Message, "kind" | "event" | "lang" | "variables" | "attempts" | "maxAttempts" | "isPublic"> & {
    readonly cellCipher: Buffer;
    readonly cellKey: string;
  };

interface Claim {
  readonly limit: number;
  /** Names of the drivers of text messages and e-mails. */
  readonly provider: string;
  readonly mailer: string;
  readonly now: Date;
  readonly leasedUntil: Date;
}

/** Claims due messages, oldest first, skipping those that another process claims at the same time. */
export async function claimDueMessages(db: Knex, claim: Claim): Promise<ClaimedMessage[]> {
  const { rows } = await db.raw<{ rows: ClaimedMessage[] }>(
    // None while jobs are paused after a restore.
    // Materialized, because a subselect may be evaluated once per row and claim more than its limit.
    `WITH due AS MATERIALIZED (
       SELECT id FROM messages WHERE status = 'queued' AND next_attempt_at <= :now
         AND NOT EXISTS (SELECT FROM paused_jobs WHERE job = 'restored' AND done_at IS NULL)
       ORDER BY next_attempt_at, id LIMIT :limit FOR UPDATE SKIP LOCKED
     )
     UPDATE messages AS m SET status = 'sending', attempts = attempts + 1, next_attempt_at = NULL,
       leased_until = :leasedUntil, provider = CASE kind WHEN 'email' THEN :mailer ELSE :provider END, updated_at = :now
     FROM due WHERE m.id = due.id
     RETURNING m.id, ref, visit_id AS "visitId", host_user_id AS "hostUserId", to_name AS "toName",
       cell_cipher AS "cellCipher", cell_key AS "cellKey", text, kind, event, lang, variables, attempts,
       max_attempts AS "maxAttempts", is_public AS "isPublic"`,
    { ...claim },
  );
  return rows;
}

interface Undecided {
  readonly now: Date;
  /** Only requests made or renewed before. */
  readonly until: Date;
  readonly limit: number;
  /** Restricts the visits; default: all. */
  readonly only?: readonly number[];
}

/**
 * Claims undecided requests that are not over, one per group, once per notification.
 * @returns ids of the visits
 */
export async function claimUndecided(
  trx: Knex.Transaction,
  event: "applyDeputy" | "applyDesk",
  { only, ...values }: Undecided,
): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { visitId: number }[] }>(
    `INSERT INTO visit_notices (visit_id, event, about)
     SELECT v.id, :event, requested.at FROM visits v
     CROSS JOIN LATERAL (SELECT coalesce(max(l.at), v.created_at) AS at FROM visit_logs l
       WHERE l.visit_id = v.id AND l.to_code = 'applied' AND l.from_code IS DISTINCT FROM 'applied') requested
     WHERE v.hidden_at IS NULL AND v.status_code = 'applied' AND v.end_at > :now AND requested.at <= :until
       AND NOT EXISTS (SELECT FROM visits l WHERE l.id = v.leader_id AND l.status_code = 'applied')
       AND NOT EXISTS (SELECT FROM visit_notices n
         WHERE n.visit_id = v.id AND n.event = :event AND n.about = requested.at)
       AND (:only::integer[] IS NULL OR v.id = ANY(:only))
     ORDER BY v.id LIMIT :limit
     ON CONFLICT (visit_id, event) DO UPDATE SET about = excluded.about WHERE visit_notices.about <> excluded.about
     RETURNING visit_id AS "visitId"`,
    { ...values, event, only: only ? [...only] : null },
  );
  return rows.map(({ visitId }) => visitId);
}
