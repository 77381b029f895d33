/** Who saw or uncovered whose data (decisions, "Privacy"): one row a page that was read. */
import type { Knex } from "knex";

export interface Access {
  readonly hostUserId: number;
  /** Where the call came from. */
  readonly address: string;
  /** The call's path pattern. */
  readonly what: string;
  readonly visitIds: readonly number[];
  readonly reason?: string;
  /** Keyed hash of the number that was searched or uncovered. */
  readonly personHash?: Buffer;
  readonly at: Date;
}

/** Adds a row; nothing is logged of a page that showed nobody. */
export async function logAccess(db: Knex, access: Access): Promise<void> {
  if (access.visitIds.length === 0 && !access.personHash) return;
  await db("accessLog").insert({
    at: access.at,
    hostUserId: access.hostUserId,
    address: access.address,
    what: access.what,
    reason: access.reason ?? "",
    visitIds: access.visitIds,
    personHash: access.personHash ?? null,
  });
}
