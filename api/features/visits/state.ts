/**
 * Which action leads from which status to which (docs/behaviour.md, "Statuses and transitions"). Pure: every rule
 * about statuses is here and nowhere else. Handlers lock the row, ask, and write what the answer says.
 */
import { addMinutes, minutesBetween, type WallTime } from "#contract/dates.ts";
import type { StatusCode } from "#contract/status.ts";

export type EndedBecause = "expired" | "noShow" | "done" | "closed";

/** What people do; `end` is the nightly job's. */
export const actions = [
  "approve",
  "reject",
  "undo",
  "cancel",
  "issue",
  "recovery",
  "revert",
  "close",
  "end",
] as const;

export type Action = (typeof actions)[number];

/** A visit as far as its state goes; times are the site's wall clock. */
export interface VisitState {
  readonly statusCode: StatusCode;
  readonly start: WallTime;
  readonly end: WallTime;
  /** The last issue, and the status it came from; null while never entered. */
  readonly enteredAt: WallTime | null;
  readonly enteredFrom: "approved" | "exited" | null;
  /** A pass, of the person or the vehicle, is still out. */
  readonly holdsPass: boolean;
}

export type Refused =
  /** Not in this status. */
  | "status"
  /** The visit's end has passed. */
  | "ended"
  /** Issue: more than an hour before the start, or after the last day. */
  | "notThatDay"
  /** Revert: more than fifteen minutes after the issue. */
  | "tooLate"
  /** Nightly: its end has not come yet. */
  | "notYet";

export type Transition =
  | { readonly to: StatusCode; readonly endedBecause?: EndedBecause }
  | { readonly refused: Refused };

export const issueBeforeMinutes = 60;
export const revertWithinMinutes = 15;

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

const isWithinItsDays = (visit: VisitState, now: WallTime) =>
  now >= addMinutes(visit.start, -issueBeforeMinutes) && now.slice(0, 10) <= visit.end.slice(0, 10);

const endings: Partial<Record<StatusCode, EndedBecause>> = {
  applied: "expired",
  approved: "noShow",
  exited: "done",
};

/** What has not begun may be taken back. */
const cancellable: readonly StatusCode[] = ["applied", "approved"];

const rules: Record<Action, (visit: VisitState, now: WallTime) => Transition> = {
  approve: (visit, now) => from(visit, ["applied"], "approved", hasEnded(visit, now) && "ended"),
  reject: (visit) => from(visit, ["applied"], "rejected"),
  undo: (visit) => from(visit, ["approved", "rejected"], "applied"),
  cancel: (visit) => from(visit, cancellable, "cancelled"),
  issue: (visit, now) =>
    from(visit, ["approved", "exited"], "entered", !isWithinItsDays(visit, now) && "notThatDay"),
  recovery: (visit) => {
    if (visit.statusCode === "entered") return { to: "exited" };
    // Leaving and giving the pass back are two facts; the second may come later.
    return visit.holdsPass ? from(visit, ["exited", "ended"], visit.statusCode) : { refused: "status" };
  },
  revert: (visit, now) => {
    if (visit.statusCode !== "entered" || visit.enteredAt === null || visit.enteredFrom === null) {
      return { refused: "status" };
    }
    return minutesBetween(visit.enteredAt, now) > revertWithinMinutes
      ? { refused: "tooLate" }
      : { to: visit.enteredFrom };
  },
  close: (visit) =>
    ["approved", "exited"].includes(visit.statusCode)
      ? { to: "ended", endedBecause: "closed" }
      : { refused: "status" },
  end: (visit, now) => {
    const endedBecause = endings[visit.statusCode];
    if (!endedBecause) return { refused: "status" };
    return hasEnded(visit, now) ? { to: "ended", endedBecause } : { refused: "notYet" };
  },
};

/**
 * What an action makes of a visit.
 * @param now the site's wall clock
 */
export const transition = (action: Action, visit: VisitState, now: WallTime): Transition =>
  rules[action](visit, now);

/** Whether an action is allowed now. */
export const isAllowed = (action: Action, visit: VisitState, now: WallTime): boolean =>
  !("refused" in transition(action, visit, now));

/** Until it is over a visit can be edited; what was cancelled is over too. */
export const isEditable = ({ statusCode }: Pick<VisitState, "statusCode">): boolean =>
  statusCode !== "ended" && statusCode !== "cancelled";

/** The status of a new application. */
export const firstStatus = (autoApprove: boolean): StatusCode => (autoApprove ? "approved" : "applied");

/** What the visitor may do in a status. */
export const visitorActions = (statusCode: StatusCode): "cancel"[] =>
  cancellable.includes(statusCode) ? ["cancel"] : [];
