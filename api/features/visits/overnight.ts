/** Who stays overnight: a mark of the desk on somebody who is inside (docs/behaviour.md, "Closing the day"). */

import { alreadyHandled } from "#api/errors.ts";
import { applyTransition, requireTransition } from "./transitions.ts";
import type { VisitWork } from "./with-locked-visit.ts";

/**
 * Marks a visitor as staying overnight, or takes the mark away. The status stays.
 * @throws HttpError 405 unless the visitor is inside, and where it is so already
 */
export async function setOvernight(work: VisitWork, overnight: boolean): Promise<void> {
  const { trx, visit, actor, now } = work;
  const moved = requireTransition("overnight", visit, work);
  if ((visit.overnightAt !== null) === overnight) throw alreadyHandled();
  const change = overnight
    ? { overnightAt: now, overnightBy: actor.id }
    : { overnightAt: null, overnightBy: null };
  const action = overnight ? "overnight" : "overnightEnd";
  await applyTransition(trx, [visit], action, { moved, actor, now, change });
}
