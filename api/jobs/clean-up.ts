/** Deletes expired rows, old log months and orphaned files. */
import { type Model, raw } from "objection";
import type { Deps, MessageDeps } from "#api/deps.ts";
import { sealEvents } from "#api/features/events/alerts.ts";
import { codeMinutes } from "#api/features/lookup/codes.ts";
import { eraseOldMessages } from "#api/features/privacy/erase.ts";
import { retentionHours } from "#api/http/idempotency.ts";
import { deleteOldChanges } from "#api/live/changes.ts";
import { readConfiguration } from "#api/site-settings.ts";
import { claimFiles } from "#db/files/owner.ts";
import { IdempotencyKey } from "#db/models/idempotency-key.ts";
import { BlockedContent } from "#db/models/logs.ts";
import { Message } from "#db/models/message.ts";
import { Invitation } from "#db/models/people/invitation.ts";
import { PasskeyChallenge, PendingSignIn, RememberedDevice } from "#db/models/people/second-factor.ts";
import { Session } from "#db/models/people/session.ts";
import { AppCode, LoginAttempts } from "#db/models/people/sign-in.ts";
import { SignageContent } from "#db/models/signage-content.ts";
import { DeskLink, LookupCode, LookupCodeTries } from "#db/models/visits/links.ts";
import { WebhookDelivery } from "#db/models/webhook.ts";
import { deleteOldCompanySignIns } from "../features/company-sign-in/sign-in.ts";
import { deleteOldDeliveries } from "../features/webhooks/delivery.ts";
import { maintainMonths } from "./queries.ts";
import { amountOfOldMessages, amountOfOldRows, runUnlessUnusual } from "./unusual-amount.ts";

/** Wrong attempts of a login id are deleted this long after its last delay. */
const triesKeptHours = 24;
/** Failed lookups are kept for two years, as the logs are. */
const keptFailuresHours = 2 * 366 * 24;

/** Tables whose rows are valid until `expiresAt`. */
const expiring: readonly (typeof Model)[] = [
  ...[Invitation, Session, PendingSignIn, RememberedDevice, PasskeyChallenge],
  ...[DeskLink, AppCode],
];

/** Deletes expired rows. Safe to run concurrently. */
export async function cleanUp(deps: Pick<Deps, "db" | "clock" | "log">): Promise<void> {
  const { db, clock } = deps;
  const now = clock();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  for (const model of expiring) await model.query(db).delete().where("expiresAt", "<=", now);
  await deleteOldCompanySignIns(db, now);
  await IdempotencyKey.query(db).delete().where("createdAt", "<=", hoursAgo(retentionHours));
  await LoginAttempts.query(db).delete().where("blockedUntil", "<=", hoursAgo(triesKeptHours));
  await db("lookupFailures").where("day", "<", hoursAgo(keptFailuresHours)).delete();
  await db("messageCounts").where("expiresAt", "<=", now).delete();
  await BlockedContent.query(db).delete().where("lastAt", "<", raw("now() - interval '30 days'"));
  await deleteOldDeliveries(db, now);
  await eraseUnlinkedMessages(deps);
  // By the clocks that wrote them: the database's, and this process's.
  await deleteOldChanges(db);
  await db("rateLimits").where("expire", "<", Date.now()).delete();
}

/** Beyond what clocks of processes may differ by. */
const slackMinutes = 5;
/** After wrong passwords (`countLoginAttempt`). */
const maxDelayMinutes = 15;
/** Of messages and webhooks. */
const maxLeaseMinutes = 2;
/** Of `message_counts`; the others last a day. */
const hourlyCounts = ["host", "hostNotice", "publicHour"];

/**
 * Deletes limits that end later than they can: a clock that was ahead has written them, and they would refuse people for as
 * long (`limits.ts` does so for its own). Messages and webhooks of that time are sent now.
 */
