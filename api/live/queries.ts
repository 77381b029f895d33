/** Changes as open consoles hear of them (docs/behaviour.md, "Live updates"). */
import type { Knex } from "knex";

export interface StoredChange {
  readonly id: number;
  readonly kind: string;
  readonly visitId: number | null;
  /** Who is visited, where it is about a visit. */
  readonly hostUserId: number | null;
}

/**
 * A moment as the database sees it: seconds of its clock, a dot, and its snapshot, which says of every
 * transaction whether it was committed then. Ids would not do: a smaller one may be committed later.
 */
export type Position = string;

export interface Reading {
  /** The moment of this reading: the next one goes on from here. */
  readonly position: Position;
  /** False where what happened since is no longer kept, or is too much to tell: all may have changed. */
  readonly isComplete: boolean;
  readonly changes: readonly StoredChange[];
}

/** Where PostgreSQL announces that there is something to read. */
export const channel = "changes";

/** A console that reads from an earlier position reloads everything. */
const oldestHours = 1;
const maxChanges = 1000;

type Row = { readonly position: Position; readonly isKept: boolean | null } & {
  readonly [key in keyof StoredChange]: StoredChange[key] | null;
};

const isChange = (row: Row): row is Row & StoredChange => row.id !== null;

/**
 * Reads what became visible since a position, missing nothing and returning nothing twice.
 * A restored database counts its transactions anew: positions and rows from its future are from before.
 * @param since an earlier reading's position, as a caller may have altered it; where it is none, the reading
 *   is not complete
 */
export async function readChanges(db: Knex, since: string): Promise<Reading> {
  const [, seconds = "0", snapshot = ""] = /^(\d{1,10})\.(.+)$/.exec(since) ?? [];
  // Materialized: as a constant the text would be read as a snapshot before it is known to be one.
  const { rows } = await db.raw<{ rows: [Row, ...Row[]] }>(
    `WITH given AS MATERIALIZED (SELECT ?::text AS text),
     since AS (SELECT CASE WHEN pg_input_is_valid(text, 'pg_snapshot') THEN text::pg_snapshot END AS snapshot FROM given)
     SELECT extract(epoch FROM now())::bigint || '.' || pg_current_snapshot() AS position,
       to_timestamp(?) > now() - make_interval(hours => ${oldestHours})
         AND pg_snapshot_xmax(since.snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKept",
       c.id, c.kind, c.visit_id AS "visitId", c.host_user_id AS "hostUserId"
     FROM since
     LEFT JOIN changes c ON c.transaction >= pg_snapshot_xmin(since.snapshot)
       AND c.transaction < pg_snapshot_xmax(pg_current_snapshot())
       AND NOT pg_visible_in_snapshot(c.transaction, since.snapshot)
     ORDER BY c.id LIMIT ${maxChanges + 1}`,
    [snapshot, Number(seconds)],
  );
  const isComplete = rows[0].isKept === true && rows.length <= maxChanges;
  return { position: rows[0].position, isComplete, changes: isComplete ? rows.filter(isChange) : [] };
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

/** Deletes changes that no reading goes back to, by the database's clock, by which they were written. */
export async function deleteOldChanges(db: Knex): Promise<void> {
  await db.raw("DELETE FROM changes WHERE at < now() - make_interval(hours => ?)", [oldestHours + 1]);
}
