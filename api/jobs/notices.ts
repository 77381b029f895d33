/** Scheduled notifications: overstays, reminders, undecided requests (docs/behaviour.md, "Messages"). */
import type { Knex } from "knex";
import type { Deps, MessageDeps } from "#api/deps.ts";
import { remindOpenVisits } from "#api/features/day-closings/day-closings.ts";
import { deleteExpiredLookupCodes } from "#api/features/lookup/codes.ts";
import { sendDue } from "#api/features/messages/delivery.ts";
import type { Messaging } from "#api/features/messages/drafts.ts";
import { escalateUndecided } from "#api/features/messages/escalation.ts";
import { notifyHosts } from "#api/features/messages/host-messages.ts";
import { countMessage } from "#api/features/messages/queue.ts";
import { readTemplate } from "#api/features/messages/templates.ts";
import { notifyVisitors } from "#api/features/messages/visitor-messages.ts";
import { withoutStaffApproval } from "#api/features/visits/visit-log.ts";
import { readConfiguration } from "#api/site-settings.ts";
import { addDays, dayStart, fromInstant, toInstant } from "#contract/dates.ts";
import { claimDaysBefore, claimOverstays } from "./queries.ts";

const minute = 60_000;
/** Delay after a visit's end until its host is notified that the visitor is still inside. */
const overstayMs = 30 * minute;
/** Older events are skipped: the notification was switched off, or no server ran. */
const oldMs = 24 * 60 * minute;
/** Wall time on the day before a visit from which visitors are reminded. */
const dayBeforeAt = "15:00";
/** The day's reminders are skipped if they are later than this. */
const lateMs = 120 * minute;
const limit = 200;

async function notifyOfOverstays(messaging: Messaging): Promise<number> {
  const { trx, now } = messaging;
  if (!(await readTemplate(trx, "overstayHost")).enabled) return 0;
  const until = new Date(now.getTime() - overstayMs);
  const ids = await claimOverstays(trx, { since: new Date(now.getTime() - oldMs), until, limit });
  return notifyHosts(messaging, "overstayHost", ids);
}

async function remindOfNextDay(messaging: Messaging): Promise<number> {
  const { trx, now, site } = messaging;
  const today = fromInstant(now, site.timezone).slice(0, 10);
  const midnight = dayStart(today, site.timezone);
  if (now < toInstant(`${today} ${dayBeforeAt}`, site.timezone)) return 0;
  if (!(await readTemplate(trx, "dayBefore")).enabled) return 0;
  const [since, until] = [1, 2].map((days) => dayStart(addDays(today, days), site.timezone)) as [Date, Date];
  // Visitors of visits created today were notified today.
  const ids = await claimDaysBefore(trx, { since, until, madeBefore: midnight, limit });
  const unapproved = await withoutStaffApproval(trx, ids);
  return (
    (await notifyVisitors(
      messaging,
      "dayBefore",
      ids.filter((id) => !unapproved.has(id)),
    )) + (await notifyVisitors({ ...messaging, isPublic: true }, "dayBefore", [...unapproved]))
  );
}

/** Sends the reminders of open visits once a day, as the desk may do when it closes the day. */
async function remindDay(messaging: Messaging, remindAt: string): Promise<number> {
  const { trx, now, site } = messaging;
  if (remindAt === "") return 0;
  const today = fromInstant(now, site.timezone).slice(0, 10);
  const at = toInstant(`${today} ${remindAt}`, site.timezone);
  if (now < at || now.getTime() - at.getTime() > lateMs) return 0;
  const until = new Date(at.getTime() + oldMs);
  const counted = await countMessage(trx, { purpose: "dayReminder", key: today, max: 1, now, until });
  return counted === undefined ? 0 : (await remindOpenVisits(messaging)).messages;
}

/** Safe to run concurrently. @returns how many messages were queued */
export async function sendNotices(deps: MessageDeps & Pick<Deps, "db" | "clock">): Promise<number> {
  const now = deps.clock();
  const site = await readConfiguration(deps.db);
  const inTransaction = (send: (messaging: Messaging) => Promise<number>) =>
    deps.db.transaction((trx: Knex.Transaction) => send({ ...deps, trx, now, site }));
  return (
    (await inTransaction(notifyOfOverstays)) +
    (await inTransaction(remindOfNextDay)) +
    (await inTransaction((messaging) => remindDay(messaging, site.remindAt))) +
    (await inTransaction((messaging) => escalateUndecided(messaging, site)))
  );
}

/** Sends due messages, in case a notification was lost, and deletes expired lookup codes. @returns how many were sent */
export async function retryMessages(
  deps: Pick<Deps, "db" | "cipher" | "clock" | "log" | "mail" | "random" | "settings" | "sms">,
): Promise<number> {
  await deleteExpiredLookupCodes(deps);
  return sendDue(deps);
}
