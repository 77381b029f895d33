/** Checks visitors out and returns passes (docs/behaviour.md, "Passes"). */

import { alreadyHandled, invalid } from "#api/errors.ts";
import { fromInstant, toInstant, type WallTime } from "#contract/dates.ts";
import type { Recovery } from "#contract/visits/visit-actions.ts";
import { applyTransition, requireTransition } from "../visits/transitions.ts";
import { isRepeated } from "../visits/visit-log.ts";
import type { VisitWork } from "../visits/with-locked-visit.ts";
import { lockPasses, loggedPasses, markReturned, type PassState } from "./locked-passes.ts";

/** The returned ones of the passes that a visitor holds. */
export const returnedPasses = <P extends PassState>(
  held: readonly P[],
  { passReturned, carPassReturned }: { readonly passReturned: boolean; readonly carPassReturned: boolean },
): P[] => held.filter(({ vehicle }) => (vehicle ? carPassReturned : passReturned));

/**
 * The instant of an exit that is recorded later; undefined for now.
 * @param leftAt wall time, not before the minute of the entry
 * @throws InvalidInput on leftAt before the entry or in the future
 */
function exitAt({ visit, wallTime, site }: VisitWork, leftAt: WallTime | undefined): Date | undefined {
  if (leftAt === undefined || leftAt === wallTime) return undefined;
  if (leftAt > wallTime) throw invalid({ leftAt: "leftLater" });
  const { enteredAt } = visit;
  if (enteredAt && leftAt < fromInstant(enteredAt, site.timezone)) throw invalid({ leftAt: "leftBefore" });
  const left = toInstant(leftAt, site.timezone);
  return enteredAt && left < enteredAt ? enteredAt : left;
}

/**
 * Records that the visitor left with or without returning passes; for a visitor who has left, that a pass was returned. Repeated,
 * it changes nothing.
 * @throws HttpError 405 in another status, and where no pass is left to return; InvalidInput as `exitAt`
 */
export async function returnPasses(work: VisitWork, which: Recovery): Promise<void> {
  const { trx, visit, actor, now, site } = work;
  const held = await lockPasses(trx, { visitIds: [visit.id] });
  const returned = returnedPasses(held, which);
  const isLeaving = visit.statusCode === "entered";
  const isSameExit =
    which.leftAt === undefined ||
    (visit.exitedAt && fromInstant(visit.exitedAt, site.timezone)) === which.leftAt;
  const isSame = !isLeaving && returned.length === 0 && isSameExit;
  if (isSame && (await isRepeated(trx, visit.id, actor, { action: "recovery" }))) return;
  const moved = requireTransition("recovery", visit, work);
  if (!isLeaving && (returned.length === 0 || which.leftAt !== undefined)) throw alreadyHandled();
  const effectiveAt = exitAt(work, which.leftAt);
  await markReturned(trx, returned, now);
  await applyTransition(work, [visit], "recovery", {
    moved,
    effectiveAt,
    passes: loggedPasses(visit.id, returned),
    change: isLeaving ? { exitedAt: effectiveAt ?? now } : {},
  });
}
