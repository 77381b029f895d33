/** Visitors leave, and passes are returned (docs/behaviour.md, "Passes"). */

import { alreadyHandled, invalid } from "#api/errors.ts";
import { fromInstant, toInstant, type WallTime } from "#contract/dates.ts";
import type { Recovery } from "#contract/visits/visit-actions.ts";
import { applyTransition, requireTransition } from "../visits/transitions.ts";
import type { VisitWork } from "../visits/with-locked-visit.ts";
import { lockPasses, loggedPasses, type PassState, takeIn } from "./locked-passes.ts";

/** Of the passes a visitor holds, those that are returned. */
export const returnedPasses = <P extends PassState>(
  held: readonly P[],
  { passReturned, carPassReturned }: { readonly passReturned: boolean; readonly carPassReturned: boolean },
): P[] => held.filter(({ vehicle }) => (vehicle ? carPassReturned : passReturned));

/**
 * When the visitor left, where the exit is recorded later; undefined for now.
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
 * Records that the visitor left and which passes were returned; after that, that a pass was returned.
 * @throws HttpError 405 in another status, and where no pass is left to return; InvalidInput as `exitAt`
 */
export async function returnPasses(work: VisitWork, which: Recovery): Promise<void> {
  const { trx, visit, now } = work;
  const moved = requireTransition("recovery", visit, work);
  const held = await lockPasses(trx, { visitIds: [visit.id] });
  const returned = returnedPasses(held, which);
  const isLeaving = visit.statusCode === "entered";
  if (!isLeaving && (returned.length === 0 || which.leftAt !== undefined)) throw alreadyHandled();
  const effectiveAt = exitAt(work, which.leftAt);
  await takeIn(
    trx,
    returned.map(({ id }) => id),
    now,
  );
  await applyTransition(work, [visit], "recovery", {
    moved,
    effectiveAt,
    passes: loggedPasses(visit.id, returned),
    change: isLeaving ? { exitedAt: effectiveAt ?? now } : {},
  });
}