export async function repairFutureTimes({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock();
  const later = (minutes: number) => new Date(now.getTime() + (minutes + slackMinutes) * 60_000);
  await LoginAttempts.query(db).delete().where("blockedUntil", ">", later(maxDelayMinutes));
  const codes: readonly (typeof Model)[] = [LookupCode, LookupCodeTries];
  for (const model of codes) await model.query(db).delete().where("expiresAt", ">", later(codeMinutes));
  const counts = () => db("messageCounts").delete();
  await counts().where("expiresAt", ">", later(24 * 60));
  await counts().whereIn("purpose", hourlyCounts).where("expiresAt", ">", later(60));
  await Message.query(db)
    .patch({ nextAttemptAt: now })
    .where({ status: "queued" })
    .where("nextAttemptAt", ">", now)
    .where("updatedAt", ">", later(0));
  await WebhookDelivery.query(db)
    .patch({ nextAttemptAt: now })
    .where({ state: "waiting", attempts: 0 })
    .where("nextAttemptAt", ">", later(0));
  for (const model of [Message, WebhookDelivery])
    await (model as typeof Model)
      .query(db)
      .patch({ leasedUntil: now })
      .where("leasedUntil", ">", later(maxLeaseMinutes));
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** Erases messages without a visit after the site's retention period. */
async function eraseUnlinkedMessages(deps: Pick<Deps, "db" | "clock" | "log">): Promise<void> {
  const { db, clock } = deps;
  const now = clock();
  const { retentionDays } = await readConfiguration(db);
  const oldest = now.getTime() - retentionDays * 86_400_000;
  const before = (day: string) => new Date(Math.min(oldest, Date.parse(day) + 86_400_000));
  await runUnlessUnusual(deps, {
    job: "oldMessages",
    through: dayOf(new Date(oldest)),
    count: (day) => amountOfOldMessages(db, before(day)),
    run: (day) => db.transaction((trx) => eraseOldMessages(trx, { before: before(day), now, retentionDays })),
  });
}

/** Creates a log's coming months and drops those over two years old, unless that is an unusual amount. */
async function maintainLog(
  deps: Pick<Deps, "db" | "clock" | "log">,
  job: "accessLog" | "events",
  log: "access_log" | "events",
): Promise<void> {
  await runUnlessUnusual(deps, {
    job,
    through: dayOf(deps.clock()),
    count: (day) => amountOfOldRows(deps.db, log, day),
    run: (day) => maintainMonths(deps.db, log, day),
  });
}

/** Safe to run concurrently. */
export const maintainAccessLog = (deps: Pick<Deps, "db" | "clock" | "log">): Promise<void> =>
  maintainLog(deps, "accessLog", "access_log");

/**
 * Does the same for the event log, then seals past days and verifies sealed ones.
 * @returns how many days were sealed
 */
export async function maintainEvents(
  deps: MessageDeps & Pick<Deps, "db" | "clock" | "log">,
): Promise<number> {
  await maintainLog(deps, "events", "events");
  return sealEvents(deps);
}

/** Age from which a file without a row is left over from an aborted upload or removal. */
const orphanHours = 1;
/** Days that a file without a row stays in quarantine. */
const quarantineDays = 30;

/** The file names that a row has. */
async function fileNamesInUse(db: Deps["db"], names: readonly string[]): Promise<Set<string>> {
  const items = await SignageContent.query(db).modify("ofFiles", names);
  return new Set(items.flatMap(({ fileName }) => fileName ?? []));
}

/** Restores files that have a row again. @returns what stays in quarantine */
async function reviewQuarantine({ db, files, clock }: Pick<Deps, "db" | "files" | "clock">) {
  const now = clock();
  const before = new Date(now.getTime() - quarantineDays * 86_400_000);
  const quarantined = await files.quarantined();
  const names = quarantined.map(({ name }) => name);
  const inUse = await fileNamesInUse(db, names);
  for (const name of inUse) await files.restore(name, now);
  const left = quarantined.filter(({ name }) => !inUse.has(name));
  const days = Map.groupBy(left, ({ since }) => dayOf(since));
  const amounts = [...days.values()].map(({ length }) => length).sort((a, b) => a - b);
  return {
    total: left.length,
    /** Files that have been in quarantine for 30 days. */
    expired: left.flatMap(({ name, since }) => (since <= before ? [name] : [])),
    /** Median number of files per day that were moved to quarantine. */
    usual: amounts[Math.floor((amounts.length - 1) / 2)] ?? 0,
  };
}

/**
 * Moves files without a row to quarantine, and deletes them 30 days later, unless that is an unusual amount
 * (docs/decisions/signage/uploads.md). Does nothing while no row has a file: the database may be another one, or not yet
 * restored. Safe to run concurrently.
 * @returns how many files were moved or deleted
 * @throws Error where the folder belongs to another database
 */
export async function cleanFiles(deps: Pick<Deps, "db" | "files" | "clock" | "log">): Promise<number> {
  const { db, files, clock } = deps;
  await claimFiles(db, files.storage);
  const now = clock();
  const found = await files.olderThan(new Date(now.getTime() - orphanHours * 3_600_000));
  for (const path of found.unfinished) await files.removeUnfinished(path);
  if (!(await SignageContent.query(db).select("id").whereNotNull("fileName").first()))
    return found.unfinished.length;
  const { expired, total, usual } = await reviewQuarantine(deps);
  const inUse = await fileNamesInUse(db, found.files);
  const orphans = found.files.filter((name) => !inUse.has(name));
  const cleaned = await runUnlessUnusual(deps, {
    job: "cleanFiles",
    through: dayOf(now),
    count: async () => ({
      amount: orphans.length + expired.length,
      total: found.files.length + total,
      usual,
    }),
    run: async () => {
      for (const name of expired) await files.removeQuarantined(name);
      for (const name of orphans) await files.quarantine(name, now);
      return orphans.length + expired.length;
    },
  });
  return (cleaned ?? 0) + found.unfinished.length;
}
