/** Passes, who holds them, and which went with which stay. */
import type { Knex } from "knex";
import type { Calendar } from "./calendar.ts";
import { day } from "./calendar.ts";
import { insertAll } from "./insert.ts";
import type { GeneratedVisit } from "./visit-generator.ts";

const numbered = (prefix: string, count: number, digits: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(digits, "0")}`);

const visitorPasses = numbered("P", 60, 3);
const vehiclePasses = numbered("V", 20, 2);
const lost = "P-060";
const retired = ["P-059", "V-20"];

/** So many visitors of the past days forgot to give theirs back. */
const forgetful = 2;

/** The pass that a step of a visit was about; companions share their leader's steps, so both places name it. */
export const placeOf = (visit: number, step: number): string => `${visit}/${step}`;

interface Held {
  readonly visit: number;
  readonly passNo: string;
  readonly vehicle: boolean;
  readonly at: number;
}

export interface HandedOut {
  /** Pass numbers by `placeOf`. */
  readonly byStep: ReadonlyMap<string, string>;
  /** What is out now; visits by their place in the list. */
  readonly out: readonly Held[];
}

/** One time inside. @property left undefined where the pass did not come back */
interface Stay {
  readonly visit: number;
  /** When, and the step's place. */
  readonly came: number;
  readonly issue: number;
  readonly recovery: number | undefined;
  readonly left: number | undefined;
}

function staysOf(visits: readonly GeneratedVisit[]): Stay[] {
  const kept = visits
    .flatMap(({ timeline, leader }, index) =>
      timeline.endedBecause === "done" && leader === undefined && timeline.end > -3 * day ? [index] : [],
    )
    .slice(0, forgetful);
  return visits
    .flatMap(({ timeline: { steps } }, visit) =>
      steps.flatMap((step, issue): Stay[] => {
        if (step.action !== "issue") return [];
        const next = steps.findIndex(({ action }, place) => place > issue && action === "recovery");
        const recovery = next < 0 ? undefined : next;
        const isLast = !steps.slice(issue + 1).some(({ action }) => action === "issue");
        const isKept = isLast && kept.includes(visit);
        return [{ visit, came: step.at, issue, recovery, left: isKept ? undefined : steps[next]?.at }];
      }),
    )
    .sort((one, other) => one.came - other.came);
}

/** Hands out the lowest free number to each stay, in the order in which people came. */
export function handOutPasses(visits: readonly GeneratedVisit[]): HandedOut {
  const byStep = new Map<string, string>();
  const out: Held[] = [];
  const busyUntil = new Map<string, number>();
  const take = (numbers: readonly string[], { came, left }: Stay) => {
    const passNo = numbers.find(
      (number) => number !== lost && !retired.includes(number) && (busyUntil.get(number) ?? -Infinity) < came,
    );
    if (passNo) busyUntil.set(passNo, left ?? Infinity);
    return passNo;
  };
  for (const stay of staysOf(visits)) {
    const { visit, came, issue, recovery, left } = stay;
    const passNo = take(visitorPasses, stay);
    if (!passNo) throw new Error("the demonstration has too few passes");
    byStep.set(placeOf(visit, issue), passNo);
    if (recovery !== undefined && left !== undefined) byStep.set(placeOf(visit, recovery), passNo);
    const vehiclePass = visits[visit]?.visitor.carNumber ? take(vehiclePasses, stay) : undefined;
    if (left !== undefined) continue;
    out.push({ visit, passNo, vehicle: false, at: came });
    if (vehiclePass) out.push({ visit, passNo: vehiclePass, vehicle: true, at: came });
  }
  return { byStep, out };
}

/** Writes all passes there are. @param idOf a visit's id by its place in the list */
export async function insertPasses(
  knex: Knex,
  { out }: HandedOut,
  idOf: (visit: number) => number,
  calendar: Calendar,
): Promise<void> {
  const row = (vehicle: boolean) => (passNo: string) => {
    const held = out.find((one) => one.vehicle === vehicle && one.passNo === passNo);
    const idle = passNo === lost ? "lost" : retired.includes(passNo) ? "retired" : "available";
    return {
      vehicle,
      passNo,
      kind: vehicle ? "차량" : "방문",
      status: held ? "issued" : idle,
      visitId: held ? idOf(held.visit) : null,
      issuedAt: held ? calendar.at(held.at) : null,
    };
  };
  await insertAll(knex, "passes", [...visitorPasses.map(row(false)), ...vehiclePasses.map(row(true))]);
}
