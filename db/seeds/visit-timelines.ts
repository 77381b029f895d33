/**
 * How a visit went: what was done to it, by whom and when (docs/behaviour.md, "Statuses and transitions"). Minutes as
 * in calendar.ts.
 */
import type { StatusCode } from "#contract/visits/status.ts";
import type { EndedBecause } from "../models/visits/visit.ts";

/** `ask` is a reservation by staff that leaves the decision to the host, `end` what the nightly job does. */
type Doing =
  | "apply"
  | "reserve"
  | "ask"
  | "approve"
  | "reject"
  | "undo"
  | "cancel"
  | "issue"
  | "recovery"
  | "close"
  | "end";

type By = "visitor" | "host" | "desk" | "job";

export type Event = readonly [doing: Doing, by: By, at: number, note?: string];

const leadsTo: Readonly<Record<Doing, StatusCode>> = {
  apply: "applied",
  reserve: "approved",
  ask: "applied",
  approve: "approved",
  reject: "rejected",
  undo: "applied",
  cancel: "cancelled",
  issue: "entered",
  recovery: "exited",
  close: "ended",
  end: "ended",
};

const endedByNight: Readonly<Partial<Record<StatusCode, EndedBecause>>> = {
  applied: "expired",
  approved: "noShow",
  exited: "done",
};

export interface Step {
  readonly action: string;
  readonly from: StatusCode | null;
  readonly to: StatusCode;
  readonly by: By;
  readonly at: number;
  readonly note: string;
}

export interface Timeline {
  readonly start: number;
  readonly end: number;
  readonly origin: "public" | "console";
  readonly status: StatusCode;
  readonly endedBecause: EndedBecause | null;
  readonly events: readonly Event[];
  readonly steps: readonly Step[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The last time in, and the status it came from; undefined while never entered. */
  readonly enteredAt: number | undefined;
  readonly enteredFrom: StatusCode | null;
  /** The last time out; undefined while inside. */
  readonly exitedAt: number | undefined;
  /**
   * When the person agreed: with the application, or, entered by staff, at the desk before the first
   * pass. Undefined while it is missing.
   */
  readonly consentAt: number | undefined;
}

export function timeline(start: number, end: number, ...events: readonly Event[]): Timeline {
  let status: StatusCode | null = null;
  let endedBecause: EndedBecause | null = null;
  const steps: Step[] = [];
  for (const [doing, by, at, note = ""] of events) {
    const from: StatusCode | null = status;
    if (doing === "end" && from) endedBecause = endedByNight[from] ?? null;
    if (doing === "close") endedBecause = "closed";
    status = leadsTo[doing];
    steps.push({ action: doing === "ask" ? "reserve" : doing, from, to: status, by, at, note });
  }
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) throw new Error("a visit begins with something");
  const issued = steps.find(({ action }) => action === "issue");
  const entered = steps.findLast(({ action }) => action === "issue");
  const exited = last.to === "entered" ? undefined : steps.findLast(({ action }) => action === "recovery");
  const origin = first.action === "apply" ? "public" : "console";
  return {
    start,
    end,
    origin,
    status: last.to,
    endedBecause,
    events,
    steps,
    createdAt: first.at,
    updatedAt: last.at,
    enteredAt: entered?.at,
    enteredFrom: entered?.from ?? null,
    exitedAt: exited?.at,
    consentAt: origin === "public" ? first.at : issued && issued.at - 0.5,
  };
}

/** The same beginning, but the person was not there; the night of the last day ends it. */
export function neverCame({ start, end, events }: Timeline, night: number): Timeline {
  const issued = events.findIndex(([doing]) => doing === "issue");
  return timeline(start, end, ...events.slice(0, issued), ["end", "job", night]);
}

/** People who come together; alone, nobody follows. */
export interface Party {
  readonly lead: Timeline;
  readonly companions: readonly Timeline[];
  /** Who it is, where that matters. */
  readonly visitor?: "kim" | "jane";
  /** Who comes along first, where that matters. */
  readonly follower?: "kim";
  /** The account `host` is visited, where that matters. */
  readonly demonstrationHost?: boolean;
}

export const alone = (lead: Timeline, rest: Omit<Party, "lead" | "companions"> = {}): Party => ({
  lead,
  companions: [],
  ...rest,
});

/** A group whose members all went the leader's way. */
export const together = (
  lead: Timeline,
  followers: number,
  rest: Omit<Party, "lead" | "companions"> = {},
): Party => ({
  lead,
  companions: Array.from({ length: followers }, () => lead),
  ...rest,
});
