/** Locks, issues and returns passes. Lock order: the visits that hold them, then the passes. */

import type { Knex } from "knex";
import { Pass } from "#db/models/visits/pass.ts";
import type { LoggedPasses } from "../visits/transitions.ts";

const columns = ["id", "vehicle", "passNo", "status", "visitId", "issuedAt", "updatedAt"] as const;

export type LockedPass = Pick<Pass, (typeof columns)[number]>;

/** The state of a pass; `visitId` is the visit that holds it. */
export type PassState = Omit<LockedPass, "updatedAt">;

interface PassSelection {
  /** Visits that hold passes. */
  readonly visitIds?: readonly number[];
  readonly passIds?: readonly number[];
  readonly passNos?: readonly string[];
  readonly carPassNos?: readonly string[];
}

/** Locks passes in the order of their ids, so that concurrent calls do not deadlock. */
export const lockPasses = async (
  trx: Knex.Transaction,
  { visitIds = [], passIds = [], passNos = [], carPassNos = [] }: PassSelection,
): Promise<LockedPass[]> =>
  Pass.query(trx)
    .select(...columns)
    .whereIn("visitId", visitIds)
    .orWhereIn("id", passIds)
    .orWhere((pass) => pass.where({ vehicle: false }).whereIn("passNo", passNos))
    .orWhere((pass) => pass.where({ vehicle: true }).whereIn("passNo", carPassNos))
    .orderBy("id")
    .forUpdate();

/** Issues passes to a visit. */
export async function markIssued(
  trx: Knex.Transaction,
  passIds: readonly number[],
  { visitId, issuedAt, now }: { readonly visitId: number; readonly issuedAt: Date; readonly now: Date },
): Promise<void> {
  if (passIds.length === 0) return;
  await Pass.query(trx).patch({ status: "issued", visitId, issuedAt, updatedAt: now }).whereIn("id", passIds);
}

/** Marks passes as returned. */
export async function markReturned(
  trx: Knex.Transaction,
  passes: readonly PassState[],
  now: Date,
): Promise<void> {
  if (passes.length === 0) return;
  const ids = passes.map(({ id }) => id);
  await Pass.query(trx)
    .patch({ status: "available", visitId: null, issuedAt: null, updatedAt: now })
    .whereIn("id", ids);
}

/** Issued or returned passes of one visit for its log. */
export function loggedPasses(
  visitId: number,
  passes: readonly LockedPass[],
): ReadonlyMap<number, LoggedPasses> {
  const passNo = passes.map((pass) => pass.passNo).join(", ");
  return new Map([[visitId, { passNo, passIds: passes.map(({ id }) => id) }]]);
}
