/** Staff have told a visitor themselves whom no message reaches (docs/behaviour.md, "E-mail"). */
import { alreadyHandled, transitionNotAllowed } from "#api/errors.ts";
import { toldStatusCodes } from "#contract/visits/visit-actions.ts";
import { isTold } from "#db/queries/visits/logs.ts";
import { applyTransition } from "./transitions.ts";
import type { VisitWork } from "./with-locked-visit.ts";

/**
 * Notes in a visit's log that its visitor was told of how it stands; the next change of the visit ends that.
 * @throws HttpError 405 where there is nothing to tell any more, or somebody was faster
 */
export async function noteTold({ trx, visit, actor, now }: VisitWork): Promise<void> {
  const { id, statusCode } = visit;
  if (!toldStatusCodes.includes(statusCode)) throw transitionNotAllowed(statusCode);
  if (await isTold(trx, id)) throw alreadyHandled();
  await applyTransition(trx, [visit], "told", { moved: { to: statusCode }, actor, now });
}
