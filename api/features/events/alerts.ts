/**
 * Sends alerts about conspicuous events to administrators and privacy officers, and logs them
 * (docs/decisions/privacy/events.md).
 */
import type { Deps } from "#api/deps.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { AlertKind } from "#contract/alert-kinds.ts";
import {
  type Conspicuous,
  isCheckedWithin,
  isToldWithin,
  keptAdmins,
  manyFailures,
  massReaders,
  muchDestroyed,
  newPlaces,
} from "#db/queries/events.ts";
import { checkDays, insertEvent, sealDays } from "#db/statements/events.ts";
import { tellOfAlert } from "../messages/account-messages.ts";

/** Failed sign-ins within ten minutes that raise an alert. */
const failures = { ofOne: 10, ofAll: 50 };
/** Different visits that one person reads in an hour before an alert. */
const maxVisitsRead = 500;
/** People whose data one person destroys in an hour before an alert. */
const maxDestroyed = 20;
/** Hours before the same alert is repeated. */
const quietHours = 24;
const checkHours = 24;

type AlertDeps = Pick<Deps, "db" | "clock" | "cipher" | "log">;

async function tell(
  { db, clock, cipher, log }: AlertDeps,
  kind: AlertKind,
  { hostUserId, name, address = "" }: Pick<Conspicuous, "hostUserId" | "name" | "address">,
): Promise<boolean> {
  const about = { detail: kind, subjectId: hostUserId, address };
  if (await isToldWithin(db, about, quietHours)) return false;
  const site = await readConfiguration(db);
  await db.transaction(async (trx) => {
    await insertEvent(trx, {
      ...{ kind: "alert", hostUserId: null, address, call: "", detail: kind },
      ...(hostUserId !== null && { subject: "host_users", subjectId: hostUserId }),
    });
    await tellOfAlert({ trx, cipher, now: clock(), site }, kind, name ?? "");
  });
  log.warn({ alert: kind }, "alert");
  return true;
}

/** Looks at the last minutes and the last hour, and tells what stands out, once a day each. @returns how many it told */
export async function watchEvents(deps: AlertDeps): Promise<number> {
  const { db, clock } = deps;
  const to = clock();
  const hour = { from: new Date(to.getTime() - 3_600_000), to };
  const found: [AlertKind, Conspicuous[]][] = [
    ["failures", await manyFailures(db, failures)],
    ["newPlace", await newPlaces(db)],
    ["lastAdmin", await keptAdmins(db, hour.from)],
    ["massReading", await massReaders(db, { ...hour, people: maxVisitsRead })],
    ["destruction", await muchDestroyed(db, { ...hour, people: maxDestroyed })],
  ];
  let told = 0;
  for (const [kind, people] of found) for (const one of people) if (await tell(deps, kind, one)) told++;
  return told;
}

/**
 * Seals past days, and once a day verifies the sealed days.
 * @returns how many days it sealed
 */
export async function sealEvents(deps: AlertDeps): Promise<number> {
  const { db, log } = deps;
  const sealed = await sealDays(db);
  if (await isCheckedWithin(db, checkHours)) return sealed;
  const { days, broken } = await checkDays(db);
  log.info({ days, broken: broken.length }, "days of the event log checked");
  if (broken.length > 0) await tell(deps, "chain", { hostUserId: null, name: broken.slice(0, 3).join(", ") });
  return sealed;
}
