/**
 * The visits of the past 60 and the next 14 days, spread over all weekdays alike: the dates move day by day, so that a
 * weekend without visits would soon be a Tuesday.
 */
import { at, clock, day, dayOf, Random } from "./basics.ts";
import {
  groupVisit,
  neverCame,
  type Outcome,
  type Party,
  type Plan,
  singleVisit,
  timelineOf,
} from "./visit-timelines.ts";

export const daysBack = 60;
export const daysAhead = 14;

const pastOutcomes: readonly Outcome[] = [
  ...Array.from({ length: 13 }, (): Outcome => "done"),
  ...(["closed", "closed", "noShow", "noShow", "expired", "rejected", "cancelled", "cancelled"] as const),
];

const futureOutcomes: readonly Outcome[] = [
  ...Array.from({ length: 6 }, (): Outcome => "approved"),
  ...(["applied", "applied", "applied", "rejected", "cancelled"] as const),
];

/** Companions per group: 18 past groups, 8 to come. */
const pastGroups = [2, 1, 3, 1, 4, 2, 6, 1, 3, 2, 5, 1, 2, 3, 1, 2, 4, 3];
const futureGroups = [2, 4, 1, 3, 2, 1, 6, 1];

/** Days of the longer visits. */
const pastStays = [2, 3, 2, 5, 2, 3, 4, 2, 7, 3, 2, 2, 3, 5, 2, 3];
const futureStays = [2, 3, 2, 5, 3, 2];

/** With all others, companions included, 400 visits. */
const pastSingles = 190;
const futureSingles = 43;

const starts = [8.5, 9, 9, 9.5, 10, 10, 10, 10.5, 11, 13, 13, 13.5, 14, 14, 14, 14.5, 15, 15, 15.5, 16, 16.5];
const lengths = [30, 40, 60, 60, 60, 90, 90, 120, 120, 150, 180];

/** A time in office hours, sometimes off the half hour, rarely in the evening. */
function hoursOn(on: number, random: Random): { start: number; end: number } {
  const evening = random.chance(0.03);
  const start = evening ? clock(19) : random.pick(starts) * 60 + (random.chance(0.25) ? 10 : 0);
  const length = evening ? random.pick([60, 90, 120]) : random.pick(lengths);
  return { start: on * day + start, end: on * day + Math.min(start + length, clock(22)) };
}

/** From the first morning to the last evening. */
const stay = (on: number, days: number): { start: number; end: number } => ({
  start: on * day + clock(9),
  end: (on + days - 1) * day + clock(18),
});

/** The two visitors that can be looked up have visits of all kinds; 김방문 was leader and companion. */
function regularsParties(random: Random): Party[] {
  const plans: readonly (readonly ["kim" | "jane", number, Outcome])[] = [
    ["kim", -57, "done"],
    ["kim", -41, "noShow"],
    ["kim", -33, "done"],
    ["kim", -19, "rejected"],
    ["kim", -12, "closed"],
    ["kim", -4, "cancelled"],
    ["kim", 5, "applied"],
    ["kim", 9, "approved"],
    ["jane", -48, "done"],
    ["jane", -30, "cancelled"],
    ["jane", -16, "done"],
    ["jane", -7, "expired"],
    ["jane", 6, "approved"],
    ["jane", 12, "applied"],
  ];
  const parties = plans.map(([visitor, on, outcome]) =>
    singleVisit(timelineOf({ ...hoursOn(on, random), outcome, byStaff: false }, random), { visitor }),
  );
  const led = timelineOf({ ...stay(-26, 2), outcome: "done", byStaff: true }, random);
  const followed = timelineOf({ ...hoursOn(-9, random), outcome: "done", byStaff: true }, random);
  return [...parties, groupVisit(led, 2, { visitor: "kim" }), groupVisit(followed, 2, { follower: "kim" })];
}

/** A group; with `straggles` its last member never came. */
function groupOf(plan: Plan, followers: number, straggles: boolean, random: Random): Party {
  const party = groupVisit(timelineOf(plan, random), followers);
  if (!straggles || plan.outcome !== "done" || followers < 2) return party;
  const night = (dayOf(plan.end) + 1) * day;
  return { ...party, companions: [...party.companions.slice(1), neverCame(party.lead, night)] };
}

export function otherDaysParties(): Party[] {
  const random = new Random(19_450_815);
  // Every day has visits, and some have more; 11 divides neither number of days.
  const anyDay = (index: number) => index % 11 < 4;
  const past = (index: number) => (anyDay(index) ? -random.between(1, daysBack) : -1 - (index % daysBack));
  const ahead = (index: number) => (anyDay(index) ? random.between(1, daysAhead) : 1 + (index % daysAhead));
  const single = (on: number, outcomes: readonly Outcome[], index: number) =>
    singleVisit(
      timelineOf(
        { ...hoursOn(on, random), outcome: at(outcomes, index * 8), byStaff: random.chance(0.22) },
        random,
      ),
      { demonstrationHost: index % 9 === 4 },
    );
  const parties: Party[] = [...regularsParties(random)];
  for (let index = 0; index < pastSingles; index++) parties.push(single(past(index), pastOutcomes, index));
  for (let index = 0; index < futureSingles; index++)
    parties.push(single(ahead(index), futureOutcomes, index));
  pastGroups.forEach((followers, index) => {
    const outcome = at<Outcome>(["done", "done", "closed", "done", "noShow", "done", "cancelled"], index);
    const plan = { ...hoursOn(past(index * 7 + 2), random), outcome, byStaff: true };
    parties.push(groupOf(plan, followers, index % 3 === 0, random));
  });
  futureGroups.forEach((followers, index) => {
    const outcome = at<Outcome>(["approved", "applied", "approved"], index);
    const plan = { ...hoursOn(ahead(index * 3), random), outcome, byStaff: true };
    parties.push(groupOf(plan, followers, false, random));
  });
  pastStays.forEach((days, index) => {
    const outcome = at<Outcome>(["done", "done", "closed", "done", "noShow"], index);
    const plan = { ...stay(-days - 1 - index * 3, days), outcome, byStaff: index % 2 === 0 };
    parties.push(singleVisit(timelineOf(plan, random)));
  });
  futureStays.forEach((days, index) => {
    const outcome = at<Outcome>(["approved", "applied"], index);
    const plan = { ...stay(1 + index * 2, days), outcome, byStaff: false };
    parties.push(singleVisit(timelineOf(plan, random)));
  });
  parties.push(
    singleVisit(timelineOf({ ...stay(-1, 4), outcome: "resting", byStaff: false }, random)),
    singleVisit(timelineOf({ ...stay(-2, 3), outcome: "resting", byStaff: true }, random)),
  );
  return parties.sort((one, other) => one.lead.createdAt - other.lead.createdAt);
}
