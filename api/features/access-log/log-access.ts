/** Records who saw or unmasked whose data: one row for each page that was read. */
import type { Knex } from "knex";
import type { Reader } from "#api/auth/auth-context.ts";
import { AccessLog } from "#db/models/logs.ts";

export interface Accessed {
  readonly visitIds: readonly number[];
  /** Why a number was unmasked. */
  readonly reason?: string;
  /** Keyed hash of the number that was searched or unmasked. */
  readonly personHash?: Buffer | undefined;
}

/** Adds a row; a page that showed nobody leaves none. */
export async function logAccess(
  db: Knex,
  { id: hostUserId, address, action, at }: Omit<Reader, "scope">,
  { visitIds, reason = "", personHash }: Accessed,
): Promise<void> {
  if (visitIds.length === 0 && !personHash) return;
  await AccessLog.query(db).insert({
    ...{ at, hostUserId, address, what: action, reason, visitIds },
    personHash: personHash ?? null,
  });
}
