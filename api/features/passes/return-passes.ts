/** Visitors leave, and passes are returned (docs/behaviour.md, "Passes"). */

import type { Knex } from "knex";
import { alreadyHandled, invalid } from "#api/errors.ts";
import { fromInstant, toInstant, type WallTime } from "#contract/dates.ts";
import type { Recovery } from "#contract/visits/visit-actions.ts";
import { type LockedPass, lockPasses } from "#db/queries/passes/locks.ts";
import { takeIn } from "#db/statements/passes.ts";
import { applyTransition, type LoggedPasses, type Move, requireTransition } from "../visits/transitions.ts";
import type { VisitWork } from "../visits/with-locked-visit.ts";
import { cameBack } from "./choose-pass.ts";

/** Passes that are taken from the visit that holds them, as a transition does it and the visit's log keeps it. */
export function freePasses(
  trx: Knex.Transaction,
  passes: readonly LockedPass[],
  visitId: number,
  now: Date,
): Pick<Move, "passes" | "passChange"> {
  const logged = loggedAs(passes);
  return { passes: new Map([[visitId, logged]]), passChange: takeIn(trx, logged.passIds, now) };
}

/** Passes that changed hands, as a log keeps them. */
export const loggedAs = (passes: readonly Pick<LockedPass, "id" | "passNo">[]): LoggedPasses => ({
  passNo: passes.map(({ passNo }) => passNo).join(", "),
  passIds: passes.map(({ id }) => id),
});

/**
 * When somebody left whose exit is recorded later; undefined for now.
 * @param leftAt wall time; its minute may be that of the entry
 * @throws InvalidInput before the entry and in the future
 */
function exitAt({ visit, at, site }: VisitWork, leftAt: WallTime | undefined): Date | undefined {
  if (leftAt === undefined || leftAt === at) return undefined;
  if (leftAt > at) throw invalid({ leftAt: "leftLater" });
  const { enteredAt } = visit;
  if (enteredAt && leftAt < fromInstant(enteredAt, site.timezone)) throw invalid({ leftAt: "leftBefore" });
  const left = toInstant(leftAt, site.timezone);
  return enteredAt && left < enteredAt ? enteredAt : left;
}

/**
 * Records that the visitor left and which passes came back; after that, that a pass came back.
 * @throws HttpError 405 in another status, and where nothing is left to come back; InvalidInput as `exitAt`
 */
export async function returnPasses(work: VisitWork, which: Recovery): Promise<void> {
  const { trx, visit, actor, now } = work;
  const moved = requireTransition("recovery", visit, work);
  const held = await lockPasses(trx, { visitIds: [visit.id] });
  const returned = cameBack(held, which);
  const isLeaving = visit.statusCode === "entered";
  if (!isLeaving && (returned.length === 0 || which.leftAt !== undefined)) throw alreadyHandled();
  const effectiveAt = exitAt(work, which.leftAt);
  const change = isLeaving ? { exitedAt: effectiveAt ?? now } : {};
  const freed = freePasses(trx, returned, visit.id, now);
  await applyTransition(trx, [visit], "recovery", { moved, actor, now, ...freed, effectiveAt, change });
}
