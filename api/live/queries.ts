/** SQL of live updates (docs/behaviour.md, "Live updates"). */
import type { Knex } from "knex";

export interface StoredChange {
  readonly id: number;
  readonly kind: string;
  readonly visitId: number | null;
  /** The host of the visit or delegation. */
  readonly hostUserId: number | null;
}

/**
 * A position in the changes: seconds of the database's clock, a dot, and its snapshot, which knows of every transaction whether
 * it was committed. Ids do not suffice, because a smaller one may be committed later.
 */
export type Position = string;

export interface Reading {
  /** The next reading continues here. */
  readonly position: Position;
  /** False where changes since are no longer stored or too many: everything may have changed. */
  readonly isComplete: boolean;
  readonly changes: readonly StoredChange[];
}

/** The channel of NOTIFY. */
export const channel = "changes";

/** A console that reads from an earlier position reloads everything. */
const oldestHours = 1;
const maxChanges = 1000;

type Row = { readonly position: Position; readonly isKept: boolean | null } & {
  readonly [key in keyof StoredChange]: StoredChange[key] | null;
};

const isChange = (row: Row): row is Row & StoredChange => row.id !== null;

/**
 * Reads changes that became visible since a position, each exactly once. A restored database restarts its transaction ids, so
 * positions and rows beyond its snapshot are from before the restore.
 * @param since position of an earlier reading, untrusted; the reading is not complete where it is invalid
 */
export async function readChanges(db: Knex, since: string): Promise<Reading> {
  const [, seconds = "0", snapshot = ""] = /^(\d{1,10})\.(.+)$/.exec(since) ?? [];
  // Materialized, because a constant would be cast to a snapshot before it is validated.
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
 * Inserts one change for each host of the messages' visits, and one if any message has no visit.
 * @param visitIds of the messages, null for a message without a visit
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

/** Notifies every listening process that there are changes to read. */
export async function notifyListeners(db: Knex): Promise<void> {
  await db.raw(`NOTIFY ${channel}`);
}

/** Deletes changes that are too old for any reading, by the database's clock. */
export const deleteOldChanges = (db: Knex): Promise<number> =>
  db("changes")
    .whereRaw("at < now() - make_interval(hours => ?)", [oldestHours + 1])
    .delete();
