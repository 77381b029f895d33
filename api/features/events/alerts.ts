/**
 * Sends alerts about suspicious events to administrators and privacy officers, and logs them
 * (docs/decisions/privacy/events.md).
 */
import type { Knex } from "knex";
import { raw } from "objection";
import type { Deps, MessageDeps } from "#api/deps.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { AlertKind } from "#contract/alert-kinds.ts";
import { AccountLog, EventCheck, EventEntry } from "#db/models/logs.ts";
import { PausedJob } from "#db/models/paused-job.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { DestructionRegister } from "#db/models/visits/erasure.ts";
import { notifyOfAlert } from "../messages/account-messages.ts";
import { remainingBudgets } from "../messages/budget.ts";
import { checkDays, massReaders, sealDays } from "./queries.ts";

/** Failed sign-ins within ten minutes that raise an alert: of one account, and of all. */
const failureLimits = { perAccount: 10, total: 50 };
/** Different visits that one user reads in an hour before an alert. */
const maxVisitsRead = 500;
/** People whose data one user destroys in an hour before an alert. */
const maxDestroyed = 20;
/** Hours before the same alert is repeated. */
const repeatHours = 24;
const checkHours = 24;

type AlertDeps = MessageDeps & Pick<Deps, "db" | "clock" | "log">;

/** The subject of an alert. */
interface AlertSubject {
  /** Null where it is about the whole site. */
  readonly hostUserId: number | null;
  /** The user's name unless given. */
  readonly name?: string;
  /** Of a sign-in from a new address. */
  readonly address?: string;
}

const hoursAgo = (hours: number) => raw("now() - make_interval(hours => ?)", [hours]);

/** Sends an alert unless the same one was sent within a day. @returns whether it was sent */
async function sendOnce(
  deps: AlertDeps,
  kind: AlertKind,
  { hostUserId, name, address = "" }: AlertSubject,
): Promise<boolean> {
  const { db, clock, log } = deps;
  const sent = await EventEntry.query(db)
    .select("id")
    .where({ kind: "alert", detail: kind, subjectId: hostUserId, address })
    .where("at", ">", hoursAgo(repeatHours))
    .first();
  if (sent) return false;
  const user = hostUserId === null ? undefined : await HostUser.query(db).findById(hostUserId).select("name");
  const site = await readConfiguration(db);
  const entry = { address, ...(hostUserId !== null && { subject: "host_users", subjectId: hostUserId }) };
  await db.transaction((trx) =>
    notifyOfAlert({ ...deps, trx, now: clock(), site }, kind, name ?? user?.name ?? "", entry),
  );
  log.warn({ alert: kind }, "alert");
  return true;
}

/** Accounts, and the whole site, with many failed sign-ins within ten minutes. */
async function manyFailures(db: Knex): Promise<AlertSubject[]> {
  const failed = await EventEntry.query(db)
    .select("subjectId as hostUserId")
    .count("* as amount")
    .where({ kind: "signInFailed" })
    .where("at", ">", raw("now() - interval '10 minutes'"))
    .groupBy("subjectId")
    .castTo<{ hostUserId: number | null; amount: number }[]>();
  const all = failed.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...failed.filter(({ hostUserId, amount }) => hostUserId !== null && amount >= failureLimits.perAccount),
    ...(all >= failureLimits.total ? [{ hostUserId: null }] : []),
  ];
}

/**
 * Administrators and privacy officers who signed in within the last hour from an address they never used, except at their
 * first sign-in. An hour is longer than the job's interval, so that a stopped server misses none.
 */
async function newAddresses(db: Knex): Promise<AlertSubject[]> {
  const signIns = await EventEntry.query(db)
    .select("events.hostUserId", "events.address")
    .min("events.at as at")
    .joinRelated("hostUser")
    .whereIn("hostUser.role", ["admin", "privacy"])
    .where("events.kind", "signIn")
    .where("events.at", ">", raw("now() - interval '1 hour'"))
    .groupBy("events.hostUserId", "events.address")
    .castTo<{ hostUserId: number; address: string; at: Date }[]>();
  const found: AlertSubject[] = [];
  for (const { hostUserId, address, at } of signIns) {
    const before = await EventEntry.query(db)
      .distinct("address")
      .where({ kind: "signIn", hostUserId })
      .where("at", "<", at);
    if (before.length > 0 && before.every((one) => one.address !== address))
      found.push({ hostUserId, address });
  }
  return found;
}

/** Administrators who kept their role although their groups at the provider map to another. */
const keptAdmins = async (db: Knex, from: Date): Promise<Pick<AccountLog, "hostUserId">[]> =>
  AccountLog.query(db)
    .distinct("hostUserId")
    .where({ action: "roleKept" })
    .where("at", ">", from)
    .castTo<Pick<AccountLog, "hostUserId">[]>();

/** Users who destroyed the data of many people, and jobs paused before an unusual amount. */
async function massDestruction(db: Knex, from: Date, to: Date): Promise<AlertSubject[]> {
  const byUser = await DestructionRegister.query(db)
    .select("hostUserId")
    .sum("persons as amount")
    .whereNotNull("hostUserId")
    .where("at", ">", from)
    .where("at", "<=", to)
    .groupBy("hostUserId")
    .castTo<{ hostUserId: number; amount: number }[]>();
  const paused = await PausedJob.query(db)
    .select("id")
    .where({ job: "destroyDue", confirmedAt: null, doneAt: null })
    .where("foundAt", ">", from)
    .where("foundAt", "<=", to);
  return [
    ...byUser.filter(({ amount }) => amount > maxDestroyed),
    ...paused.map(() => ({ hostUserId: null })),
  ];
}

/** The site, while a budget of messages that strangers cause is used up. */
const usedUpBudgets = async (db: Knex, now: Date): Promise<AlertSubject[]> =>
  (await remainingBudgets(db, await readConfiguration(db), now)).some(({ left }) => left === 0)
    ? [{ hostUserId: null }]
    : [];

/** Checks the last ten minutes and the last hour. @returns how many alerts were sent */
export async function watchEvents(deps: AlertDeps): Promise<number> {
  const { db, clock } = deps;
  const to = clock();
  const from = new Date(to.getTime() - 3_600_000);
  const found: [AlertKind, AlertSubject[]][] = [
    ["failures", await manyFailures(db)],
    ["newPlace", await newAddresses(db)],
    ["lastAdmin", await keptAdmins(db, from)],
    ["massReading", await massReaders(db, { from, to, people: maxVisitsRead })],
    ["destruction", await massDestruction(db, from, to)],
    ["messageBudget", await usedUpBudgets(db, to)],
  ];
  let sent = 0;
  for (const [kind, people] of found) for (const one of people) if (await sendOnce(deps, kind, one)) sent++;
  return sent;
}

/**
 * Seals past days, and once a day verifies the sealed days.
 * @returns how many days it sealed
 */
export async function sealEvents(deps: AlertDeps): Promise<number> {
  const { db, log } = deps;
  const sealed = await sealDays(db);
  const checked = await EventCheck.query(db).select("id").where("at", ">", hoursAgo(checkHours)).first();
  if (checked) return sealed;
  const { days, broken } = await checkDays(db);
  log.info({ days, broken: broken.length }, "days of the event log checked");
  if (broken.length > 0)
    await sendOnce(deps, "chain", { hostUserId: null, name: broken.slice(0, 3).join(", ") });
  return sealed;
}
