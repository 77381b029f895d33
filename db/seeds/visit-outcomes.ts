/** How visits of other days went, and how those to come stand. Nothing of it happens today. */
import { day, dayOf } from "./calendar.ts";
import type { Random } from "./random.ts";
import { type Event, type Timeline, timeline } from "./visit-timelines.ts";

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
  /** Entered by staff; a group always is, for the public form takes one person. */
  readonly byStaff: boolean;
}

const refusals = [
  "방문 일정이 겹칩니다. 시간을 바꾸어 다시 신청해 주십시오.",
  "해당 장소는 정기 점검 중이라 출입할 수 없습니다.",
  "방문 목적을 확인할 수 없습니다. 담당자와 먼저 협의해 주십시오.",
  "보안 구역 출입 승인이 나지 않았습니다.",
  "담당자가 출장 중입니다. 다음 주 이후로 신청해 주십시오.",
];

const callsOff = ["일정 변경", "담당자 요청으로 취소", "화상 회의로 대체"];

/** Office hours of the day before the visit or an earlier one, and never today. */
function bookedAt(start: number, random: Random): number {
  const on = Math.min(dayOf(start) - 1, -1) - random.between(0, 6);
  return on * day + random.between(510, 1060) + random.next();
}

/** Up to the decision that let the visit happen. */
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

/** In and out on each day of the visit that is over; now and then a day is left out of a longer one. */
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

/** The timeline of a visit that is over, or of one that is still to come; `resting` comes back today or later. */
export function timelineOf({ start, end, outcome, byStaff }: Plan, random: Random): Timeline {
  const night = (dayOf(end) + 1) * day;
  const booked = bookedAt(start, random);
  const asked: Event = byStaff ? ["ask", "desk", booked] : ["apply", "visitor", booked];
  const decided = booked + random.between(8, 170) + random.next();
  const approved = () => approvedEvents(start, byStaff, random);
  switch (outcome) {
    case "applied":
      return timeline(start, end, asked);
    case "approved":
      return timeline(start, end, ...approved());
    case "rejected":
      return timeline(start, end, asked, ["reject", "host", decided, random.pick(refusals)]);
    case "expired":
      return timeline(start, end, asked, ["end", "job", night]);
    case "noShow":
      return timeline(start, end, ...approved(), ["end", "job", night]);
    case "cancelled": {
      const limit = Math.min(start, 0);
      const calledOff = decided + random.next() * (limit - decided);
      const by = byStaff || random.chance(0.3) ? "host" : "visitor";
      const before: Event[] = random.chance(0.5) ? [["approve", "host", decided]] : [];
      return timeline(start, end, asked, ...before, [
        "cancel",
        by,
        calledOff,
        by === "host" ? random.pick(callsOff) : "",
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
