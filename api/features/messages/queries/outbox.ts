/** SQL of queueing and counting messages. */
import type { Knex } from "knex";
import { byteaOf, type EncryptedContact } from "#db/field-cipher.ts";
import type { Message } from "#db/models/message.ts";

/** A message with its number or address encrypted. */
export type MessageToInsert = EncryptedContact &
  Pick<Message, "ref" | "visitId" | "hostUserId" | "toName" | "kind" | "event" | "text" | "variables"> &
  Pick<Message, "lang" | "sentBy" | "sentByKey" | "isPublic" | "maxAttempts" | "nextAttemptAt" | "createdAt">;

/**
 * Inserts messages, and a change for open consoles for each host of their visits; one without a host for messages without a
 * visit.
 * @returns ids in the order of the messages
 */
export async function insertMessages(
  trx: Knex.Transaction,
  messages: readonly MessageToInsert[],
): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `WITH message AS MATERIALIZED (
       SELECT nextval('messages_id_seq')::integer AS id, m.*
       FROM json_to_recordset(:messages::json) AS m (
         ref text, "visitId" integer, "hostUserId" integer, "toName" text, "cellCipher" bytea, "cellKey" text,
         "cellHash" bytea, "cellLastFourHash" bytea, "cellHashKey" text, kind text, event text, text text, variables jsonb,
         lang text, "sentBy" integer, "sentByKey" integer, "isPublic" boolean, "maxAttempts" integer, "nextAttemptAt" timestamptz,
         "createdAt" timestamptz)),
     inserted AS (
       INSERT INTO messages (id, ref, visit_id, host_user_id, to_name, cell_cipher, cell_key, cell_hash,
         cell_last_four_hash, cell_hash_key, kind, event, text, variables, lang, sent_by, sent_by_key, is_public, max_attempts,
         next_attempt_at, created_at, updated_at)
       OVERRIDING SYSTEM VALUE
       SELECT id, ref, "visitId", "hostUserId", "toName", "cellCipher", "cellKey", "cellHash", "cellLastFourHash",
         "cellHashKey", kind, event, text, variables, lang, "sentBy", "sentByKey", "isPublic", "maxAttempts", "nextAttemptAt",
         "createdAt", "createdAt"
       FROM message ORDER BY message.id),
     changed AS (
       INSERT INTO changes (kind, host_user_id)
       SELECT DISTINCT 'sms', visits.host_user_id FROM message LEFT JOIN visits ON visits.id = message."visitId")
     SELECT id FROM message ORDER BY id`,
    {
      messages: JSON.stringify(
        messages.map((message) => ({
          ...message,
          cellCipher: byteaOf(message.cellCipher),
          cellHash: byteaOf(message.cellHash),
          cellLastFourHash: byteaOf(message.cellLastFourHash),
        })),
      ),
    },
  );
  return rows.map(({ id }) => id);
}

/** A limit of `max` messages per key until `until`. */
export interface MessageLimit {
  readonly purpose:
    | ("number" | "host" | "hostNotice" | "dayReminder" | "lookupCode" | "submitCode")
    | ("publicHour" | "publicDay");
  /** Keyed hash of a number, id of a host, or day of reminders; "" for the whole site. */
  readonly key: string;
  readonly max: number;
  readonly until: Date;
}

/**
 * Counts a message of a key in the transaction that writes it. The second of two concurrent transactions waits for the first.
 * @returns the count, including this one; undefined above the limit
 */
export async function countMessage(
  trx: Knex.Transaction,
  limit: MessageLimit & { readonly now: Date },
): Promise<number | undefined> {
  const { rows } = await trx.raw<{ rows: { used: number }[] }>(
    `INSERT INTO message_counts AS c (purpose, key, used, expires_at) VALUES (:purpose, :key, 1, :until)
     ON CONFLICT (purpose, key) DO UPDATE SET
       used = CASE WHEN c.expires_at > :now THEN c.used + 1 ELSE 1 END,
       expires_at = CASE WHEN c.expires_at > :now THEN c.expires_at ELSE excluded.expires_at END
       WHERE c.expires_at <= :now OR c.used < :max
     RETURNING used`,
    { ...limit },
  );
  return rows[0]?.used;
}
