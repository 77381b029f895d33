/** How new visits are stored, whoever made them: numbered, sealed, dated for destruction, logged. */

import type { Knex } from "knex";
import { type Actor, onBehalfOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { announce } from "#api/live/changes.ts";
import { fromInstant, toInstant, type WallTime } from "#contract/dates.ts";
import { reserveNumber } from "#contract/visits/reserve-number.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { noteOnBehalf } from "#db/caller.ts";
import { gather } from "#db/gather.ts";
import type { Language, Visit } from "#db/models/visits/visit.ts";
import type { KeyClaim } from "#db/statements/idempotency.ts";
import type { MessagesWithin } from "#db/statements/messages.ts";
import {
  type FirstLog,
  insertVisits,
  type NewVisit as NewLoggedVisit,
  type Outcome,
  type WrittenWith,
} from "#db/statements/new-visits.ts";
import { storeVisitEmail } from "#db/statements/visit-emails.ts";
import { notifyWorkers } from "../messages/notify-workers.ts";

/** A visit to be stored; times are the site's wall clock, the mobile number is hyphenated or has its country's code. */
export interface NewVisit {
  readonly leaderId?: number;
  readonly statusCode: StatusCode;
  readonly hostUser: number;
  readonly location: number | undefined;
  readonly purpose: number;
  readonly startDate: WallTime;
  readonly endDate: WallTime;
  readonly name: string;
  readonly cellphone: string | undefined;
  readonly email?: string | undefined;
  readonly company: string | undefined;
  readonly position?: string | undefined;
  readonly phone?: string | undefined;
  readonly carNumber: string | undefined;
  readonly note?: string | undefined;
  readonly origin: Visit["origin"];
  readonly lang: Language;
}

export interface StoredVisit {
  readonly id: number;
  readonly reserveNo: string;
  readonly statusCode: StatusCode;
}

interface Making {
  readonly action: "apply" | "reserve";
  readonly actor: Actor;
  readonly now: Date;
  readonly site: { readonly timezone: string; readonly retentionDays: number };
}

/** YYYY-MM-DD on which the person's data is to be destroyed, at the latest. */
export function destructionDay(endDate: WallTime, retentionDays: number): string {
  const day = new Date(`${endDate.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + retentionDays);
  return day.toISOString().slice(0, 10);
}

const noNumber = {
  cellCipher: null,
  cellKey: null,
  cellHash: null,
  cellLastFourHash: null,
  cellHashKey: null,
} as const;

type Numbers = Pick<Deps, "cipher" | "random">;

function rowOf(visit: NewVisit, { cipher, random }: Numbers, { now, site }: Making) {
  const reserveNo = reserveNumber(fromInstant(now, site.timezone), random(5));
  return {
    reserveNo,
    leaderId: visit.leaderId ?? null,
    statusCode: visit.statusCode,
    hostUserId: visit.hostUser,
    locationId: visit.location ?? null,
    purposeId: visit.purpose,
    startAt: toInstant(visit.startDate, site.timezone),
    endAt: toInstant(visit.endDate, site.timezone),
    name: visit.name,
    company: visit.company ?? "",
    position: visit.position ?? "",
    phone: visit.phone ?? "",
    carNumber: visit.carNumber ?? "",
    note: visit.note ?? "",
    ...(visit.cellphone === undefined ? noNumber : cipher.seal(visit.cellphone, reserveNo)),
    origin: visit.origin,
    lang: visit.lang,
    destroyOn: destructionDay(visit.endDate, site.retentionDays),
    createdAt: now,
  };
}

const maxTries = 5;

/** A visit as its call's key is claimed for it, before it is stored. */
export type ClaimedVisit = Omit<StoredVisit, "id">;

export type ClaimFor = (visit: ClaimedVisit) => KeyClaim;

interface StoredWith extends Pick<WrittenWith, "consents" | "siteVersion"> {
  /** Messages about it to its host, under its reservation number. */
  readonly messages?: ((reserveNo: string) => MessagesWithin | undefined) | undefined;
  /** The claim of the key of the call that asks for it. */
  readonly claim?: ClaimFor | undefined;
}

/** Whether a transaction failed because another has just stored a visit under the number that it drew, too. */
const isNumberTaken = (error: unknown): boolean =>
  error instanceof Error && "constraint" in error && error.constraint === "visits_reserve_no_key";

/**
 * Tries until a reservation number is drawn that is free.
 * @param attempt undefined where its number is taken. One that another transaction takes meanwhile ends its own: where that goes on
 *   afterwards, the next attempt fails
 */
export async function untilNumberIsFree<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tried = 0; tried < maxTries; tried++) {
    const stored = await attempt().catch((error) => {
      if (!isNumberTaken(error)) throw error;
    });
    if (stored) return stored;
  }
  throw new Error(`no reservation number was free in ${maxTries} tries`);
}

/** A visit under a number that is drawn for it, as the statement stores it. */
function loggedVisitOf(
  visit: NewVisit,
  numbers: Numbers,
  making: Making,
  { messages, claim, ...more }: StoredWith,
): NewLoggedVisit {
  const onBehalfOfId = onBehalfOf(making.actor, visit.hostUser);
  noteOnBehalf(onBehalfOfId);
  const log: FirstLog = {
    action: making.action,
    actorKind: making.actor.kind,
    actorId: making.actor.id,
    onBehalfOfId,
  };
  const row = rowOf(visit, numbers, making);
  return { row, log, ...more, told: messages?.(row.reserveNo), claim: claim?.(row) };
}

/** Stores visits by one statement; workers and open consoles hear of them after the commit. */
async function insertAnnounced(trx: Knex.Transaction, visits: readonly NewLoggedVisit[]): Promise<Outcome[]> {
  const outcomes = await insertVisits(trx, visits);
  if (outcomes.some((outcome) => outcome && "isTold" in outcome && outcome.isTold)) notifyWorkers(trx);
  announce(trx);
  return outcomes;
}

/** @throws what kept the visit from being stored */
function storedOf(
  outcome: Outcome,
  { row: { reserveNo, statusCode } }: NewLoggedVisit,
): StoredVisit | undefined {
  if (outcome instanceof Error) throw outcome;
  return outcome && { id: outcome.id, reserveNo, statusCode };
}

/**
 * Stores a visit under a number that is drawn for it, with the first row of its log, by one statement.
 * @returns undefined where that number is taken; nothing is stored then
 * @throws KeyTaken where the call's key has been claimed already; nothing is stored then either, and neither where it throws
 * ChangedSince
 */
export async function tryToInsertVisit(
  trx: Knex.Transaction,
  visit: NewVisit,
  numbers: Numbers,
  making: Making,
  more: StoredWith = {},
): Promise<StoredVisit | undefined> {
  const asked = loggedVisitOf(visit, numbers, making, more);
  const [outcome] = await insertAnnounced(trx, [asked]);
  return storedOf(outcome, asked);
}

/** A batch waits for no lock for long: where one is locked, each visit is stored by itself. */
const insertBatched = gather(
  (db, visits: readonly NewLoggedVisit[]) => db.transaction((trx) => insertAnnounced(trx, visits)),
  { maxInputs: 50, maxWaitMs: 50 },
);

/** The same as a transaction by itself, in a batch with those of others who ask at the same time. */
export async function tryToInsertBatched(
  db: Knex,
  visit: NewVisit,
  numbers: Numbers,
  making: Making,
  more: StoredWith,
): Promise<StoredVisit | undefined> {
  const asked = loggedVisitOf(visit, numbers, making, more);
  return storedOf(await insertBatched(db, asked), asked);
}

/** Stores a visit with the first row of its log, and its e-mail address. A number that is taken already is drawn anew. */
export async function insertVisit(
  trx: Knex.Transaction,
  visit: NewVisit,
  numbers: Numbers,
  making: Making,
): Promise<StoredVisit> {
  const stored = await untilNumberIsFree(() => tryToInsertVisit(trx, visit, numbers, making));
  if (visit.email !== undefined) {
    await storeVisitEmail(trx, numbers.cipher, { visitId: stored.id, email: visit.email });
  }
  return stored;
}
