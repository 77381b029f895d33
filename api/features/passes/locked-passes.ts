/** Passes that change hands. The visits that hold them are locked before, then the passes. */

import type { Knex } from "knex";
import { Pass } from "#db/models/visits/pass.ts";
import type { LoggedPasses } from "../visits/transitions.ts";

const columns = ["id", "vehicle", "passNo", "status", "visitId", "issuedAt", "updatedAt"] as const;

export type LockedPass = Pick<Pass, (typeof columns)[number]>;

/** A pass as rules see it; `visitId` is the visit that holds it. */
export type PassState = Omit<LockedPass, "updatedAt">;

interface Wanted {
  /** The visits that hold them. */
  readonly visitIds?: readonly number[];
  readonly passIds?: readonly number[];
  readonly passNos?: readonly string[];
  readonly carPassNos?: readonly string[];
}

/** Locks passes in the order of their ids, so that two parties that want the same ones never wait for each other. */
export const lockPasses = async (
  trx: Knex.Transaction,
  { visitIds = [], passIds = [], passNos = [], carPassNos = [] }: Wanted,
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
export async function giveOut(
  trx: Knex.Transaction,
  passIds: readonly number[],
  { visitId, issuedAt, now }: { readonly visitId: number; readonly issuedAt: Date; readonly now: Date },
): Promise<void> {
  if (passIds.length === 0) return;
  await Pass.query(trx).patch({ status: "issued", visitId, issuedAt, updatedAt: now }).whereIn("id", passIds);
}

/** Takes passes back from the visits that hold them. */
export async function takeIn(trx: Knex.Transaction, passIds: readonly number[], now: Date): Promise<void> {
  if (passIds.length === 0) return;
  await Pass.query(trx)
    .patch({ status: "available", visitId: null, issuedAt: null, updatedAt: now })
    .whereIn("id", passIds);
}

/** Passes of one visit that changed hands, as its log keeps them. */
export const loggedPasses = (
  visitId: number,
  passes: readonly LockedPass[],
): ReadonlyMap<number, LoggedPasses> =>
  new Map([
    [
      visitId,
      {
        passNo: passes.map(({ passNo }) => passNo).join(", "),
        passIds: passes.map(({ id }) => id),
      },
    ],
  ]);
