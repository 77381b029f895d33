/** Messages that are due, claimed by one process each. */
import type { Knex } from "knex";
import type { SmsMessage } from "#db/models/sms-message.ts";

/** A message that this process is to send. */
export interface ClaimedMessage {
  readonly id: number;
  readonly ref: string;
  readonly visitId: number | null;
  readonly hostUserId: number | null;
  readonly toName: string;
  readonly cellCipher: Buffer;
  readonly cellKey: string;
  readonly text: string;
  readonly kind: SmsMessage["kind"];
  readonly event: SmsMessage["event"];
  readonly lang: SmsMessage["lang"];
  readonly variables: Record<string, string>;
  readonly attempts: number;
  readonly maxAttempts: number;
}

/**
 * Claims messages that are due, the oldest first. What another process claims at the same time is left to it.
 * @param provider that is to send them
 * @param mailer that is to send those that are e-mails
 */
export async function claimDueMessages(
  db: Knex,
  {
    limit,
    provider,
    mailer,
    now,
    leasedUntil,
  }: {
    readonly limit: number;
    readonly provider: string;
    readonly mailer: string;
    readonly now: Date;
    readonly leasedUntil: Date;
  },
): Promise<ClaimedMessage[]> {
  const { rows } = await db.raw<{ rows: ClaimedMessage[] }>(
    // None while the site waits to be let go on after a restore.
    // As a subselect it might be run once for each row, and would claim more than its limit.
    `WITH due AS MATERIALIZED (
       SELECT id FROM sms_messages WHERE status = 'queued' AND next_attempt_at <= :now
         AND NOT EXISTS (SELECT FROM paused_jobs WHERE job = 'restored' AND done_at IS NULL)
       ORDER BY next_attempt_at, id LIMIT :limit FOR UPDATE SKIP LOCKED
     )
     UPDATE sms_messages AS m SET status = 'sending', attempts = attempts + 1, next_attempt_at = NULL,
       leased_until = :leasedUntil, provider = CASE kind WHEN 'email' THEN :mailer ELSE :provider END, updated_at = :now
     FROM due WHERE m.id = due.id
     RETURNING m.id, ref, visit_id AS "visitId", host_user_id AS "hostUserId", to_name AS "toName", cell_cipher AS "cellCipher",
       cell_key AS "cellKey", text, kind, event, lang,
       variables, attempts, max_attempts AS "maxAttempts"`,
    { limit, provider, mailer, now, leasedUntil },
  );
  return rows;
}
