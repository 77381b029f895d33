/**
 * Destroys a person's data everywhere, in one transaction with a line in the register (decisions, "Privacy";
 * docs/decisions/privacy.md). `places` is the one list of where such data stands: whoever adds a column that
 * may hold some adds it here, and a test (tests/db/personal-columns.test.ts) misses it otherwise.
 */

import type { Knex } from "knex";
import { noteChanges } from "#api/live/changes.ts";
import { readConfiguration } from "#db/queries/configuration.ts";
import { destroyedVisits } from "#db/queries/privacy/erasure.ts";
import type { DoomedVisit } from "./visit-groups.ts";

/** Whose data goes. */
interface Whose {
  readonly visitIds: number[];
  readonly reserveNos: string[];
  /** Keyed hashes of the mobile numbers. */
  readonly hashes: Buffer[];
  readonly now: Date;
}

interface Place {
  readonly table: string;
  /** Columns that may hold something personal, by their names in the database. */
  readonly columns: readonly string[];
  /** Takes it away, with these values bound by their names. */
  readonly statement: string;
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
export const places: readonly Place[] = [
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
  { table: "visit_consents", columns: [], statement: ofVisits("visit_consents") },
  { table: "visit_logs", columns: ["note"], statement: ofVisits("visit_logs") },
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

export interface Erasing {
  readonly why: "due" | "officer" | "request";
  /** Who does it; undefined for the job. */
  readonly by: number | undefined;
  readonly now: Date;
  readonly timezone: string;
}

/**
 * Erases visits that are over, locked by `lockParties`, companions with their leaders. What remains is a
 * count for the day, and the register's line.
 */
export async function eraseVisits(
  trx: Knex.Transaction,
  visits: readonly DoomedVisit[],
  { why, by, now, timezone }: Erasing,
): Promise<void> {
  if (visits.length === 0) return;
  const whose: Whose = {
    visitIds: visits.map(({ id }) => id),
    reserveNos: visits.map(({ reserveNo }) => reserveNo),
    hashes: visits.flatMap(({ cellHash }) => cellHash ?? []),
    now,
  };
  const { persons, retentionDays } = await destroyedVisits(trx, whose.visitIds, timezone);
  const taken = new Map<string, number>();
  for (const { table, statement } of places) {
    taken.set(table, (await trx.raw<{ rowCount: number }>(statement, { ...whose })).rowCount);
  }
  await trx("destructionRegister").insert({
    at: now,
    actorKind: by === undefined ? "job" : "staff",
    hostUserId: by ?? null,
    why,
    visitIds: whose.visitIds,
    persons,
    messages: taken.get("sms_messages"),
    retentionDays,
  });
  await noteChanges(
    trx,
    visits.map(({ id, hostUserId }) => ({ kind: "visit", visitId: id, hostUserId })),
  );
}

/**
 * Erases messages that belong to no visit, as long after they were written as a visitor's data is kept; all
 * others go with their visit.
 * @returns how many
 */
export async function eraseOldMessages(trx: Knex.Transaction, now: Date): Promise<number> {
  const { retentionDays } = await readConfiguration(trx);
  const before = new Date(now.getTime() - retentionDays * 86_400_000);
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `${blankMessages} visit_id IS NULL AND created_at < :before`,
    { before, now },
  );
  if (rowCount === 0) return 0;
  await trx("destructionRegister").insert({
    at: now,
    actorKind: "job",
    why: "due",
    visitIds: [],
    persons: 0,
    messages: rowCount,
    retentionDays: [retentionDays],
  });
  return rowCount;
}
