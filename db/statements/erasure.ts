/**
 * Erases a person's data everywhere. `erasureTargets` is the one list of where such data stands: whoever adds a
 * column that may hold some adds it here (tests/db/personal-columns.test.ts finds what is missing).
 */
import type { Knex } from "knex";
import { type ErasureEntry, WaitingErasure } from "#db/models/visits/erasure.ts";

/** Whose data is erased. */
export interface Erased {
  readonly visitIds: number[];
  readonly reserveNos: string[];
  /** Keyed hashes of the mobile numbers. */
  readonly hashes: Buffer[];
  readonly now: Date;
}

interface ErasureTarget {
  readonly table: string;
  /** Columns that may hold something personal, by their names in the database. */
  readonly columns: readonly string[];
  /** Takes it away, with these values bound by their names; left out where it goes with its visit. */
  readonly statement?: string;
}

const ofVisits = (table: string) => `DELETE FROM ${table} WHERE visit_id = ANY(:visitIds::integer[])`;

/** A message stays as a count of what was sent; one that waits is not sent any more. */
const blankMessages = `
  UPDATE sms_messages AS message SET visit_id = NULL, to_name = '', text = '', variables = '{}', error = '',
    provider_message_id = '', cell_cipher = NULL, cell_key = NULL, cell_hash = NULL, cell_last_four_hash = NULL,
    cell_hash_key = NULL, status = CASE status WHEN 'queued' THEN 'withdrawn' ELSE status END,
    next_attempt_at = NULL, erased_at = :now, updated_at = :now
  WHERE erased_at IS NULL AND `;

/** In this order: what points at a visit goes before it. */
export const erasureTargets: readonly ErasureTarget[] = [
  {
    // What was answered to a submission or reservation: kept for a day, so only of those erased early.
    table: "idempotency_keys",
    columns: ["answer"],
    statement: "DELETE FROM idempotency_keys WHERE answer ->> 'reserveNo' = ANY(:reserveNos::text[])",
  },
  {
    // Of the visits, to whomever; and those to the numbers that belong to no visit, once no visit has the number.
    table: "sms_messages",
    columns: [
      ...["ref", "to_name", "text", "variables", "error", "provider_message_id"],
      ...["cell_cipher", "cell_key", "cell_hash", "cell_last_four_hash", "cell_hash_key"],
    ],
    statement: `${blankMessages} (visit_id = ANY(:visitIds::integer[])
      OR (visit_id IS NULL AND host_user_id IS NULL AND cell_hash = ANY(:hashes::bytea[])
        AND NOT EXISTS (SELECT FROM visits v
          WHERE v.cell_hash = message.cell_hash AND v.id <> ALL(:visitIds::integer[]))))`,
  },
  {
    table: "message_counts",
    columns: ["key"],
    statement: `DELETE FROM message_counts
      WHERE key IN (SELECT encode(hash, 'hex') FROM unnest(:hashes::bytea[]) AS hash)`,
  },
  {
    table: "visit_emails",
    columns: ["cell_cipher", "cell_key", "cell_hash", "cell_last_four_hash", "cell_hash_key"],
    statement: ofVisits("visit_emails"),
  },
  { table: "visit_notices", columns: [], statement: ofVisits("visit_notices") },
  { table: "visit_links", columns: ["token_hash"], statement: ofVisits("visit_links") },
  { table: "desk_links", columns: ["token_hash"], statement: ofVisits("desk_links") },
  { table: "decision_links", columns: ["token_hash"], statement: ofVisits("decision_links") },
  // They hold nothing personal; one that waits is not sent any more.
  { table: "webhook_deliveries", columns: [], statement: ofVisits("webhook_deliveries") },
  { table: "visit_consents", columns: [], statement: ofVisits("visit_consents") },
  // Guarded: no statement deletes the log of a visit that is there.
  { table: "visit_logs", columns: ["note"] },
  { table: "visit_search", columns: ["letters"], statement: ofVisits("visit_search") },
  {
    table: "visits",
    columns: [
      ...["reserve_no", "name", "company", "position", "phone", "car_number", "note", "guide"],
      ...["cell_cipher", "cell_key", "cell_hash", "cell_last_four_hash", "cell_hash_key"],
    ],
    statement: "DELETE FROM visits WHERE id = ANY(:visitIds::integer[])",
  },
];

/** Erases what the targets hold. @returns how many messages it took */
export async function erasePersonalData(trx: Knex.Transaction, erased: Erased): Promise<number> {
  let messages = 0;
  for (const { table, statement } of erasureTargets) {
    if (statement === undefined) continue;
    const { rowCount } = await trx.raw<{ rowCount: number }>(statement, { ...erased });
    if (table === "sms_messages") messages = rowCount;
  }
  return messages;
}

/** Hands an entry to the job that writes it into the register outside the database. */
export async function queueErasureEntry(trx: Knex.Transaction, entry: ErasureEntry): Promise<void> {
  await WaitingErasure.query(trx).insert({ entry });
}

/** Erases messages that belong to no visit and were written before a moment. @returns how many */
export async function eraseMessagesBefore(trx: Knex.Transaction, before: Date, now: Date): Promise<number> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `${blankMessages} visit_id IS NULL AND created_at < :before`,
    { before, now },
  );
  return rowCount;
}
