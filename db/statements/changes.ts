/** Changes as open consoles hear of them: written in the transaction of the change, then announced. */
import type { Knex } from "knex";

/** Where PostgreSQL announces that there is something to read. */
export const channel = "changes";

export interface NewChange {
  readonly kind: string;
  readonly visitId?: number;
  /** Who is visited. */
  readonly hostUserId?: number;
}

/** Inserts changes, in one statement. */
export async function insertChanges(trx: Knex.Transaction, changes: readonly NewChange[]): Promise<void> {
  await trx.raw(
    `INSERT INTO changes (kind, visit_id, host_user_id)
     SELECT * FROM json_to_recordset(?::json) AS c (kind text, "visitId" integer, "hostUserId" integer)`,
    [JSON.stringify(changes)],
  );
}

/**
 * Inserts one change of messages for each host whose visits they are about, and one where any is about no visit.
 * @param visitIds of the messages, null where one is about none
 */
export async function insertMessageChanges(
  trx: Knex.Transaction,
  visitIds: readonly (number | null)[],
): Promise<void> {
  await trx.raw(
    `INSERT INTO changes (kind, host_user_id)
     SELECT DISTINCT 'sms', v.host_user_id
     FROM json_array_elements_text(?::json) AS m (visit_id) LEFT JOIN visits v ON v.id = m.visit_id::integer`,
    [JSON.stringify(visitIds)],
  );
}

/** Tells every process that listens that there are changes to read. */
export async function notifyOfChanges(db: Knex): Promise<void> {
  await db.raw(`NOTIFY ${channel}`);
}

/** Deletes changes that are older than some hours of the database's clock, by which they were written. */
export async function deleteOldChanges(db: Knex, hours: number): Promise<void> {
  await db.raw("DELETE FROM changes WHERE at < now() - make_interval(hours => ?)", [hours]);
}
