/**
 * Which action leads from which status to which (docs/behaviour.md, "Statuses and transitions"). Pure: every rule
 * about statuses is here and nowhere else. Handlers lock the row, ask, and write what the answer says.
 */
import { addMinutes, type WallTime } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { issueBeforeMinutes } from "#contract/visits/visit-actions.ts";

export type EndedBecause = "expired" | "noShow" | "done" | "closed";

/** What people do; `end` is the nightly job's. */
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

/** When something is done. */
export interface TransitionTime {
  readonly now: Date;
  /** `now` on the site's wall clock. */
  readonly at: WallTime;
}

/** A visit as far as its state goes; `start` and `end` are the site's wall clock. */
export interface VisitState {
  readonly statusCode: StatusCode;
  readonly start: WallTime;
  readonly end: WallTime;
  /** The last issue, and the status it came from; null while never entered. */
  readonly enteredAt: Date | null;
  readonly enteredFrom: "approved" | "exited" | null;
  /** The last exit; null while inside, and while never entered. */
  readonly exitedAt: Date | null;
  /** A pass, of the person or the vehicle, is still out. */
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
  /** Revert: more than fifteen minutes after what is taken back. */
  | "tooLate"
  /** Nightly: its end has not come yet. */
  | "notYet";

export type Transition =
  | {
      readonly to: StatusCode;
      readonly endedBecause?: EndedBecause;
      /** It is done for a reason only, which the log keeps. */
      readonly needsReason?: true;
    }
  | { readonly refused: Refused };

const minuteMs = 60_000;
const revertWithinMs = 15 * minuteMs;
/** A user who takes something back at once has mistyped, and is not asked why. */
const revertUnaskedMs = minuteMs;

const from = (
  visit: VisitState,
  allowed: readonly StatusCode[],
  to: StatusCode,
  refused?: Refused | false,
): Transition => {
  if (!allowed.includes(visit.statusCode)) return { refused: "status" };
  return refused ? { refused } : { to };
};

const hasEnded = (visit: VisitState, now: WallTime) => visit.end <= now;

const dayOf = (at: WallTime) => at.slice(0, 10);

/** From when on a pass is issued without a reason. */
export const issuedFrom = ({ start }: Pick<VisitState, "start">): WallTime =>
  addMinutes(start, -issueBeforeMinutes);

function issue(visit: VisitState, { at }: TransitionTime): Transition {
  if (dayOf(at) > dayOf(visit.end)) return from(visit, ["approved", "exited"], "entered", "notThatDay");
  const isEarly = at < issuedFrom(visit);
  if (!isEarly) return from(visit, ["approved", "exited"], "entered");
  const early = from(
    visit,
    ["approved", "exited"],
    "entered",
    dayOf(at) < dayOf(visit.start) && "beforeFirstDay",
  );
  return "refused" in early ? early : { ...early, needsReason: true };
}

/**
 * Whether something can still be taken back, and whether that takes a reason.
 * @param doneAt when it was done
 */
export function takeBack(
  doneAt: Date,
  now: Date,
): { readonly needsReason?: true } | { readonly refused: "tooLate" } {
  const age = now.getTime() - doneAt.getTime();
  if (age > revertWithinMs) return { refused: "tooLate" };
  return age < revertUnaskedMs ? {} : { needsReason: true };
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
  const taken = takeBack(doneAt, now);
  return "refused" in taken ? taken : { to, ...taken };
}

/** Statuses in which a pass may be out. */
const mayHoldPass: readonly StatusCode[] = ["entered", "exited", "ended"];

/** Whether a pass that was reported lost by mistake may be out with the visitor again. */
export const mayHoldPassAgain = ({ statusCode }: Pick<VisitState, "statusCode">): boolean =>
  mayHoldPass.includes(statusCode);

const endings: Partial<Record<StatusCode, EndedBecause>> = {
  applied: "expired",
  approved: "noShow",
  exited: "done",
};

/** What has not begun may be taken back. */
const cancellable: readonly StatusCode[] = ["applied", "approved"];

const rules: Record<Action, (visit: VisitState, time: TransitionTime) => Transition> = {
  approve: (visit, { at }) => from(visit, ["applied"], "approved", hasEnded(visit, at) && "ended"),
  reject: (visit) => from(visit, ["applied"], "rejected"),
  undo: (visit) => from(visit, ["approved", "rejected"], "applied"),
  cancel: (visit) => from(visit, cancellable, "cancelled"),
  issue,
  recovery: (visit) => {
    if (visit.statusCode === "entered") return { to: "exited" };
    // Leaving and giving the pass back are two facts; the second may come later.
    return visit.holdsPass ? from(visit, ["exited", "ended"], visit.statusCode) : { refused: "status" };
  },
  overnight: (visit) => from(visit, ["entered"], "entered"),
  revert,
  lost: (visit) => (visit.holdsPass ? from(visit, mayHoldPass, visit.statusCode) : { refused: "status" }),
  close: (visit) =>
    ["approved", "exited"].includes(visit.statusCode)
      ? { to: "ended", endedBecause: "closed" }
      : { refused: "status" },
  end: (visit, { at }) => {
    const endedBecause = endings[visit.statusCode];
    if (!endedBecause) return { refused: "status" };
    return hasEnded(visit, at) ? { to: "ended", endedBecause } : { refused: "notYet" };
  },
};

/** What an action makes of a visit. */
export const transition = (action: Action, visit: VisitState, time: TransitionTime): Transition =>
  rules[action](visit, time);

/** Whether an action is allowed now, if need be for a reason. */
export const isAllowed = (action: Action, visit: VisitState, time: TransitionTime): boolean =>
  !("refused" in transition(action, visit, time));

/**
 * Whether a visitor who is out is expected again: they left before the last day of a visit that is not over.
 * `orExpectedAgain` in queries/find-visits.ts says the same of rows.
 * @param exitedAt when they left; the start counts where that is not known
 * @param now the site's wall clock
 */
export function isExpectedAgain(
  { statusCode, start, end }: VisitState,
  exitedAt: WallTime | null,
  now: WallTime,
): boolean {
  const dayOf = (at: WallTime) => at.slice(0, 10);
  return statusCode === "exited" && dayOf(exitedAt ?? start) < dayOf(end) && dayOf(now) <= dayOf(end);
}

/** Until it is over a visit can be edited; what was cancelled is over too. */
export const isEditable = ({ statusCode }: Pick<VisitState, "statusCode">): boolean =>
  statusCode !== "ended" && statusCode !== "cancelled";

/**
 * The status after an edit: who approved has approved the host, place and time as they were.
 * @param change whether one of these is another now, and whether the approval is to be kept all the same
 */
export const statusAfterEdit = (
  { statusCode }: Pick<VisitState, "statusCode">,
  change: { readonly isOther: boolean; readonly keepApproval: boolean },
): StatusCode =>
  statusCode === "approved" && change.isOther && !change.keepApproval ? "applied" : statusCode;

/** The status of a new application. */
export const firstStatus = (autoApprove: boolean): StatusCode => (autoApprove ? "approved" : "applied");

/** What the visitor may do in a status. */
export const visitorActions = (statusCode: StatusCode): "cancel"[] =>
  cancellable.includes(statusCode) ? ["cancel"] : [];
