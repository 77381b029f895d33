/** The desk closes its day: a report of what is open, kept as it was (docs/behaviour.md, "Closing the day"). */

import type { Knex } from "knex";
import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { dayClosed, dayReopened, invalid, notFound } from "#api/errors.ts";
import { noteChanges } from "#api/live/changes.ts";
import { redactNumbers } from "#api/log.ts";
import { addDays, dayStart, fromInstant } from "#contract/dates.ts";
import type { Reminded } from "#contract/visits/day-closings.ts";
import { DayClosing } from "#db/models/visits/day-closing.ts";
import {
  closingOfDay,
  type DayClosingRow,
  dayClosingRow,
  type OpenPoints,
  openPoints,
  type PassOutRow,
  remindersSince,
  wasLeftOpen,
} from "#db/queries/day-closings.ts";
import { type VisitRow, visitRows } from "#db/queries/visits/rows.ts";
import { insertDayClosing, lockVisits } from "#db/statements/day-closings.ts";
import type { Accessed } from "../access-log/log-access.ts";
import { tellHosts } from "../messages/host-messages.ts";
import { type Messaging, tellVisitors } from "../messages/queue.ts";
import { recordVisits } from "../visits/read.ts";

/** The site's day of an instant, and the one before. */
function daysAt(now: Date, timezone: string) {
  const today = fromInstant(now, timezone).slice(0, 10);
  return { today, yesterday: addDays(today, -1), midnight: dayStart(today, timezone) };
}

export interface CurrentDayRows {
  readonly today: string;
  readonly yesterday: string;
  readonly closing: DayClosingRow | undefined;
  readonly yesterdaysClosing: DayClosingRow | undefined;
  readonly leftOpen: boolean;
  readonly visits: readonly Accessed<VisitRow>[];
  readonly passes: readonly PassOutRow[];
  /** Today's reminders, by visit id. */
  readonly reminders: ReadonlyMap<number, Date>;
}

/**
 * What is open now, and leaves a trace of whose data it showed.
 * @param timezone IANA name of the site's zone
 */
export async function readCurrentDay(db: Knex, reader: Reader, timezone: string): Promise<CurrentDayRows> {
  const { today, yesterday, midnight } = daysAt(reader.at, timezone);
  const open = await openPoints(db);
  const ids = open.visits.map(({ id }) => id);
  const visits = await recordVisits(db, reader, await visitRows(db, ids));
  const reminders = await remindersSince(db, ids, midnight);
  return {
    today,
    yesterday,
    closing: await closingOfDay(db, today),
    yesterdaysClosing: await closingOfDay(db, yesterday),
    leftOpen: await wasLeftOpen(db, yesterday, midnight),
    visits,
    passes: open.passes,
    reminders,
  };
}

const reported = ({ visits, passes }: OpenPoints) => {
  const idsOf = (which: (visit: OpenPoints["visits"][number]) => boolean) =>
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
 * Closes a day with a report of what is open now. Nobody leaves by it.
 * @throws InvalidInput for another day than today and yesterday; HttpError 405 where it is closed
 */
export async function closeDay(
  trx: Knex.Transaction,
  { day, by, now, timezone }: Closing,
): Promise<DayClosingRow> {
  const { today, yesterday } = daysAt(now, timezone);
  const closed = day ?? today;
  if (closed !== today && closed !== yesterday) throw invalid({ day: "closableDay" });
  const points = reported(await openPoints(trx));
  // Of two at once the second waits here for the first, and then adds nothing.
  const id = await insertDayClosing(trx, { day: closed, closedBy: by, closedAt: now, ...points });
  const row = id && (await dayClosingRow(trx, id));
  if (!row) throw dayClosed();
  await noteChanges(trx, [{ kind: "dayClosing" }]);
  return row;
}

/**
 * Opens a day again; its report is kept.
 * @param reason is kept as long, and loses numbers
 * @throws HttpError 404 where there is no such report, 405 where the day was reopened already
 */
export function reopenDay(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { id, by, reason }: { readonly id: number; readonly by: number; readonly reason: string },
): Promise<DayClosingRow> {
  return db.transaction(async (trx) => {
    const reopened = await DayClosing.query(trx)
      .patch({ reopenedBy: by, reopenedAt: clock(), reopenReason: redactNumbers(reason) })
      .where({ id, reopenedAt: null });
    const row = await dayClosingRow(trx, id);
    if (!row) throw notFound();
    if (reopened === 0) throw dayReopened();
    await noteChanges(trx, [{ kind: "dayClosing" }]);
    return row;
  });
}

/**
 * Reminds visitor and host of each visit that is inside and not overnight, or holds a pass, at most once a day.
 * @returns wall times with those who were reminded before
 */
export async function remindOpenVisits(messaging: Messaging): Promise<Reminded> {
  const { trx, now, site } = messaging;
  const { midnight } = daysAt(now, site.timezone);
  const { visits } = await openPoints(trx);
  const ids = visits.filter(({ overnight }) => !overnight).map(({ id }) => id);
  // Of two who press at once the second waits here, and then finds the first one's reminders.
  await lockVisits(trx, ids);
  const before = await remindersSince(trx, ids, midnight);
  const due = ids.filter((id) => !before.has(id));
  const messages = await tellVisitors(messaging, "remind", due);
  const toHosts = await tellHosts(messaging, "remindHost", due);
  const written = await remindersSince(trx, due, midnight);
  return {
    reminded: due.filter((id) => written.has(id)),
    messages: messages + toHosts,
    already: [...before].map(([visitID, at]) => ({ visitID, at: fromInstant(at, site.timezone) })),
    unreachable: due.filter((id) => !written.has(id)),
  };
}
