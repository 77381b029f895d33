/**
 * Applies transitions of visits. The caller has locked the visits in its transaction; `state.ts` decides what is allowed. Status,
 * log, webhooks, messages and changes are written together.
 */

import type { Knex } from "knex";
import type { PartialModelObject } from "objection";
import { type Actor, onBehalfOf } from "#api/auth/auth-context.ts";
import {
  alreadyHandled,
  beforeFirstDay,
  decidedBy,
  exitRevertTooLate,
  type HttpError,
  notThatDay,
  revertTooLate,
  transitionNotAllowed,
  visitOver,
} from "#api/errors.ts";
import { publishChanges } from "#api/live/changes.ts";
import { queueStatusChanges } from "#api/webhooks/queue.ts";
import { fromInstant } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { notifiableStatusCodes } from "#contract/visits/visit-actions.ts";
import { recordOnBehalf } from "#db/caller.ts";
import { DecisionLink } from "#db/models/visits/links.ts";
import { Visit, VisitLog } from "#db/models/visits/visit.ts";
import type { Messaging } from "../messages/drafts.ts";
import { notifyHosts } from "../messages/host-messages.ts";
import { notifyVisitors } from "../messages/visitor-messages.ts";
import {
  type Action,
  earliestIssue,
  isAllowed,
  type Refused,
  type Transition,
  type TransitionTime,
  transition,
  type VisitState,
} from "./state.ts";
import { isRepeated, lastDecision, wasNotifiedInPerson } from "./visit-log.ts";
import type { LockedGroup, LockedVisit, VisitWork } from "./with-locked-visit.ts";

/** A transition that `state.ts` allows. */
export type AllowedTransition = Exclude<Transition, { refused: Refused }>;

const refusals: Record<Exclude<Refused, "status" | "notYet">, (visit: VisitState) => HttpError> = {
  ended: visitOver,
  beforeFirstDay: (visit) => beforeFirstDay(earliestIssue(visit)),
  notThatDay,
  tooLate: ({ statusCode }) => (statusCode === "exited" ? exitRevertTooLate() : revertTooLate()),
};

/** The statuses after each action: a visit already in one of them was handled by another caller. */
const statusesAfter: Partial<Record<Action, readonly StatusCode[]>> = {
  approve: ["approved", "rejected"],
  reject: ["approved", "rejected"],
  undo: ["applied"],
  cancel: ["cancelled"],
  issue: ["entered"],
  recovery: ["exited", "ended"],
  revert: ["approved", "exited"],
  close: ["ended"],
};

/** @throws HttpError 405 with the reason */
export function requireTransition(
  action: Action,
  visit: VisitState,
  time: TransitionTime,
): AllowedTransition {
  const moved = transition(action, visit, time);
  if (!("refused" in moved)) return moved;
  if (moved.refused === "status" || moved.refused === "notYet") {
    throw statusesAfter[action]?.includes(visit.statusCode)
      ? alreadyHandled()
      : transitionNotAllowed(visit.statusCode);
  }
  throw refusals[moved.refused](visit);
}

/** The passes of an action, for the log. */
export interface LoggedPasses {
  /** Numbers for display. */
  readonly passNo: string;
  /** Passes that were issued, returned or lost. */
  readonly passIds: number[];
}

interface TransitionDetails {
  /** Undefined where the status does not change. */
  readonly moved?: AllowedTransition;
  readonly note?: string | ((visitId: number) => string);
  /** Passes of the action by visit id. */
  readonly passes?: ReadonlyMap<number, LoggedPasses>;
  /** The time of an action that is recorded later. */
  readonly effectiveAt?: Date | undefined;
  /** Whether a link in a message was used instead of the console. */
  readonly byLink?: boolean;
  /** Further changes of the visits. */
  readonly change?: PartialModelObject<Visit>;
}

/**
 * Writes the new status and a log row of each locked visit, queues webhooks and publishes changes. The caller writes the passes.
 */
export async function applyTransition(
  { trx, actor, now }: Pick<VisitWork, "trx" | "actor" | "now">,
  visits: readonly Pick<LockedVisit, "id" | "statusCode" | "hostUserId">[],
  action: Action | "overnightEnd" | "edit" | "agree" | "handOver" | "told" | "found",
  { moved, note = "", passes, effectiveAt, byLink = false, change }: TransitionDetails = {},
): Promise<void> {
  const ids = visits.map(({ id }) => id);
  // A pass that is returned later changes neither the status nor `endedBecause`.
  const endedBecause = moved?.to === "ended" ? moved.endedBecause : null;
  await Visit.query(trx)
    .patch({
      ...change,
      ...(moved && { statusCode: moved.to }),
      // A visitor who leaves no longer stays overnight.
      ...(moved && moved.to !== "entered" && { overnightAt: null, overnightBy: null }),
      ...(moved && endedBecause !== undefined && { endedBecause }),
      updatedAt: now,
    })
    .whereIn("id", ids);

  const logs = visits.map(({ id, statusCode, hostUserId }) => ({
    visitId: id,
    action,
    fromCode: statusCode,
    toCode: moved?.to ?? statusCode,
    actorKind: actor.kind,
    actorId: actor.kind === "key" ? null : actor.id,
    apiKeyId: actor.kind === "key" ? actor.id : null,
    onBehalfOfId: onBehalfOf(actor, hostUserId),
    note: typeof note === "string" ? note : note(id),
    ...(passes?.get(id) ?? { passNo: "", passIds: [] }),
    at: now,
    effectiveAt: effectiveAt ?? null,
    byLink,
  }));
  await VisitLog.query(trx).insert(logs);
  for (const { onBehalfOfId } of logs) recordOnBehalf(onBehalfOfId);

  await queueStatusChanges(trx, logs);
  await publishChanges(trx, [
    ...(logs.some(({ passIds }) => passIds.length > 0) ? [{ kind: "pass" as const }] : []),
    ...visits.map(({ id, hostUserId }) => ({ kind: "visit" as const, visitId: id, hostUserId })),
  ]);
}

