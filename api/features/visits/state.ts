/**
 * The state machine of visits (docs/behaviour.md, "Statuses and transitions"). Pure, and the only place with rules about
 * statuses: callers lock the row, ask for a transition, and write it.
 */
import { addMinutes, type WallTime } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { issueBeforeMinutes } from "#contract/visits/visit-actions.ts";

export type EndedBecause = "expired" | "noShow" | "done" | "closed";

/** Actions of users and visitors; `end` is the nightly job's. */
export const actions = [
  "approve",
  "reject",
  "undo",
  "cancel",
  "issue",
  "recovery",
  "overnight",
  "revert",
  "lost",
  "close",
  "end",
] as const;

export type Action = (typeof actions)[number];

/** The time of an action. */
export interface TransitionTime {
  readonly now: Date;
  /** `now` as wall time of the site. */
  readonly wallTime: WallTime;
}

/** The state of a visit; `start` and `end` are wall times of the site. */
export interface VisitState {
  readonly statusCode: StatusCode;
  readonly start: WallTime;
  readonly end: WallTime;
  /** The last issue, and the status it came from; null while never entered. */
  readonly enteredAt: Date | null;
  readonly enteredFrom: "approved" | "exited" | null;
  /** The last exit; null while inside, and while never entered. */
  readonly exitedAt: Date | null;
  /** The visitor still holds a pass or vehicle pass. */
  readonly holdsPass: boolean;
}

export type Refused =
  /** Not in this status. */
  | "status"
  /** The visit's end has passed. */
  | "ended"
  /** Issue: before the first day, and more than an hour before the start. */
  | "beforeFirstDay"
  /** Issue: after the last day. */
  | "notThatDay"
  /** Revert: more than fifteen minutes after the action. */
  | "tooLate"
  /** Nightly: the visit has not ended yet. */
  | "notYet";

export type Transition =
  | {
      readonly to: StatusCode;
      readonly endedBecause?: EndedBecause;
      /** The action requires a reason, which the log stores. */
      readonly needsReason?: true;
    }
  | { readonly refused: Refused };

const minuteMs = 60_000;
const revertWithinMs = 15 * minuteMs;
/** A revert within a minute corrects a slip, and needs no reason. */
const revertWithoutReasonMs = minuteMs;

const from = (
  visit: VisitState,
  allowed: readonly StatusCode[],
  to: StatusCode,
  refused?: Refused | false,
): Transition => {
  if (!allowed.includes(visit.statusCode)) return { refused: "status" };
  return refused ? { refused } : { to };
};

const dayOf = (time: WallTime) => time.slice(0, 10);

/** The wall time from which a pass is issued without a reason. */
export const earliestIssue = ({ start }: Pick<VisitState, "start">): WallTime =>
  addMinutes(start, -issueBeforeMinutes);

function issue(visit: VisitState, { wallTime }: TransitionTime): Transition {
  const isEarly = wallTime < earliestIssue(visit);
  const refused =
    (dayOf(wallTime) > dayOf(visit.end) && "notThatDay") ||
    (isEarly && dayOf(wallTime) < dayOf(visit.start) && "beforeFirstDay");
  const issued = from(visit, ["approved", "exited"], "entered", refused);
  return isEarly && !("refused" in issued) ? { ...issued, needsReason: true } : issued;
}

/**
 * Whether an action can still be reverted, and whether that requires a reason.
 * @param doneAt the time of the action
 */
export function revertWindow(
  doneAt: Date,
  now: Date,
): { readonly needsReason?: true } | { readonly refused: "tooLate" } {
  const age = now.getTime() - doneAt.getTime();
  if (age > revertWithinMs) return { refused: "tooLate" };
  return age < revertWithoutReasonMs ? {} : { needsReason: true };
}

