/** Reverts a mistake of the desk: an entry, an exit, a lost pass (docs/behaviour.md, "Taking back"). */

import {
  alreadyHandled,
  invalid,
  lossRevertTooLate,
  otherPassHeld,
  passLost,
  passOut,
  passRetired,
  transitionNotAllowed,
} from "#api/errors.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { Revert, Revertible } from "#contract/visits/visit-actions.ts";
import { isAllowed, mayHoldPassAgain, revertWindow } from "../visits/state.ts";
import { applyTransition, requireTransition } from "../visits/transitions.ts";
import {
  isRepeated,
  lastLoss,
  passesReturnedSinceExit,
  passIssuedAt,
  type Stay,
  stayBefore,
  type VisitStepRow,
  visitStepRows,
} from "../visits/visit-log.ts";
import type { VisitWork } from "../visits/with-locked-visit.ts";
import {
  type LockedPass,
  lockPasses,
  loggedPasses,
  markIssued,
  markReturned,
  type PassState,
} from "./locked-passes.ts";

/** The status that each action leads to. */
const statusAfter: Record<Exclude<Revertible, "lost">, StatusCode> = { issue: "entered", recovery: "exited" };

const noStay: Stay = { enteredAt: null, enteredFrom: null, exitedAt: null };

/** The passes that a visitor got with the last entry; a pass kept from before is older. */
export const passesOfEntry = <P extends PassState>(held: readonly P[], enteredAt: Date | null): P[] =>
  held.filter(({ issuedAt }) => Number(issuedAt) >= Number(enteredAt));

/** Issues passes to the visit again, with the time of their first issue. */
async function reissue(
  { trx, visit, now }: VisitWork,
  passes: readonly LockedPass[],
  rows: readonly VisitStepRow[],
): Promise<void> {
  for (const { id } of passes) {
    const issuedAt = passIssuedAt(rows, id) ?? visit.enteredAt ?? now;
    await markIssued(trx, [id], { visitId: visit.id, issuedAt, now });
  }
}

const refusals = { issued: passOut, lost: passLost, retired: passRetired } as const;

/** Restores the visit to its state before the issue. The visitor keeps a pass from an earlier day. */
async function revertIssue(work: VisitWork, to: StatusCode, note: string): Promise<void> {
  const { trx, visit, now } = work;
  const stay = to === "exited" ? stayBefore(await visitStepRows(trx, visit.id)) : noStay;
  const returned = passesOfEntry(await lockPasses(trx, { visitIds: [visit.id] }), visit.enteredAt);
  await markReturned(trx, returned, now);
  const passes = loggedPasses(visit.id, returned);
  await applyTransition(work, [visit], "revert", {
    moved: { to },
    note,
    passes,
    change: { ...stay, arrivalPending: false },
  });
}

/**
 * Makes the visitor inside again, with the passes that were returned.
 * @throws HttpError 405 where one of them has been issued to another visitor, lost or retired since
 */
async function revertExit(work: VisitWork, note: string): Promise<void> {
  const { trx, visit } = work;
  const rows = await visitStepRows(trx, visit.id);
  const passes = await lockPasses(trx, { passIds: passesReturnedSinceExit(rows) });
  const reissued = passes.filter(({ visitId }) => visitId !== visit.id);
  for (const pass of reissued) if (pass.status !== "available") throw refusals[pass.status](pass);
  await reissue(work, reissued, rows);
  await applyTransition(work, [visit], "revert", {
    moved: { to: "entered" },
    note,
    passes: loggedPasses(visit.id, reissued),
    change: { exitedAt: null },
  });
}

/**
 * Issues a pass that was reported lost to its visitor again.
 * @throws HttpError 405 where it is no longer lost, or the visitor has another; InvalidInput without a reason
 */
async function revertLoss(work: VisitWork, reason: string | undefined): Promise<void> {
  const { trx, visit, actor, now } = work;
  if (!mayHoldPassAgain(visit)) throw transitionNotAllowed(visit.statusCode);
  const loss = await lastLoss(trx, visit.id);
  if (!loss) {
    if (await isRepeated(trx, visit.id, actor, { action: "found", note: reason ?? "" })) return;
    throw alreadyHandled();
  }
  const allowed = revertWindow(loss.at, now);
  if ("refused" in allowed) throw lossRevertTooLate();
  if (allowed.needsReason && !reason) throw invalid({ reason: "required" });
  const passes = await lockPasses(trx, { visitIds: [visit.id], passIds: [loss.passId] });
  const pass = passes.find(({ id }) => id === loss.passId);
  // The pass was found, renamed or lost again since.
  if (pass?.status !== "lost" || pass.updatedAt.getTime() !== loss.at.getTime()) throw alreadyHandled();
  const other = passes.find(({ vehicle, visitId }) => visitId === visit.id && vehicle === pass.vehicle);
  if (other) throw otherPassHeld(other);
  await reissue(work, [pass], await visitStepRows(trx, visit.id));
  const passesFound = loggedPasses(visit.id, [pass]);
  await applyTransition(work, [visit], "found", { note: reason ?? "", passes: passesFound });
}

/**
 * Reverts the last action. Repeated, it changes nothing.
 * @param seen the visit's status before the lock; a call that names no action refers to it
 * @throws HttpError 405 after another action, or more than fifteen minutes later; InvalidInput without a reason from the
 *   second minute on
 */
export async function revert(
  work: VisitWork,
  { action, reason }: Pick<Revert, "action" | "reason">,
  shownStatus: StatusCode | undefined,
): Promise<void> {
  if (action === "lost") return revertLoss(work, reason);
  const { trx, visit, actor } = work;
  const expected = action ? statusAfter[action] : shownStatus;
  const isChanged = ["entered", "exited"].includes(visit.statusCode) && visit.statusCode !== expected;
  const done = { action: "revert", note: reason ?? "", ...(action && { fromCode: statusAfter[action] }) };
  if ((isChanged || !isAllowed("revert", visit, work)) && (await isRepeated(trx, visit.id, actor, done)))
    return;
  if (isChanged) throw alreadyHandled();
  const moved = requireTransition("revert", visit, work);
  if (moved.needsReason && !reason) throw invalid({ reason: "required" });
  if (visit.statusCode === "exited") await revertExit(work, reason ?? "");
  else await revertIssue(work, moved.to, reason ?? "");
}
