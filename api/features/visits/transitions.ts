/** Moves visits from status to status: locked, asked of the table, logged, in one transaction. */

import type { Knex } from "knex";
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
import { announce } from "#api/live/changes.ts";
import { fromInstant } from "#contract/dates.ts";
import type { MessageEvent } from "#contract/messages/sms.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { noteOnBehalf } from "#db/caller.ts";
import type { MessageSubject } from "#db/queries/messages/subjects.ts";
import { decisionOn } from "#db/queries/visits/by-decision-link.ts";
import type { NewChange } from "#db/statements/changes.ts";
import { moveLoggedVisits, type VisitChange } from "#db/statements/visits.ts";
import { tellHosts } from "../messages/host-messages.ts";
import { type Messaging, overtakes, tellOfTransition } from "../messages/queue.ts";
import type { LockedParty, LockedVisit } from "./locks.ts";
import {
  type Action,
  isAllowed,
  issuedFrom,
  type Moment,
  type Refused,
  type Transition,
  transition,
  type VisitState,
} from "./state.ts";

/** A transition that the table allows. */
export type AllowedTransition = Exclude<Transition, { refused: Refused }>;

const refusals: Record<Exclude<Refused, "status" | "notYet">, (visit: VisitState) => HttpError> = {
  ended: visitOver,
  beforeFirstDay: (visit) => beforeFirstDay(issuedFrom(visit)),
  notThatDay,
  tooLate: ({ statusCode }) => (statusCode === "exited" ? exitRevertTooLate() : revertTooLate()),
};

