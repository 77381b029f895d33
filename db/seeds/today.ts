/**
 * Today's visits, placed around the present minute so that the front desk has all cases at any hour: visitors who
 * left, visitors inside, one overdue, expected ones, and applications to decide. Groups and their order are always
 * the same; only the times differ.
 */
import { clock, day, stepped } from "./basics.ts";
import { type Event, groupVisit, type Party, singleVisit, timeline } from "./visit-timelines.ts";

const yesterday = (hour: number, minute = 0): number => clock(hour, minute) - day;

const applied = (created: number): Event[] => [["apply", "visitor", created]];
const agreed = (created: number, decided: number): Event[] => [
  ...applied(created),
  ["approve", "host", decided],
];

class Hours {
  readonly #now: number;
  readonly #opens: number;
  readonly #closes: number;

  /** Office hours, or two hours around the present where it is outside of them. */
  constructor(minute: number) {
    this.#now = stepped(minute);
    this.#opens = Math.min(clock(8, 30), Math.max(0, this.#now - 120));
    this.#closes = Math.max(clock(18), Math.min(clock(23, 50), this.#now + 120));
  }

  /** A time between opening and now. */
  timeAt(share: number): number {
    return this.#opens + share * (this.#now - this.#opens);
  }

  /** A past step, at least some minutes ago; just after midnight that is yesterday. */
  before(share: number, least: number): number {
    return Math.min(stepped(this.timeAt(share)), this.#now - least);
  }

  /** A step later today; the last one of a day may be now. */
  after(share: number): number {
    const from = this.#now + 10;
    return Math.min(clock(23, 50), from + stepped(share * Math.max(0, this.#closes - from)));
  }

  /** Entry and exit at two fractions of the day so far. */
  #span(from: number, to: number): { start: number; end: number; within: (share: number) => number } {
    const start = this.before(from, 20);
    const end = Math.max(start + 10, this.before(to, 0));
    return { start, end, within: (share) => start + share * (end - start) };
  }

  left(from: number, to: number, ...before: Event[]) {
    const { start, end, within } = this.#span(from, to);
    return timeline(
      start,
      end,
      ...before,
      ["issue", "desk", within(0.07)],
      ["recovery", "desk", within(0.92)],
    );
  }

  leftAndClosed(from: number, to: number, ...before: Event[]) {
    const { start, end, within } = this.#span(from, to);
    return timeline(
      start,
      end,
      ...before,
      ["issue", "desk", within(0.05)],
      ["recovery", "desk", within(0.8)],
      ["close", "host", within(0.95), "일정이 끝나 방문을 마감함"],
    );
  }

  inside(from: number, until: number, ...before: Event[]) {
    const start = this.before(from, 10);
    const end = Math.max(this.after(until), this.#now + 10);
    return timeline(start, end, ...before, ["issue", "desk", start + 0.4 * Math.min(20, this.#now - start)]);
  }

  /** Inside after the end. */
  overdue(from: number, to: number, ...before: Event[]) {
    const start = this.before(from, 40);
    const end = Math.max(start + 10, this.before(to, 20));
    return timeline(start, end, ...before, ["issue", "desk", start + 4.3]);
  }

  expected(from: number, minutes: number, ...before: Event[]) {
    const start = this.after(from);
    return timeline(start, start + minutes, ...before);
  }

  /** Expected a while ago, and not here yet. */
  late(minutes: number, ...before: Event[]) {
    const start = this.#now - 20;
    return timeline(start, start + minutes, ...before);
  }

  /** At the desk without a reservation; the host has to decide. */
  walkIn(minutes: number) {
    return timeline(this.#now, this.#now + minutes, ["ask", "desk", this.timeAt(0.98)]);
  }
}

/** @param minute of the day, 0 up to 1440 */
export function todaysParties(minute: number): Party[] {
  const hours = new Hours(minute);
  const mine = { demonstrationHost: true };
  return [
    // Left.
    singleVisit(hours.left(0, 0.2, ...agreed(yesterday(10, 12), yesterday(11, 3)))),
    singleVisit(hours.left(0.1, 0.35, ...agreed(yesterday(14, 41) - day, yesterday(16, 20) - day)), mine),
    singleVisit(hours.left(0.2, 0.45, ["reserve", "host", yesterday(9, 34)])),
    singleVisit(hours.left(0.35, 0.6, ...agreed(yesterday(15, 8), yesterday(15, 27)))),
    singleVisit(hours.left(0.5, 0.85, ...agreed(yesterday(11, 55), yesterday(13, 46)))),
    singleVisit(hours.leftAndClosed(0.05, 0.4, ...agreed(yesterday(16, 2), yesterday(16, 38)))),
    // Inside.
    singleVisit(hours.overdue(0.15, 0.55, ...agreed(yesterday(13, 17), yesterday(14, 9)))),
    groupVisit(hours.inside(0.7, 0.4, ["reserve", "host", yesterday(10, 50) - day]), 2, mine),
    singleVisit(hours.inside(0.55, 0.1, ...agreed(yesterday(9, 21), yesterday(9, 58)))),
    singleVisit(hours.inside(0.8, 0.5, ...agreed(yesterday(17, 5) - 2 * day, yesterday(9, 12)))),
    singleVisit(hours.inside(0.92, 0.3, ...agreed(yesterday(10, 36), yesterday(13, 2))), { visitor: "jane" }),
    singleVisit(
      timeline(
        clock(9) - 2 * day,
        clock(18) + day,
        ...agreed(clock(14, 25) - 6 * day, clock(15, 10) - 6 * day),
        ["issue", "desk", clock(8, 56) - 2 * day],
        ["recovery", "desk", clock(17, 42) - 2 * day],
        ["issue", "desk", yesterday(9, 4)],
        ["recovery", "desk", yesterday(17, 55)],
        ["issue", "desk", hours.timeAt(0.12)],
      ),
    ),
    // Expected.
    groupVisit(hours.expected(0.3, 120, ["reserve", "host", yesterday(14, 33)]), 3),
    singleVisit(hours.expected(0.1, 90, ...agreed(yesterday(10, 5), yesterday(10, 44))), { visitor: "kim" }),
    singleVisit(hours.expected(0.5, 60, ...agreed(yesterday(11, 28) - day, yesterday(13, 6) - day)), mine),
    singleVisit(hours.expected(0.8, 60, ["reserve", "desk", hours.timeAt(0.3)])),
    singleVisit(hours.late(120, ...agreed(yesterday(15, 51), yesterday(16, 15)))),
    // Waiting for a decision.
    singleVisit(hours.walkIn(60), mine),
    singleVisit(hours.expected(0.25, 60, ...applied(hours.timeAt(0.6))), mine),
    singleVisit(hours.expected(0.6, 120, ...applied(hours.timeAt(0.4)))),
    singleVisit(hours.expected(0.9, 60, ...applied(yesterday(17, 40)))),
    // Rejected and cancelled.
    singleVisit(
      hours.expected(0.4, 60, ...applied(yesterday(16, 47)), [
        "reject",
        "host",
        hours.timeAt(0.25),
        "담당자가 외근 중이라 오늘은 어렵습니다. 다른 날로 다시 신청해 주십시오.",
      ]),
    ),
    singleVisit(
      hours.expected(0.7, 90, ...agreed(yesterday(9, 48), yesterday(10, 31)), [
        "cancel",
        "visitor",
        hours.timeAt(0.45),
      ]),
    ),
    // New applications for the next days.
    singleVisit(timeline(clock(10) + day, clock(12) + day, ...applied(hours.timeAt(0.9))), mine),
    singleVisit(timeline(clock(14) + 3 * day, clock(15, 30) + 3 * day, ...applied(hours.timeAt(0.7)))),
    singleVisit(timeline(clock(9) + 6 * day, clock(17) + 8 * day, ...applied(hours.timeAt(0.5)))),
  ];
}
