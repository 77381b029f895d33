/** Messages: written many at once, and claimed by one process each. */
import type { Knex } from "knex";
import type { SealedNumber } from "../field-cipher.ts";
import type { SmsMessage } from "../models/sms-message.ts";
import { type MessageLimit, takeOne } from "./message-counts.ts";

type Written = Pick<
  SmsMessage,
  | "ref"
  | "visitId"
  | "hostUserId"
  | "toName"
  | "kind"
  | "event"
  | "text"
  | "variables"
  | "lang"
  | "sentBy"
  | "sentByKey"
>;

/** A message with the number it goes to, sealed. */
export interface NewMessage extends Written, SealedNumber {
  /** Before then it is not sent. */
  readonly dueAt: Date;
}

/** A message that this process is to hand over. */
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

/** Whose visits a lookup would show. */
export interface CodeReceiver {
  readonly name: string;
  readonly hashes: Buffer[];
  /** The earliest application that is shown. */
  readonly since: Date;
}

/**
 * Inserts a message with a code, as far as the number has some left; one statement, whoever it is for.
 * @param receiver where given, only if there are visits under name and number
 */
export async function insertCodeMessage(
  trx: Knex.Transaction,
  message: Pick<NewMessage, "ref" | "kind" | "text" | "lang"> & SealedNumber,
  { limit, now }: { readonly limit: MessageLimit; readonly now: Date },
  receiver?: CodeReceiver,
): Promise<void> {
  const known = `WHERE EXISTS (SELECT FROM visits v WHERE v.cell_hash = ANY(:hashes::bytea[]) AND v.hidden_at IS NULL
    AND v.created_at >= :since AND search_text(v.name) = search_text(:name))`;
  await trx.raw(
    `WITH counted AS (${takeOne(receiver && known)})
     INSERT INTO sms_messages (ref, to_name, cell_cipher, cell_key, cell_hash, cell_last_four_hash,
       cell_hash_key, kind, event, text, lang, max_attempts, next_attempt_at, created_at, updated_at)
     SELECT :ref, '', :cellCipher::bytea, :cellKey, :cellHash::bytea, :cellLastFourHash::bytea, :cellHashKey,
       :kind, 'lookupCode', :text, :lang, 3, now, now, now
     FROM (SELECT :now::timestamptz AS now) AS at WHERE EXISTS (SELECT FROM counted)`,
    { ...message, ...limit, ...receiver, now },
  );
}
