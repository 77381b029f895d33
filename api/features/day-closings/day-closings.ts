/** Closing the day: stores a report of what is still open (docs/behaviour.md, "Closing the day"). */

import type { Knex } from "knex";
import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { dayClosed, dayReopened, invalid, notFound } from "#api/errors.ts";
import { publishChanges } from "#api/live/changes.ts";
import { redactVisitors } from "#api/redact.ts";
import { addDays, dayStart, fromInstant } from "#contract/dates.ts";
import type { Reminded } from "#contract/visits/day-closings.ts";
import { Message } from "#db/models/message.ts";
import { DayClosing } from "#db/models/visits/day-closing.ts";
import { Pass } from "#db/models/visits/pass.ts";
import { Visit } from "#db/models/visits/visit.ts";
import type { Messaging } from "../messages/drafts.ts";
import { notifyHosts } from "../messages/host-messages.ts";
import { notifyVisitors } from "../messages/visitor-messages.ts";
import { wasLeftOpen } from "../visits/board.ts";
import { readVisitsById } from "../visits/read.ts";
import { closingOfDay, type DayClosingRow, dayClosingRow } from "./closings.ts";

/** The site's day of an instant, and the one before. */
function daysAt(now: Date, timezone: string) {
  const today = fromInstant(now, timezone).slice(0, 10);
  return { today, yesterday: addDays(today, -1), midnight: dayStart(today, timezone) };
}

/** An issued pass. */
interface PassOutRow extends Pick<Pass, "id" | "vehicle" | "passNo"> {
  readonly issuedAt: Date;
  readonly visitId: number;
}

/** Visits inside or with an issued pass, of any day, in the order of their end. */
async function readOpenItems(db: Knex) {
  const passes = await Pass.query(db)
    .select("passes.id", "vehicle", "passNo", "issuedAt", "visitId")
    .joinRelated("visit")
    .whereNull("visit.hiddenAt")
    .orderBy(["visitId", "vehicle"])
    .castTo<PassOutRow[]>();
  const holders = passes.map(({ visitId }) => visitId);
  const visits = await Visit.query(db)
    .select("id", "statusCode", "overnightAt")
    .where((either) => either.where({ statusCode: "entered" }).orWhereIn("id", holders))
    .whereNull("hiddenAt")
    .orderBy(["endAt", "id"]);
  return {
    visits: visits.map(({ id, statusCode, overnightAt }) => ({
      id,
      inside: statusCode === "entered",
      overnight: overnightAt !== null,
    })),
    passes,
  };
}