function revert(
  { statusCode, enteredAt, enteredFrom, exitedAt }: VisitState,
  { now }: TransitionTime,
): Transition {
  const [doneAt, to] =
    statusCode === "entered"
      ? [enteredAt, enteredFrom]
      : [statusCode === "exited" ? exitedAt : null, "entered" as const];
  if (doneAt === null || to === null) return { refused: "status" };
  const window = revertWindow(doneAt, now);
  return "refused" in window ? window : { to, ...window };
}

/** Statuses in which a visitor may hold a pass. */
const mayHoldPass: readonly StatusCode[] = ["entered", "exited", "ended"];

/** Whether the visitor may hold a pass again that was reported lost by mistake. */
export const mayHoldPassAgain = ({ statusCode }: Pick<VisitState, "statusCode">): boolean =>
  mayHoldPass.includes(statusCode);

const endReasons: Partial<Record<StatusCode, EndedBecause>> = {
  applied: "expired",
  approved: "noShow",
  exited: "done",
};

/** Statuses before entry. */
const cancellable: readonly StatusCode[] = ["applied", "approved"];

const rules: Record<Action, (visit: VisitState, time: TransitionTime) => Transition> = {
  approve: (visit, { wallTime }) => from(visit, ["applied"], "approved", visit.end <= wallTime && "ended"),
  reject: (visit) => from(visit, ["applied"], "rejected"),
  undo: (visit) => from(visit, ["approved", "rejected"], "applied"),
  cancel: (visit) => from(visit, cancellable, "cancelled"),
  issue,
  recovery: (visit) => {
    if (visit.statusCode === "entered") return { to: "exited" };
    // A visitor may return the pass after the exit.
    return visit.holdsPass ? from(visit, ["exited", "ended"], visit.statusCode) : { refused: "status" };
  },
  overnight: (visit) => from(visit, ["entered"], "entered"),
  revert,
  lost: (visit) => (visit.holdsPass ? from(visit, mayHoldPass, visit.statusCode) : { refused: "status" }),
  close: (visit) =>
    ["approved", "exited"].includes(visit.statusCode)
      ? { to: "ended", endedBecause: "closed" }
      : { refused: "status" },
  end: (visit, { wallTime }) => {
    const endedBecause = endReasons[visit.statusCode];
    if (!endedBecause) return { refused: "status" };
    return visit.end <= wallTime ? { to: "ended", endedBecause } : { refused: "notYet" };
  },
};

/** The transition of a visit by an action. */
export const transition = (action: Action, visit: VisitState, time: TransitionTime): Transition =>
  rules[action](visit, time);

/** Whether an action is allowed now, possibly with a reason. */
export const isAllowed = (action: Action, visit: VisitState, time: TransitionTime): boolean =>
  !("refused" in transition(action, visit, time));

/**
 * Whether a visitor who left is expected again: they left before the last day of a visit that is not over. Same rule as
 * `orExpectedAgain` in queries/find-visits.ts.
 * @param exitedAt wall time of the exit; the start counts where it is not known
 * @param now wall time of the site
 */
export function isExpectedAgain(
  { statusCode, start, end }: VisitState,
  exitedAt: WallTime | null,
  now: WallTime,
): boolean {
  return statusCode === "exited" && dayOf(exitedAt ?? start) < dayOf(end) && dayOf(now) <= dayOf(end);
}

/** Whether the visit can be edited: it is neither over nor cancelled. */
export const isEditable = ({ statusCode }: Pick<VisitState, "statusCode">): boolean =>
  statusCode !== "ended" && statusCode !== "cancelled";

/**
 * The status after an edit. An approval is for host, place and time: a change of them revokes it.
 * @param change whether one of them changed, and whether to keep the approval regardless
 */
export const statusAfterEdit = (
  { statusCode }: Pick<VisitState, "statusCode">,
  change: { readonly isOther: boolean; readonly keepApproval: boolean },
): StatusCode =>
  statusCode === "approved" && change.isOther && !change.keepApproval ? "applied" : statusCode;

/** The visitor's actions in a status. */
export const visitorActions = (statusCode: StatusCode): "cancel"[] =>
  cancellable.includes(statusCode) ? ["cancel"] : [];