interface DecisionContext extends Omit<Messaging, "trx"> {
  readonly actor: Actor;
  readonly note?: string;
  /** For a rejection: the visitor may read the note. */
  readonly showReason?: boolean;
  /** Whether a link in a message was used. */
  readonly byLink?: boolean;
}

/** @throws HttpError 405 that names the user who decided first */
async function requireUndecided(trx: Knex.Transaction, { id, statusCode }: LockedVisit): Promise<void> {
  if (statusCode !== "approved" && statusCode !== "rejected") return;
  const before = await lastDecision(trx, id);
  if (before?.statusCode === statusCode) throw decidedBy(before);
}

/**
 * Decides on a visit, and on a leader's companions in the same status; notifies visitors and hosts. Repeated, it changes nothing.
 * @returns the new status
 * @throws HttpError 405
 */
export async function decide(
  trx: Knex.Transaction,
  { visit, companions }: LockedGroup,
  action: "approve" | "reject" | "undo" | "cancel" | "close",
  { actor, now, site, cipher, sms, mail, note = "", showReason = false, byLink = false }: DecisionContext,
): Promise<StatusCode> {
  const time: TransitionTime = { now, wallTime: fromInstant(now, site.timezone) };
  const isDecision = action === "approve" || action === "reject";
  if (!isAllowed(action, visit, time) && (await isRepeated(trx, visit.id, actor, { action, note })))
    return visit.statusCode;
  if (isDecision) await requireUndecided(trx, visit);
  const moved = requireTransition(action, visit, time);
  // A companion may have other times, and be over already.
  const covered = companions.filter(
    (companion) => companion.statusCode === visit.statusCode && isAllowed(action, companion, time),
  );
  const decided = [visit, ...covered];
  const visitIds = decided.map(({ id }) => id);
  const change = { reasonShown: showReason };
  await applyTransition({ trx, actor, now }, decided, action, { moved, note, byLink, change });
  if (isDecision) await endDecisionLinks(trx, visitIds, now);
  if (action === "close") return moved.to;
  const messaging = { trx, cipher, sms, mail, now, site, isPublic: actor.kind === "visitor" };
  await notifyVisitors(messaging, action, visitIds, { reason: showReason ? note : "" });
  // A host who cancels the visit needs no message.
  if (action === "cancel" && actor.id !== visit.hostUserId)
    await notifyHosts(messaging, "cancelHost", visitIds);
  return moved.to;
}

/** Invalidates the decision links of visits. */
async function endDecisionLinks(
  trx: Knex.Transaction,
  visitIds: readonly number[],
  now: Date,
): Promise<void> {
  await DecisionLink.query(trx).patch({ decidedAt: now }).whereIn("visitId", visitIds).whereNull("decidedAt");
}

/**
 * Marks a visitor as staying overnight, or removes the mark; the status does not change (docs/behaviour.md, "Closing the day").
 * @throws HttpError 405 unless the visitor is inside, and where another user has set it so
 */
export async function setOvernight(work: VisitWork, overnight: boolean): Promise<void> {
  const { trx, visit, actor, now } = work;
  requireTransition("overnight", visit, work);
  const action = overnight ? "overnight" : "overnightEnd";
  if ((visit.overnightAt !== null) === overnight) {
    if (await isRepeated(trx, visit.id, actor, { action })) return;
    throw alreadyHandled();
  }
  const change = overnight
    ? { overnightAt: now, overnightBy: actor.id }
    : { overnightAt: null, overnightBy: null };
  await applyTransition(work, [visit], action, { change });
}

/**
 * Records that staff notified a visitor in person, because no message reaches them (docs/behaviour.md, "E-mail"). Valid until the
 * next change of the visit.
 * @throws HttpError 405 in a status without notifications, and where another user recorded it
 */
export async function recordNotifiedInPerson(work: VisitWork): Promise<void> {
  const { trx, visit, actor } = work;
  const { statusCode } = visit;
  if (!notifiableStatusCodes.includes(statusCode)) throw transitionNotAllowed(statusCode);
  if (await wasNotifiedInPerson(trx, visit)) {
    if (await isRepeated(trx, visit.id, actor, { action: "told" })) return;
    throw alreadyHandled();
  }
  await applyTransition(work, [visit], "told");
}