/** The first reminder to visitor or host since an instant, by visit id. */
async function remindersSince(
  db: Knex,
  visitIds: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, Date>> {
  const rows = await Message.query(db)
    .select("visitId")
    .min("createdAt as at")
    .whereIn("visitId", visitIds)
    .whereIn("event", ["remind", "remindHost"])
    .where("createdAt", ">=", since)
    .groupBy("visitId")
    .castTo<{ visitId: number; at: Date }[]>();
  return new Map(rows.map(({ visitId, at }) => [visitId, at]));
}

/**
 * Reads what is open now, and logs the access.
 * @param timezone IANA name of the site's zone
 */
export async function readCurrentDay(db: Knex, reader: Reader, timezone: string) {
  const { today, yesterday, midnight } = daysAt(reader.at, timezone);
  const open = await readOpenItems(db);
  const ids = open.visits.map(({ id }) => id);
  const visits = await readVisitsById(db, reader, ids);
  const reminders = await remindersSince(db, ids, midnight);
  return {
    today,
    yesterday,
    closing: await closingOfDay(db, today),
    yesterdaysClosing: await closingOfDay(db, yesterday),
    leftOpen: await wasLeftOpen(db, yesterday, midnight),
    visits,
    passes: open.passes,
    /** Today's, by visit id. */
    reminders,
  };
}

const reportOf = ({ visits, passes }: Awaited<ReturnType<typeof readOpenItems>>) => {
  const idsOf = (which: (visit: (typeof visits)[number]) => boolean) =>
    visits.filter(which).map(({ id }) => id);
  const holders = (ofVehicles: boolean) =>
    passes.filter(({ vehicle }) => vehicle === ofVehicles).map(({ visitId }) => visitId);
  return {
    inside: idsOf(({ inside }) => inside),
    overnight: idsOf(({ overnight }) => overnight),
    passesOut: holders(false),
    carPassesOut: holders(true),
  };
};

export interface Closing {
  /** YYYY-MM-DD; today where it is left out. */
  readonly day: string | undefined;
  readonly by: number;
  readonly now: Date;
  /** IANA name of the site's zone. */
  readonly timezone: string;
}

/**
 * Closes a day with a report of what is open now; visits do not change.
 * @throws InvalidInput for another day than today and yesterday; HttpError 405 where it is closed
 */
export async function closeDay(
  trx: Knex.Transaction,
  { day, by, now, timezone }: Closing,
): Promise<DayClosingRow> {
  const { today, yesterday } = daysAt(now, timezone);
  const closed = day ?? today;
  if (closed !== today && closed !== yesterday) throw invalid({ day: "closableDay" });
  const openItems = reportOf(await readOpenItems(trx));
  // The second of two concurrent calls waits here for the first, and then adds nothing.
  const [added] = await trx("dayClosings")
    .insert({ day: closed, closedBy: by, closedAt: now, ...openItems })
    .onConflict()
    .ignore()
    .returning("id");
  const row = added && (await dayClosingRow(trx, added.id));
  if (!row) throw dayClosed();
  await publishChanges(trx, [{ kind: "dayClosing" }]);
  return row;
}

/**
 * Reopens a day; its report is kept.
 * @param reason stored without phone numbers
 * @throws HttpError 404 where there is no such report, 405 where the day was reopened already
 */
export function reopenDay(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { id, by, reason }: { readonly id: number; readonly by: number; readonly reason: string },
): Promise<DayClosingRow> {
  return db.transaction(async (trx) => {
    const reopenReason = await redactVisitors(trx, reason);
    const reopened = await DayClosing.query(trx)
      .patch({ reopenedBy: by, reopenedAt: clock(), reopenReason })
      .where({ id, reopenedAt: null });
    const row = await dayClosingRow(trx, id);
    if (!row) throw notFound();
    if (reopened === 0) throw dayReopened();
    await publishChanges(trx, [{ kind: "dayClosing" }]);
    return row;
  });
}

/**
 * Reminds visitor and host of each visit that is inside and not overnight, or holds a pass, at most once a day.
 * @returns `already` with the wall times of today's earlier reminders
 */
export async function remindOpenVisits(messaging: Messaging): Promise<Reminded> {
  const { trx, now, site } = messaging;
  const { midnight } = daysAt(now, site.timezone);
  const { visits } = await readOpenItems(trx);
  const ids = visits.filter(({ overnight }) => !overnight).map(({ id }) => id);
  // The second of two concurrent calls waits here, and then finds the first one's reminders.
  await Visit.query(trx)
    .select("id")
    .modify("withIds", ids)
    .orderBy("leaderId", "asc", "first")
    .orderBy("id")
    .forUpdate();
  const before = await remindersSince(trx, ids, midnight);
  const due = ids.filter((id) => !before.has(id));
  const messages = await notifyVisitors(messaging, "remind", due);
  const toHosts = await notifyHosts(messaging, "remindHost", due);
  const written = await remindersSince(trx, due, midnight);
  return {
    reminded: due.filter((id) => written.has(id)),
    messages: messages + toHosts,
    already: [...before].map(([visitID, at]) => ({ visitID, at: fromInstant(at, site.timezone) })),
    unreachable: due.filter((id) => !written.has(id)),
  };
}
