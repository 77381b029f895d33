import type { Knex } from "knex";
import { notFound } from "#api/errors.ts";
import { type HostUserRow, hostUserRow } from "#db/queries/host-users/list.ts";

/**
 * @param now whether somebody is locked depends on it
 * @throws HttpError 404
 */
export async function readHostUser(db: Knex, id: number, now: Date): Promise<HostUserRow> {
  const row = await hostUserRow(db, id, now);
  if (!row) throw notFound();
  return row;
}
