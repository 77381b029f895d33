/** Keeps the demonstration's "today" up to date. */
import type { Knex } from "knex";
import { minutesBetween } from "#contract/dates.ts";
import { Calendar, day, zone } from "./basics.ts";
import { todaysParties } from "./today.ts";
import type { Party } from "./visit-timelines.ts";
import { datesOf } from "./visits.ts";

interface State {
  lastVisitId: number;
  firstTodayId: number;
  lastLogId: number;
  movedOn: string;
}

/**
 * Disables the append-only trigger of the visit log, because the demonstration's past has to move. Locks the log
 * against other writers until the transaction ends.
 */
async function withOpenLog(knex: Knex, work: () => Promise<void>): Promise<void> {
  await knex.raw("ALTER TABLE visit_logs DISABLE TRIGGER visit_logs_append_only");
  await work();
  await knex.raw("ALTER TABLE visit_logs ENABLE TRIGGER visit_logs_append_only");
}

/**
 * Reverts the nightly job's ends of visits that will be of today or later again, where no later entry exists.
 */
async function revertNightlyEnds(
  knex: Knex,
  { lastVisitId, lastLogId }: State,
  days: number,
  today: string,
): Promise<void> {
  await knex.raw(
    `WITH night AS (
       DELETE FROM visit_logs AS log USING visits AS visit
       WHERE visit.id = log.visit_id AND visit.id <= :lastVisitId AND log.id > :lastLogId
         AND visit.status_code = 'ended' AND log.to_code = 'ended' AND log.actor_kind = 'job'
         AND (visit.end_at AT TIME ZONE :zone)::date + CAST(:days AS integer) >= CAST(:today AS date)
         AND NOT EXISTS (SELECT FROM visit_logs AS later WHERE later.visit_id = log.visit_id AND later.id > log.id)
       RETURNING log.id, log.visit_id, log.from_code
     )
     UPDATE visits SET status_code = night.from_code, ended_because = NULL, updated_at = (
       SELECT max(at) FROM visit_logs AS log WHERE log.visit_id = night.visit_id AND log.id <> night.id
     )
     FROM night WHERE visits.id = night.visit_id`,
    { lastVisitId, lastLogId, days, today, zone },
  );
}

interface LoggedVisit {
  id: number;
  actions: string[];
  /** No change since the last entry of the log. */
  untouched: boolean;
}

/** Today's groups without changes by users, each with the id of its leader's visit. */
async function untouchedParties(
  knex: Knex,
  state: State,
  parties: readonly Party[],
): Promise<[number, Party][]> {
  const { rows } = await knex.raw<{ rows: LoggedVisit[] }>(
    `SELECT visit.id, array_agg(log.action ORDER BY log.id) AS actions,
       visit.updated_at = max(log.at) AS untouched
     FROM visits AS visit JOIN visit_logs AS log ON log.visit_id = visit.id
     WHERE visit.id BETWEEN ? AND ? GROUP BY visit.id`,
    [state.firstTodayId, state.lastVisitId],
  );
  const visitsById = new Map(rows.map((visit) => [visit.id, visit]));
  const untouched: [number, Party][] = [];
  let id = state.firstTodayId;
  for (const party of parties) {
    const members = [party.lead, ...party.companions];
    const first = id;
    const asSeeded = members.every(({ steps }, index) => {
      const visit = visitsById.get(first + index);
      return visit?.untouched && visit.actions.join() === steps.map(({ action }) => action).join();
    });
    if (asSeeded) untouched.push([first, party]);
    id += members.length;
  }
  return untouched;
}

