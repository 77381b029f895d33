/**
 * Timelines of visits: actions, actors and times (docs/behaviour.md, "Statuses and transitions"). Minutes as in
 * basics.ts.
 */
import type { StatusCode } from "#contract/visits/status.ts";
import type { EndedBecause } from "../models/visits/visit.ts";
import { day, dayOf, type Random } from "./basics.ts";

/** `ask` is a reservation by staff that the host has to decide, `end` an end by the nightly job. */
type SeedAction =
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

export type Event = readonly [doing: SeedAction, by: By, at: number, note?: string];

const leadsTo: Readonly<Record<SeedAction, StatusCode>> = {
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

const endedByJob: Readonly<Partial<Record<StatusCode, EndedBecause>>> = {
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
  /** The last entry; `enteredFrom` is the status before it. */
  readonly enteredAt: number | undefined;
  readonly enteredFrom: StatusCode | null;
  /** The last exit; undefined while inside. */
  readonly exitedAt: number | undefined;
  /**
   * Time of consent: with the application or, for visits entered by staff, at the desk before the first pass.
   * Undefined while it is missing.
   */
  readonly consentAt: number | undefined;
}

export function timeline(start: number, end: number, ...events: readonly Event[]): Timeline {
  let status: StatusCode | null = null;
  let endedBecause: EndedBecause | null = null;
  const steps: Step[] = [];
  for (const [doing, by, at, note = ""] of events) {
    const from: StatusCode | null = status;
    if (doing === "end" && from) endedBecause = endedByJob[from] ?? null;
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

/** The same timeline for a visitor who never came; the job ends it in the night of the last day. */
export function neverCame({ start, end, events }: Timeline, night: number): Timeline {
  const issued = events.findIndex(([doing]) => doing === "issue");
  return timeline(start, end, ...events.slice(0, issued), ["end", "job", night]);
}

/** Visitors who arrive together; a single visitor has no companions. */
export interface Party {
  readonly lead: Timeline;
  readonly companions: readonly Timeline[];
  /** The visitor, if it has to be a certain one. */
  readonly visitor?: "kim" | "jane";
  /** The first companion, if it has to be a certain one. */
  readonly follower?: "kim";
  /** Whether the host is the account `host`. */
  readonly demonstrationHost?: boolean;
}

/** A group whose members share the leader's timeline. */
export const groupVisit = (
  lead: Timeline,
  followers: number,
  rest: Omit<Party, "lead" | "companions"> = {},
): Party => ({
  lead,
  companions: Array.from({ length: followers }, () => lead),
  ...rest,
});

export const singleVisit = (lead: Timeline, rest: Omit<Party, "lead" | "companions"> = {}): Party =>
  groupVisit(lead, 0, rest);

// Outcomes of visits of other days. Nothing of it happens today.

export type Outcome =
  | "done"
  | "closed"
  | "noShow"
  | "expired"
  | "rejected"
  | "cancelled"
  | "approved"
  | "applied"
  | "resting";

export interface Plan {
  readonly start: number;
  readonly end: number;
  readonly outcome: Outcome;
  /** Entered by staff; groups always are, because the public form takes one person. */
  readonly byStaff: boolean;
}

const refusals = [
  "방문 일정이 겹칩니다. 시간을 바꾸어 다시 신청해 주십시오.",
  "해당 장소는 정기 점검 중이라 출입할 수 없습니다.",
  "방문 목적을 확인할 수 없습니다. 담당자와 먼저 협의해 주십시오.",
  "보안 구역 출입 승인이 나지 않았습니다.",
  "담당자가 출장 중입니다. 다음 주 이후로 신청해 주십시오.",
];

const cancelReasons = ["일정 변경", "담당자 요청으로 취소", "화상 회의로 대체"];

/** In office hours on the day before the visit or an earlier one, never today. */
function bookedAt(start: number, random: Random): number {
  const on = Math.min(dayOf(start) - 1, -1) - random.between(0, 6);
  return on * day + random.between(510, 1060) + random.next();
}

/** Events up to the approval. */
function approvedEvents(start: number, byStaff: boolean, random: Random): Event[] {
  if (byStaff && dayOf(start) < 0 && random.chance(0.3)) {
    return [["reserve", "desk", start - random.between(25, 90) + random.next()]];
  }
  const booked = bookedAt(start, random);
  const decided = booked + random.between(8, 170) + random.next();
  if (byStaff) {
    return random.chance(0.6)
      ? [["reserve", "host", booked]]
      : [
          ["ask", "desk", booked],
          ["approve", "host", decided],
        ];
  }
  if (random.chance(0.06)) {
    return [
      ["apply", "visitor", booked],
      ["reject", "host", decided, random.pick(refusals)],
      ["undo", "host", decided + random.between(5, 40)],
      ["approve", "host", decided + random.between(45, 90)],
    ];
  }
  return [
    ["apply", "visitor", booked],
    ["approve", random.chance(0.85) ? "host" : "desk", decided],
  ];
}

/** Entry and exit on each past day of the visit; longer visits sometimes skip a day. */
function stays(start: number, end: number, random: Random): Event[] {
  const first = dayOf(start);
  const last = Math.min(dayOf(end), -1);
  const events: Event[] = [];
  for (let on = first; on <= last; on++) {
    if (on !== first && on !== last && random.chance(0.15)) continue;
    const from = on === first ? start : on * day + (start - first * day);
    const until = on * day + (end - dayOf(end) * day);
    const entered = from + random.between(-15, 9) + random.next();
    const left = Math.max(
      entered + 6,
      until - random.between(-15, Math.min(25, (until - from) / 2)) + random.next(),
    );
    events.push(["issue", "desk", entered], ["recovery", "desk", left]);
  }
  return events;
}

/** The timeline of a past or future visit; with `resting` the visitor returns today or later. */
export function timelineOf({ start, end, outcome, byStaff }: Plan, random: Random): Timeline {
  const night = (dayOf(end) + 1) * day;
  const booked = bookedAt(start, random);
  const entry: Event = byStaff ? ["ask", "desk", booked] : ["apply", "visitor", booked];
  const decided = booked + random.between(8, 170) + random.next();
  const approved = () => approvedEvents(start, byStaff, random);
  switch (outcome) {
    case "applied":
      return timeline(start, end, entry);
    case "approved":
      return timeline(start, end, ...approved());
    case "rejected":
      return timeline(start, end, entry, ["reject", "host", decided, random.pick(refusals)]);
    case "expired":
      return timeline(start, end, entry, ["end", "job", night]);
    case "noShow":
      return timeline(start, end, ...approved(), ["end", "job", night]);
    case "cancelled": {
      const limit = Math.min(start, 0);
      const calledOff = decided + random.next() * (limit - decided);
      const by = byStaff || random.chance(0.3) ? "host" : "visitor";
      const before: Event[] = random.chance(0.5) ? [["approve", "host", decided]] : [];
      return timeline(start, end, entry, ...before, [
        "cancel",
        by,
        calledOff,
        by === "host" ? random.pick(cancelReasons) : "",
      ]);
    }
    case "resting":
      return timeline(start, end, ...approved(), ...stays(start, end, random));
    case "done":
      return timeline(start, end, ...approved(), ...stays(start, end, random), ["end", "job", night]);
    case "closed": {
      const events = stays(start, end, random);
      const left = events.at(-1)?.[2] ?? end;
      return timeline(start, end, ...approved(), ...events, ["close", "host", left + random.between(4, 35)]);
    }
  }
}
