/** Who read or unmasked whose data: rows are only added, and stand before the answer goes out. */
import { gather } from "../gather.ts";

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

/** Adds a row. */
export const insertAccess = gather(async (db, rows: readonly NewAccess[]): Promise<undefined[]> => {
  const records = rows.map((row) => ({ ...row, personHash: row.personHash?.toString("base64") ?? null }));
  await db.raw(insert, [JSON.stringify(records)]);
  return rows.map(() => undefined);
});
