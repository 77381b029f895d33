/** Who read or unmasked whose data: rows are only added, and stand before the answer goes out. */
import type { Knex } from "knex";
import { gather } from "../gather.ts";
import { withCommit } from "../with-commit.ts";

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

const insertRows = (db: Knex, rows: readonly NewAccess[]): Knex.Raw => {
  const records = rows.map((row) => ({ ...row, personHash: row.personHash?.toString("base64") ?? null }));
  return db.raw(insert, [JSON.stringify(records)]);
};

const insertShared = gather(async (db, rows: readonly NewAccess[]): Promise<undefined[]> => {
  await insertRows(db, rows);
  return rows.map(() => undefined);
});

/** Adds a row; within a transaction it may come as late as the commit. */
export async function insertAccess(db: Knex, row: NewAccess): Promise<void> {
  const isPlain = row.reason === "" && row.personHash === null;
  if (db.isTransaction && isPlain) await withCommit(db as Knex.Transaction, insertRows(db, [row]));
  else await insertShared(db, row);
}