/** What each action leaves behind: found there already, somebody was faster. */
const leavesBehind: Partial<Record<Action, readonly StatusCode[]>> = {
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
export function requireTransition(action: Action, visit: VisitState, moment: Moment): AllowedTransition {
  const moved = transition(action, visit, moment);
  if (!("refused" in moved)) return moved;
  if (moved.refused === "status" || moved.refused === "notYet") {
    throw leavesBehind[action]?.includes(visit.statusCode)
      ? alreadyHandled()
      : transitionNotAllowed(visit.statusCode);
  }
  throw refusals[moved.refused](visit);
}

/** The passes that an action was about, as the log keeps them. */
export interface LoggedPasses {
  /** Their numbers, as people read them. */
  readonly passNo: string;
  /** Those that changed hands by it. */
  readonly passIds: number[];
}

export interface Move {
  readonly moved: AllowedTransition;
  readonly actor: Actor;
  readonly now: Date;
  readonly note?: string | ((visitId: number) => string);
  /** The passes of each visit, by visit id, where the action is about some. */
  readonly passes?: ReadonlyMap<number, LoggedPasses>;
  /** What hands them over or takes them back. */
  readonly passChange?: Knex.Raw | undefined;
  /** When it happened, where that is recorded later. */
  readonly effectiveAt?: Date | undefined;
  /** By the link of a message, and not in the console. */
  readonly byLink?: boolean;
  /** Whether hosts have decided: the links by which they do so end. */
  readonly isDecision?: boolean;
  /** Messages to the visitors that are withdrawn where they were not sent yet. */
  readonly obsolete?: readonly MessageEvent[] | undefined;
  /** Whether what messages say of the visits is read with it. */
  readonly readsSubjects?: boolean;
  /** What else changes with the status. */
  readonly change?: VisitChange;
}

/**
 * Writes the new status of visits, their passes, a log row for each, and what changed: the visits, and passes that changed hands.
 * @returns what messages say of the visits, where that is read
 */
export async function applyTransition(
  trx: Knex.Transaction,
  visits: readonly Pick<LockedVisit, "id" | "statusCode" | "hostUserId">[],
  action: Action | "overnightEnd" | "edit" | "agree" | "handOver" | "told" | "found",
  {
    moved,
    actor,
    now,
    note = "",
    passes,
    passChange,
    effectiveAt,
    byLink = false,
    isDecision = false,
    obsolete,
    readsSubjects = false,
    change,
  }: Move,
): Promise<MessageSubject[]> {
  const ids = visits.map(({ id }) => id);
  // A pass that comes back later leaves the status, and why the visit ended, as they were.
  const endedBecause = moved.to === "ended" ? moved.endedBecause : null;
  const changed: NewChange[] = visits.map(({ id, hostUserId }) => ({
    kind: "visit",
    visitId: id,
    hostUserId,
  }));
  for (const { hostUserId } of visits) noteOnBehalf(onBehalfOf(actor, hostUserId));
  const isPassChanged = visits.some(({ id }) => (passes?.get(id)?.passIds.length ?? 0) > 0);
  const subjects = await moveLoggedVisits(trx, {
    ids,
    passChange,
    decidedAt: isDecision ? now : undefined,
    withdrawn: obsolete && { events: obsolete, now },
    readsSubjects,
    change: {
      ...change,
      statusCode: moved.to,
      // Whoever leaves no longer stays overnight.
      ...(moved.to !== "entered" && { overnightAt: null, overnightBy: null }),
      ...(endedBecause !== undefined && { endedBecause }),
      updatedAt: now,
    },
    logs: visits.map((visit) => ({
      visitId: visit.id,
      action,
      fromCode: visit.statusCode,
      toCode: moved.to,
      actorKind: actor.kind,
      actorId: actor.id,
      onBehalfOfId: onBehalfOf(actor, visit.hostUserId),
      note: typeof note === "string" ? note : note(visit.id),
      ...(passes?.get(visit.id) ?? { passNo: "", passIds: [] }),
      at: now,
      effectiveAt: effectiveAt ?? null,
      byLink,
    })),
    changes: isPassChanged ? [{ kind: "pass" }, ...changed] : changed,
  });
  announce(trx);
  return subjects;
}

interface Deciding extends Omit<Messaging, "trx"> {
  readonly actor: Actor;
  readonly note?: string;
  /** Of a rejection: the visitor may read the note. */
  readonly showReason?: boolean;
  /** By the link of a message. */
  readonly byLink?: boolean;
}

/** @throws HttpError 405 that names who approved or rejected the visit first */
async function requireUndecided(trx: Knex.Transaction, { id, statusCode }: LockedVisit): Promise<void> {
  if (statusCode !== "approved" && statusCode !== "rejected") return;
  const before = await decisionOn(trx, id);
  if (before?.statusCode === statusCode) throw decidedBy(before);
}

/**
 * Decides on a visit, and with a leader's on the companions that are still in the same status; those it
 * concerns are told.
 * @returns the new status
 * @throws HttpError 405
 */
export async function decide(
  trx: Knex.Transaction,
  { visit, companions }: LockedParty,
  action: "approve" | "reject" | "undo" | "cancel" | "close",
  { actor, now, site, cipher, note = "", showReason = false, byLink = false }: Deciding,
): Promise<StatusCode> {
  const moment: Moment = { now, at: fromInstant(now, site.timezone) };
  const isDecision = action === "approve" || action === "reject";
  if (isDecision) await requireUndecided(trx, visit);
  const moved = requireTransition(action, visit, moment);
  // A companion may have times of its own, and be over already.
  const covered = companions.filter(
    (companion) => companion.statusCode === visit.statusCode && isAllowed(action, companion, moment),
  );
  const decided = [visit, ...covered];
  const event = action === "close" ? undefined : action;
  const subjects = await applyTransition(trx, decided, action, {
    moved,
    actor,
    now,
    note,
    byLink,
    isDecision,
    obsolete: event && overtakes[event],
    readsSubjects: event !== undefined,
    change: { reasonShown: showReason },
  });
  const messaging = { trx, cipher, now, site };
  if (event)
    await tellOfTransition(messaging, event, subjects, {
      reason: showReason ? note : "",
      isPublic: actor.kind === "visitor",
    });
  // Who cancels own visits knows of it.
  if (event === "cancel" && actor.id !== visit.hostUserId) {
    const visitIds = decided.map(({ id }) => id);
    await tellHosts(messaging, "cancelHost", visitIds);
  }
  return moved.to;
}
