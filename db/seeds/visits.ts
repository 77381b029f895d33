/** Inserts visits with their passes, logs and consents. */
import type { Knex } from "knex";
import { graceDays } from "#contract/privacy/privacy-trash.ts";
import { mandatoryTypes } from "#contract/texts/terms.ts";
import { reserveNumber } from "#contract/visits/reserve-number.ts";
import { emptyPhoneColumns, type FieldCipher } from "../field-cipher.ts";
import { type Calendar, day, dayOf, insertAll, Random } from "./basics.ts";
import type { Texts } from "./texts.ts";
import type { GeneratedVisit } from "./visit-generator.ts";
import type { Timeline } from "./visit-timelines.ts";

// Passes: assignment of the existing ones to stays.

const numbered = (prefix: string, count: number, digits: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(digits, "0")}`);

const visitorPasses = numbered("P", 60, 3);
const vehiclePasses = numbered("V", 20, 2);
const lost = "P-060";
const retired = ["P-059", "V-20"];

/** Visitors of the past days who did not return their pass. */
const unreturnedPasses = 2;

/** Key of the pass of a visit's step; companions share their leader's steps, so that both indexes are needed. */
const stepKey = (visit: number, step: number): string => `${visit}/${step}`;

/** A pass that is out; the visit by its index. */
interface Held {
  readonly visit: number;
  readonly passNo: string;
  readonly vehicle: boolean;
  readonly at: number;
}

/** One stay inside. @property left undefined where the pass was not returned */
interface Stay {
  readonly visit: number;
  /** Time of the entry, and index of the step. */
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
    .slice(0, unreturnedPasses);
  return visits
    .flatMap(({ timeline: { steps } }, visit) =>
      steps.flatMap((step, issue): Stay[] => {
        if (step.action !== "issue") return [];
        const next = steps.findIndex(({ action }, position) => position > issue && action === "recovery");
        const recovery = next < 0 ? undefined : next;
        const isLast = !steps.slice(issue + 1).some(({ action }) => action === "issue");
        const isKept = isLast && kept.includes(visit);
        return [{ visit, came: step.at, issue, recovery, left: isKept ? undefined : steps[next]?.at }];
      }),
    )
    .sort((one, other) => one.came - other.came);
}

/**
 * Assigns the lowest free number to each stay, in order of entry.
 * @returns pass numbers by `stepKey`, and the passes that are out now
 */
function handOutPasses(visits: readonly GeneratedVisit[]) {
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
    byStep.set(stepKey(visit, issue), passNo);
    if (recovery !== undefined && left !== undefined) byStep.set(stepKey(visit, recovery), passNo);
    const vehiclePass = visits[visit]?.visitor.carNumber ? take(vehiclePasses, stay) : undefined;
    if (left !== undefined) continue;
    out.push({ visit, passNo, vehicle: false, at: came });
    if (vehiclePass) out.push({ visit, passNo: vehiclePass, vehicle: true, at: came });
  }
  return { byStep, out };
}

/** Inserts all passes. @param idOf id of a visit by its index */
async function insertPasses(
  knex: Knex,
  out: readonly Held[],
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

// Visits.

/** Days that a visit is kept after its end; the configuration's default. */
const retentionDays = 365;

/** For some days the site promised a month: visits that ended then are due now, and count down. */
const shortRetentionDays = 30;

const retentionOf = ({ end, origin, status }: Timeline): number => {
  const late = -dayOf(end) - shortRetentionDays;
  const isOver = ["ended", "cancelled", "rejected"].includes(status);
  return origin === "public" && isOver && late >= 0 && late <= graceDays ? shortRetentionDays : retentionDays;
};

/** Dates of a visit's row, for the seed and for moving the dates. */
export const datesOf = (timeline: Timeline, calendar: Calendar) => ({
  startAt: calendar.at(timeline.start),
  endAt: calendar.at(timeline.end),
  destroyOn: calendar.dateOf(timeline.end + retentionOf(timeline) * day),
  createdAt: calendar.at(timeline.createdAt),
  updatedAt: calendar.at(timeline.updatedAt),
  enteredAt: timeline.enteredAt === undefined ? null : calendar.at(timeline.enteredAt),
  exitedAt: timeline.exitedAt === undefined ? null : calendar.at(timeline.exitedAt),
});

function visitRow(visit: GeneratedVisit, reserveNo: string, calendar: Calendar, cipher: FieldCipher) {
  const { timeline, visitor, occasion } = visit;
  const byStaff = timeline.origin === "console";
  return {
    reserveNo,
    statusCode: timeline.status,
    endedBecause: timeline.endedBecause,
    enteredFrom: timeline.enteredFrom,
    hostUserId: occasion.hostId,
    locationId: occasion.locationId,
    purposeId: occasion.purposeId,
    name: visitor.name,
    company: visitor.company,
    // The public form has neither field.
    position: byStaff ? visitor.position : "",
    phone: byStaff ? visitor.phone : "",
    ...(visitor.cellphone ? cipher.encryptContact(visitor.cellphone, reserveNo) : emptyPhoneColumns),
    carNumber: visitor.carNumber,
    note: occasion.note,
    guide: timeline.steps.some(({ action }) => action === "issue") ? occasion.guide : "",
    origin: timeline.origin,
    lang: visitor.lang,
    ...datesOf(timeline, calendar),
  };
}

function logRows(
  { timeline, occasion }: GeneratedVisit,
  visitId: number,
  calendar: Calendar,
  passOf: (step: number) => string,
) {
  const actors = {
    visitor: { actorKind: "visitor", actorId: null },
    host: { actorKind: "staff", actorId: occasion.hostId },
    desk: { actorKind: "staff", actorId: occasion.deskId },
    job: { actorKind: "job", actorId: null },
  };
  return timeline.steps.map((step, position) => ({
    visitId,
    action: step.action,
    fromCode: step.from,
    toCode: step.to,
    ...actors[step.by],
    note: step.note,
    passNo: passOf(position),
    at: calendar.at(step.at),
  }));
}

/** Mandatory texts are agreed to, optional ones by most visitors; English readers agree to the policy instead. */
function consentRows(
  { timeline, visitor }: GeneratedVisit,
  visitId: number,
  texts: Texts,
  calendar: Calendar,
  random: Random,
) {
  if (timeline.consentAt === undefined) return [];
  const common = { visitId, lang: visitor.lang, agreedAt: calendar.at(timeline.consentAt), channel: "form" };
  const english = visitor.lang === "en";
  const agreements = texts.terms
    .filter(({ contentType }) => (english ? contentType === "체크리스트" : contentType !== "안내문"))
    .map(({ contentType, versionId }) => ({
      ...common,
      termsVersionId: versionId,
      privacyPolicyId: null as number | null,
      agreed: mandatoryTypes.includes(contentType) || random.chance(0.6),
    }));
  const policy = { ...common, termsVersionId: null, privacyPolicyId: texts.policyId, agreed: true };
  return english ? [policy, ...agreements] : agreements;
}

/** Inserts rows in order; returns consecutive ids in the same order. */
export async function insertVisits(
  knex: Knex,
  visits: readonly GeneratedVisit[],
  texts: Texts,
  calendar: Calendar,
  cipher: FieldCipher,
): Promise<{ ids: number[]; lastLogId: number }> {
  const random = new Random(8_128);
  const rows = visits.map((visit) => {
    const booked = calendar.dateOf(visit.timeline.createdAt);
    return visitRow(visit, reserveNumber(booked, random.bytes(5)), calendar, cipher);
  });
  const ids = await insertAll(knex, "visits", rows);
  const idOf = (index: number) => ids[index] ?? 0;

  const followers = visits.flatMap(({ leader }, index) =>
    leader === undefined ? [] : [{ id: idOf(index), leader: idOf(leader) }],
  );
  await knex.raw(
    `UPDATE visits SET leader_id = pair.leader
     FROM jsonb_to_recordset(?::jsonb) AS pair(id integer, leader integer) WHERE visits.id = pair.id`,
    [JSON.stringify(followers)],
  );

  const passes = handOutPasses(visits);
  await insertPasses(knex, passes.out, idOf, calendar);
  const logs = visits
    .flatMap((visit, index) =>
      logRows(visit, idOf(index), calendar, (step) => passes.byStep.get(stepKey(index, step)) ?? ""),
    )
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  const logIds = await insertAll(knex, "visit_logs", logs);

  const consents = visits.flatMap((visit, index) => consentRows(visit, idOf(index), texts, calendar, random));
  await insertAll(knex, "visit_consents", consents);
  return { ids, lastLogId: logIds.at(-1) ?? 0 };
}
