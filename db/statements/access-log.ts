/** Who read or unmasked whose data: rows are only added, and stand before the answer goes out. */
import type { Knex } from "knex";
import { gather } from "../gather.ts";
import { type VisitRow, visitsByIds } from "../queries/visits/rows.ts";
import { withCommit } from "../with-commit.ts";

/** Adds the rows that are bound as JSON. */
const insert = `INSERT INTO access_log (at, host_user_id, api_key_id, address, action, reason, visit_ids, person_hash)
  SELECT at, "hostUserId", "apiKeyId", address, action, reason, "visitIds", decode("personHash", 'base64')
  FROM json_to_recordset(?::json) AS read (at timestamptz, "hostUserId" integer, "apiKeyId" integer, address text, action text, reason text,
    "visitIds" integer[], "personHash" text)`;

/** One answer that showed somebody. */
export interface NewAccess {
  readonly at: Date;
  /** Who read; of a key, who made it. */
  readonly hostUserId: number;
  readonly apiKeyId: number | null;
  readonly address: string;
  /** The call, as `accessAction` names it. */
  readonly action: string;
  readonly reason: string;
  readonly visitIds: readonly number[];
  readonly personHash: Buffer | null;
}

const jsonOf = (rows: readonly NewAccess[]): string =>
  JSON.stringify(rows.map((row) => ({ ...row, personHash: row.personHash?.toString("base64") ?? null })));

const insertShared = gather(async (db, rows: readonly NewAccess[]): Promise<undefined[]> => {
  await db.raw(insert, [jsonOf(rows)]);
  return rows.map(() => undefined);
});

/** A row without a reason or a number, for a statement that is planned each time: values cost it less than JSON. */
const insertPlain = `INSERT INTO access_log (at, host_user_id, api_key_id, address, action, reason, visit_ids)
  VALUES (?, ?, ?, ?, ?, '', ?)`;

/** Adds a row; within a transaction it may come as late as the commit. */
export async function insertAccess(db: Knex, row: NewAccess): Promise<void> {
  const { at, hostUserId, apiKeyId, address, action, reason, visitIds, personHash } = row;
  if (!db.isTransaction || reason !== "" || personHash !== null) return void (await insertShared(db, row));
  const values = [at.toISOString(), hostUserId, apiKeyId, address, action, `{${visitIds.join()}}`];
  await withCommit(db as Knex.Transaction, db.raw(insertPlain, values));
}

const readLogged = `WITH logged AS (${insert}) ${visitsByIds}`;

/**
 * Visits by id, in the order of the ids, read by the statement that adds the rows of the log: rows that wait for another
 * statement outlive what clears new memory, and a page of them is a tenth of a list's time.
 */
export async function loggedVisitRows(
  db: Knex,
  ids: readonly number[],
  accesses: readonly NewAccess[],
): Promise<VisitRow[]> {
  const { rows } = await db.raw<{ rows: VisitRow[] }>(readLogged, [jsonOf(accesses), [...ids]]);
  return rows;
}
