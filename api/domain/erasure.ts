/**
 * Destroys a person's data everywhere, in one transaction with a line in the register (decisions, "Privacy";
 * docs/decisions/privacy.md). `places` is the one list of where such data stands: whoever adds a column that
 * may hold some adds it here, and a test (tests/db/personal-columns.test.ts) misses it otherwise.
 */

import type { Knex } from "knex";
import { noteChanges } from "#api/live/changes.ts";
import { destroyedVisits } from "#db/queries/erasure.ts";
import type { DoomedVisit } from "./visit-parties.ts";

/** Whose data goes. */
interface Whose {
  readonly visitIds: readonly number[];
  readonly reserveNos: readonly string[];
}

interface Place {
  readonly table: string;
  /** Columns that may hold something personal, by their names in the database. */
  readonly columns: readonly string[];
  /** @returns how many rows it was about */
  erase(trx: Knex.Transaction, whose: Whose): Promise<number>;
}

const deleted = async (
  trx: Knex.Transaction,
  statement: string,
  values: readonly number[] | readonly string[],
) => (await trx.raw<{ rowCount: number }>(statement, [values as string[]])).rowCount;

const ofVisits =
  (table: string) =>
  (trx: Knex.Transaction, { visitIds }: Whose) =>
    deleted(trx, `DELETE FROM ${table} WHERE visit_id = ANY(?::integer[])`, visitIds);

/** In this order: what points at a visit goes before it. */
export const places: readonly Place[] = [
  {
    // What was answered to a submission or reservation: kept for a day, so only of those erased early.
    table: "idempotency_keys",
    columns: ["answer"],
    erase: (trx, { reserveNos }) =>
      deleted(trx, "DELETE FROM idempotency_keys WHERE answer ->> 'reserveNo' = ANY(?::text[])", reserveNos),
  },
  { table: "visit_consents", columns: [], erase: ofVisits("visit_consents") },
  { table: "visit_logs", columns: ["note"], erase: ofVisits("visit_logs") },
  { table: "visit_search", columns: ["letters"], erase: ofVisits("visit_search") },
  {
    table: "visits",
    columns: [
      ...["reserve_no", "name", "company", "position", "phone", "car_number", "note", "guide"],
      ...["cell_cipher", "cell_key", "cell_hash", "cell_last_four_hash", "cell_hash_key"],
    ],
    erase: (trx, { visitIds }) => deleted(trx, "DELETE FROM visits WHERE id = ANY(?::integer[])", visitIds),
  },
];

export interface Erasing {
  readonly why: "due" | "officer" | "request";
  /** Who does it; undefined for the job. */
  readonly by: number | undefined;
  readonly now: Date;
  readonly timezone: string;
}

/** Of what erasing took away, what the register says. */
const messageTables = ["sms_messages"];

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
  const whose = {
    visitIds: visits.map(({ id }) => id),
    reserveNos: visits.map(({ reserveNo }) => reserveNo),
  };
  const { persons, retentionDays } = await destroyedVisits(trx, whose.visitIds, timezone);
  let messages = 0;
  for (const { table, erase } of places) {
    const rows = await erase(trx, whose);
    if (messageTables.includes(table)) messages += rows;
  }
  await trx("destructionRegister").insert({
    at: now,
    actorKind: by === undefined ? "job" : "staff",
    hostUserId: by ?? null,
    why,
    visitIds: whose.visitIds,
    persons,
    messages,
    retentionDays,
  });
  await noteChanges(
    trx,
    visits.map(({ id, hostUserId }) => ({ kind: "visit", visitId: id, hostUserId })),
  );
}
