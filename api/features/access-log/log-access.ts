/** Logs reading and unmasking of personal data: one row for each answer that shows a visitor. */
import type { Knex } from "knex";
import type { Caller, Reader } from "#api/auth/auth-context.ts";
import { accessNotLogged } from "#api/errors.ts";
import { databaseState } from "#db/connection.ts";
import { AccessLog } from "#db/models/logs.ts";

export { recordFailedLookup } from "./queries.ts";

export interface AccessDetails {
  /** Why a number was unmasked. */
  readonly reason?: string;
  /** Keyed hash of the number that was searched or unmasked. */
  readonly personHash?: Buffer | undefined;
}

type LoggedReader = Caller & Pick<Reader, "address" | "action" | "at" | "onUnlogged">;

type Shown = AccessDetails & { readonly visitIds: readonly number[] };

/**
 * Adds a row; an answer that shows no visit is not logged.
 * @throws HttpError 503 while the database cannot write, unless the endpoint has `worksWithoutAccessLog`
 */
export async function logAccess(
  db: Knex,
  { id, key, address, action, at, onUnlogged }: LoggedReader,
  { visitIds, reason = "", personHash }: Shown,
): Promise<void> {
  if (visitIds.length === 0 && !personHash) return;
  try {
    await AccessLog.query(db).insert({
      hostUserId: key ? key.createdBy : id,
      apiKeyId: key?.id ?? null,
      at,
      address,
      action,
      reason,
      visitIds: [...new Set(visitIds)],
      personHash: personHash ?? null,
    });
  } catch (error) {
    if (databaseState(db).canWrite) throw error;
    if (!onUnlogged) throw accessNotLogged();
    onUnlogged(visitIds);
  }
}

/**
 * A row with personal data whose reading is logged. Presenters of visits, passes with holders, messages, the trash and
 * erasure requests accept nothing else, and only `record` creates one: a response that is not logged does not compile
 * (docs/decisions/privacy/access-log.md).
 */
export class Accessed<Row> {
  declare readonly row: Row;
  declare private readonly isRecorded: true;

  private constructor(row: Row) {
    this.row = row;
  }

  /** As `record`, for one row. */
  static async recordOne<Row>(
    db: Knex,
    reader: Reader,
    row: Row,
    visitIds: readonly number[],
    details: AccessDetails = {},
  ): Promise<Accessed<Row>> {
    await logAccess(db, reader, { ...details, visitIds });
    return new Accessed(row);
  }

  /**
   * Logs that rows are about to be shown, as one row of the log.
   * @param db the caller's transaction, if any: what is rolled back was not shown
   * @param visitIdsOf the visits that a row is about
   */
  static async record<Row>(
    db: Knex,
    reader: Reader,
    rows: readonly Row[],
    visitIdsOf: (row: Row) => readonly (number | null)[],
    details: AccessDetails = {},
  ): Promise<Accessed<Row>[]> {
    const visitIds = rows.flatMap(visitIdsOf).filter((id) => id !== null);
    await logAccess(db, reader, { ...details, visitIds });
    return rows.map((row) => new Accessed(row));
  }
}
