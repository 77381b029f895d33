/** Visitors leave, passes are returned, a mistaken issue is reverted (docs/behaviour.md, "Passes"). */

import type { Knex } from "knex";
import { alreadyHandled } from "#api/errors.ts";
import { noteChanges } from "#api/live/changes.ts";
import type { Recovery } from "#contract/visit-actions.ts";
import { Pass } from "#db/models/pass.ts";
import type { Visit } from "#db/models/visit.ts";
import { type LockedPass, lockPasses } from "#db/queries/passes/locks.ts";
import { type EarlierStay, earlierStay } from "#db/queries/visits/logs.ts";
import { applyTransition, requireTransition } from "../visits/transitions.ts";
import type { VisitWork } from "../visits/with-locked-visit.ts";
import { cameBack, handedOutBy } from "./choose-pass.ts";

/** @returns their numbers, for the log */
async function free(trx: Knex.Transaction, passes: readonly LockedPass[], visitId: number, now: Date) {
  if (passes.length > 0) {
    const ids = passes.map(({ id }) => id);
    await Pass.query(trx)
      .modify("withIds", ids)
      .patch({ status: "available", visitId: null, issuedAt: null, updatedAt: now });
    await noteChanges(trx, [{ kind: "pass" }]);
  }
  return new Map([[visitId, passes.map(({ passNo }) => passNo).join(", ")]]);
}

/**
 * Records that the visitor left and which passes came back; after that, that a pass came back.
 * @throws HttpError 405 in another status, and where nothing is left to come back
 */
export async function returnPasses(
  { trx, visit, actor, now, at }: VisitWork,
  which: Recovery,
): Promise<void> {
  const moved = requireTransition("recovery", visit, at);
  const held = await lockPasses(trx, { visitIds: [visit.id] });
  const returned = cameBack(held, which);
  const isLeaving = visit.statusCode === "entered";
  if (!isLeaving && returned.length === 0) throw alreadyHandled();
  const passNos = await free(trx, returned, visit.id, now);
  const change = isLeaving ? { exitedAt: now } : {};
  await applyTransition(trx, [visit], "recovery", { moved, actor, now, passNos, change });
}

const neverInside: EarlierStay = { enteredAt: null, enteredFrom: null, exitedAt: null };

/**
 * Takes an issue back: the visit is as it was before it. A pass held from an earlier day stays held.
 * @throws HttpError 405 where the visitor is not inside, or the issue is more than fifteen minutes past
 */
export async function revertIssue({ trx, visit, actor, now, at }: VisitWork, note: string): Promise<void> {
  const moved = requireTransition("revert", visit, at);
  const change: Partial<Visit> = moved.to === "exited" ? await earlierStay(trx, visit.id) : neverInside;
  const held = await lockPasses(trx, { visitIds: [visit.id] });
  const passNos = await free(trx, handedOutBy(held, visit.enteredInstant), visit.id, now);
  await applyTransition(trx, [visit], "revert", { moved, actor, now, note, passNos, change });
}