/** Moves visits of today around the present minute. @returns their ids */
async function rescheduleToday(knex: Knex, state: State, calendar: Calendar): Promise<number[]> {
  const parties = await untouchedParties(knex, state, todaysParties(calendar.minute));
  const visits = parties.flatMap(([first, { lead, companions }]) =>
    [lead, ...companions].map((timeline, index) => ({
      id: first + index,
      ...datesOf(timeline, calendar),
      consentAt: timeline.consentAt === undefined ? null : calendar.at(timeline.consentAt),
      logsAt: timeline.steps.map(({ at }) => calendar.at(at)),
    })),
  );
  await knex.raw(
    `WITH laid AS (
       SELECT * FROM jsonb_to_recordset(?::jsonb) AS laid(
         id integer, "startAt" timestamptz, "endAt" timestamptz, "destroyOn" date, "createdAt" timestamptz,
         "updatedAt" timestamptz, "enteredAt" timestamptz, "exitedAt" timestamptz, "consentAt" timestamptz,
         "logsAt" timestamptz[])
     ), numbered AS (
       SELECT id, visit_id, row_number() OVER (PARTITION BY visit_id ORDER BY id) AS place FROM visit_logs
       WHERE visit_id IN (SELECT id FROM laid)
     ), logs AS (
       UPDATE visit_logs SET at = laid."logsAt"[numbered.place]
       FROM numbered JOIN laid ON laid.id = numbered.visit_id WHERE visit_logs.id = numbered.id
     ), consents AS (
       UPDATE visit_consents SET agreed_at = laid."consentAt"
       FROM laid WHERE visit_consents.visit_id = laid.id AND laid."consentAt" IS NOT NULL
     )
     UPDATE visits SET start_at = laid."startAt", end_at = laid."endAt", destroy_on = laid."destroyOn",
       created_at = laid."createdAt", updated_at = laid."updatedAt", entered_at = laid."enteredAt",
       exited_at = laid."exitedAt"
     FROM laid WHERE visits.id = laid.id`,
    [JSON.stringify(visits)],
  );
  return visits.map(({ id }) => id);
}

/**
 * Shifts the other visits by whole days. A group with changes that happened later in the day than now stays as many
 * days behind as needed.
 */
async function shift(
  knex: Knex,
  { lastVisitId }: State,
  days: number,
  laid: number[],
  now: Date,
): Promise<void> {
  await knex.raw(
    `WITH latest AS (
       SELECT visit.id, coalesce(visit.leader_id, visit.id) AS party,
         greatest(visit.updated_at, max(log.at), max(consent.agreed_at)) AS at
       FROM visits AS visit
       LEFT JOIN visit_logs AS log ON log.visit_id = visit.id
       LEFT JOIN visit_consents AS consent ON consent.visit_id = visit.id
       WHERE visit.id <= :lastVisitId AND visit.id <> ALL(:laid) GROUP BY visit.id
     ), shifts AS (
       SELECT id, greatest(0, least(:days, floor(
         extract(epoch FROM CAST(:now AS timestamptz) - max(at) OVER mates) / 86400)))::integer AS days
       FROM latest WINDOW mates AS (PARTITION BY party)
     ), logs AS (
       UPDATE visit_logs SET at = at + days * interval '24 hours'
       FROM shifts WHERE visit_logs.visit_id = shifts.id
     ), consents AS (
       UPDATE visit_consents SET agreed_at = agreed_at + days * interval '24 hours'
       FROM shifts WHERE visit_consents.visit_id = shifts.id
     )
     UPDATE visits SET start_at = start_at + days * interval '24 hours',
       end_at = end_at + days * interval '24 hours', created_at = created_at + days * interval '24 hours',
       updated_at = updated_at + days * interval '24 hours', entered_at = entered_at + days * interval '24 hours',
       exited_at = exited_at + days * interval '24 hours', destroy_on = destroy_on + days
     FROM shifts WHERE visits.id = shifts.id`,
    { lastVisitId, days, laid, now },
  );
}

/**
 * Moves the visits of the seed, with their logs and consents, so that their "today" is the present day; today's,
 * where users have not changed them, are placed around the present hour. Visits created since, and reservation
 * numbers, stay. Does nothing on the same day, or for a site's own data. Called at start and before the nightly job.
 */
export async function shiftDemonstration(knex: Knex, now: Date): Promise<void> {
  const calendar = new Calendar(now);
  await knex.transaction(async (transaction) => {
    const state: State | undefined = await transaction("demonstration")
      .forUpdate()
      .first("lastVisitId", "firstTodayId", "lastLogId", "movedOn");
    if (!state) return;
    const days = minutesBetween(`${state.movedOn} 00:00`, `${calendar.today} 00:00`) / day;
    if (days <= 0) return;
    await transaction("visits").where("id", "<=", state.lastVisitId).orderBy("id").forUpdate().select("id");
    await withOpenLog(transaction, async () => {
      await revertNightlyEnds(transaction, state, days, calendar.today);
      const laid = await rescheduleToday(transaction, state, calendar);
      await shift(transaction, state, days, laid, now);
    });
    await transaction.raw(
      `UPDATE passes SET issued_at = visits.entered_at FROM visits
       WHERE visits.id = passes.visit_id AND visits.id <= ? AND visits.entered_at IS NOT NULL`,
      [state.lastVisitId],
    );
    await transaction("demonstration").update({ movedOn: calendar.today });
  });
}
