import type { Knex } from "knex";
import type { EncryptedContact } from "#db/field-cipher.ts";
import type { Message } from "#db/models/message.ts";
import type { MessageLimit } from "../messages/queue.ts";

export interface CodeTry {
  /** The number's hash under each key, the current key first. */
  readonly numberHashes: readonly Buffer[];
  readonly codeHash: Buffer;
  /** Keyed hash of the caller's address. */
  readonly addressHash: Buffer;
}

/**
 * Whether a code is valid for the number. While the number has codes, a wrong one counts for the address.
 * @param until expiry of a counter that starts now
 * @param maxWrong wrong attempts of an address, after which right ones are refused, too
 */
export async function tryLookupCode(
  db: Knex,
  { numberHashes, codeHash, addressHash }: CodeTry,
  { now, until, maxWrong }: { readonly now: Date; readonly until: Date; readonly maxWrong: number },
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { right: boolean }[] }>(
    `WITH found AS (
       SELECT bool_or(code_hash = :codeHash::bytea) AS "right" FROM lookup_codes
       WHERE number_hash = ANY(:numberHashes::bytea[]) AND expires_at > :now HAVING count(*) > 0
     ), counted AS (
       INSERT INTO lookup_code_tries AS t (number_hash, address_hash, wrong, expires_at)
       SELECT :numberHash::bytea, :addressHash::bytea, (NOT "right")::integer, :until::timestamptz FROM found
       ON CONFLICT (number_hash, address_hash) DO UPDATE SET
         wrong = CASE WHEN t.expires_at > :now THEN t.wrong ELSE 0 END + excluded.wrong,
         expires_at = CASE WHEN t.expires_at > :now THEN t.expires_at ELSE excluded.expires_at END
         WHERE t.expires_at <= :now OR t.wrong < :maxWrong
       RETURNING true
     )
     SELECT "right" FROM found WHERE EXISTS (SELECT FROM counted)`,
    { codeHash, numberHashes, numberHash: numberHashes[0], addressHash, now, until, maxWrong },
  );
  return rows.some(({ right }) => right);
}

/** Selects the visits that a lookup would show. */
export interface CodeReceiver {
  readonly name: string;
  readonly hashes: Buffer[];
  /** The earliest application that is shown. */
  readonly since: Date;
}

/**
 * Inserts a message with a code, within the number's limit. One statement, so that a known number takes as long as an
 * unknown one.
 * @param receiver where given, only if there are visits under name and number
 */
export async function insertCodeMessage(
  trx: Knex.Transaction,
  message: Pick<Message, "ref" | "kind" | "text" | "lang"> & EncryptedContact,
  { limit, now }: { readonly limit: MessageLimit; readonly now: Date },
  receiver?: CodeReceiver,
): Promise<void> {
  const { name = null, hashes = null, since = null } = receiver ?? {};
  await trx.raw(
    `WITH counted AS (
       INSERT INTO message_counts AS c (purpose, key, used, expires_at)
       SELECT :purpose, :key, 1, :until::timestamptz
       WHERE :hashes::bytea[] IS NULL OR EXISTS (SELECT FROM visits v
         WHERE v.cell_hash = ANY(:hashes::bytea[]) AND v.hidden_at IS NULL AND v.created_at >= :since
           AND search_text(v.name) = search_text(:name))
       ON CONFLICT (purpose, key) DO UPDATE SET
         used = CASE WHEN c.expires_at > :now THEN c.used + 1 ELSE 1 END,
         expires_at = CASE WHEN c.expires_at > :now THEN c.expires_at ELSE excluded.expires_at END
         WHERE c.expires_at <= :now OR c.used < :max
       RETURNING used)
     INSERT INTO messages (ref, to_name, cell_cipher, cell_key, cell_hash, cell_last_four_hash,
       cell_hash_key, kind, event, text, lang, is_public, max_attempts, next_attempt_at, created_at, updated_at)
     SELECT :ref, '', :cellCipher::bytea, :cellKey, :cellHash::bytea, :cellLastFourHash::bytea, :cellHashKey,
       :kind, 'lookupCode', :text, :lang, true, 3, now, now, now
     FROM (SELECT :now::timestamptz AS now) AS at WHERE EXISTS (SELECT FROM counted)`,
    { ...message, ...limit, name, hashes, since, now },
  );
}
