/** What the desk did by mistake is taken back: an entry, an exit, a lost pass (docs/behaviour.md, "Taking back"). */

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
import type { Visit } from "#db/models/visits/visit.ts";
import { type LockedPass, lockPasses } from "#db/queries/passes/locks.ts";
import { lastLoss, type VisitStepRow, visitStepRows } from "#db/queries/visits/logs.ts";
import { handOut } from "#db/statements/passes.ts";
import { mayHoldPassAgain, takeBack } from "../visits/state.ts";
import { cameBackSinceExit, handedOutAt, type Stay, stayBefore } from "../visits/steps.ts";
import { applyTransition, type Move, requireTransition } from "../visits/transitions.ts";
import type { VisitWork } from "../visits/with-locked-visit.ts";
import { handedOutBy } from "./choose-pass.ts";
import { freePasses, loggedAs } from "./return-passes.ts";

/** Where a visit stands after what is taken back. */
const standsAfter: Record<Exclude<Revertible, "lost">, StatusCode> = { issue: "entered", recovery: "exited" };

const neverInside: Stay = { enteredAt: null, enteredFrom: null, exitedAt: null };

/** Passes are out with the visit again, since they were handed to it first. */
function giveBack(
  { trx, visit, now }: VisitWork,
  passes: readonly LockedPass[],
  rows: readonly VisitStepRow[],
): Pick<Move, "passes" | "passChange"> {
  const given = passes.map(({ id }) => ({
    passId: id,
    visitId: visit.id,
    issuedAt: handedOutAt(rows, id) ?? visit.enteredAt ?? now,
  }));
  return { passes: new Map([[visit.id, loggedAs(passes)]]), passChange: handOut(trx, given, now) };
}

const refusedPass = { issued: passOut, lost: passLost, retired: passRetired } as const;

/** The visit is as it was before the issue. A pass held from an earlier day stays held. */
async function revertIssue(work: VisitWork, to: StatusCode, note: string): Promise<void> {
  const { trx, visit, actor, now } = work;
  const stay = to === "exited" ? stayBefore(await visitStepRows(trx, visit.id)) : neverInside;
  const change: Partial<Visit> = { ...stay };
  const held = await lockPasses(trx, { visitIds: [visit.id] });
  const freed = freePasses(trx, handedOutBy(held, visit.enteredAt), visit.id, now);
  await applyTransition(trx, [visit], "revert", { moved: { to }, actor, now, note, ...freed, change });
}

/**
 * The visitor is inside again, with the passes that came back.
 * @throws HttpError 405 where one of them is out with somebody else by now, lost or retired
 */
async function revertExit(work: VisitWork, note: string): Promise<void> {
  const { trx, visit, actor, now } = work;
  const rows = await visitStepRows(trx, visit.id);
  const passes = await lockPasses(trx, { visitIds: [], passIds: cameBackSinceExit(rows) });
  const wanted = passes.filter(({ visitId }) => visitId !== visit.id);
  for (const pass of wanted) if (pass.status !== "available") throw refusedPass[pass.status](pass);
  await applyTransition(trx, [visit], "revert", {
    moved: { to: "entered" },
    actor,
    now,
    note,
    ...giveBack(work, wanted, rows),
    change: { exitedAt: null },
  });
}

/**
 * A pass that was reported lost is out with the visitor again.
 * @throws HttpError 405 where it is no longer lost, or the visitor has got another; InvalidInput without a reason
 */
async function revertLoss(work: VisitWork, reason: string | undefined): Promise<void> {
  const { trx, visit, actor, now } = work;
  if (!mayHoldPassAgain(visit)) throw transitionNotAllowed(visit.statusCode);
  const loss = await lastLoss(trx, visit.id);
  if (!loss) throw alreadyHandled();
  const taken = takeBack(loss.at, now);
  if ("refused" in taken) throw lossRevertTooLate();
  if (taken.needsReason && !reason) throw invalid({ reason: "required" });
  const passes = await lockPasses(trx, { visitIds: [visit.id], passIds: [loss.passId] });
  const pass = passes.find(({ id }) => id === loss.passId);
  // Found, renamed or lost once more since: then this loss is not what holds.
  if (pass?.status !== "lost" || pass.updatedAt.getTime() !== loss.at.getTime()) throw alreadyHandled();
  const other = passes.find(({ vehicle, visitId }) => visitId === visit.id && vehicle === pass.vehicle);
  if (other) throw otherPassHeld(other);
  const rows = await visitStepRows(trx, visit.id);
  await applyTransition(trx, [visit], "found", {
    moved: { to: visit.statusCode },
    actor,
    now,
    note: reason ?? "",
    ...giveBack(work, [pass], rows),
  });
}

/**
 * Takes back what was done last.
 * @param seen the visit's status when the call came in: what changed while it waited is not what was meant
 * @throws HttpError 405 where something else was done since, or it is more than fifteen minutes past;
 *   InvalidInput without a reason from the second minute on
 */
export async function revert(
  work: VisitWork,
  { action, reason }: Pick<Revert, "action" | "reason">,
  seen: StatusCode | undefined,
): Promise<void> {
  if (action === "lost") return revertLoss(work, reason);
  const { visit } = work;
  const meant = action ? standsAfter[action] : seen;
  const isOther = ["entered", "exited"].includes(visit.statusCode) && visit.statusCode !== meant;
  if (isOther) throw alreadyHandled();
  const moved = requireTransition("revert", visit, work);
  if (moved.needsReason && !reason) throw invalid({ reason: "required" });
  if (visit.statusCode === "exited") await revertExit(work, reason ?? "");
  else await revertIssue(work, moved.to, reason ?? "");
}
