/** Creates visits: references checked, reservation number, encrypted phone, destruction date, first log row. */

import type { Knex } from "knex";
import { type Actor, onBehalfOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { RetryTransaction } from "#api/errors.ts";
import { announce } from "#api/live/changes.ts";
import { fromInstant, toInstant, type WallTime } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { reserveNumber } from "#contract/visits/reserve-number.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { recordOnBehalf } from "#db/caller.ts";
import { emailOwner, emptyPhoneColumns } from "#db/field-cipher.ts";
import type { Language, Visit } from "#db/models/visits/visit.ts";
import { VisitEmail } from "#db/models/visits/visit-email.ts";
import type { Consent } from "./consents.ts";
import { insertVisits, type ReferenceIds, type RequestReferences } from "./queries/new-visits.ts";

/** A visit to create; wall times are in the site's time zone, the mobile number is hyphenated or has a country code. */
export interface NewVisit {
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
  /** Consents given or refused in the form. */
  readonly consents?: readonly Consent[];
}

export interface StoredVisit {
  readonly id: number;
  readonly reserveNo: string;
  readonly statusCode: StatusCode;
}

interface CreateContext {
  readonly action: "apply" | "reserve";
  readonly actor: Actor;
  readonly now: Date;
  readonly site: { readonly timezone: string; readonly retentionDays: number };
}

/** The latest day, YYYY-MM-DD, on which the visitor's data is destroyed. */
export function destructionDay(endDate: WallTime, retentionDays: number): string {
  const day = new Date(`${endDate.slice(0, 10)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + retentionDays);
  return day.toISOString().slice(0, 10);
}

const isNumberTaken = (error: unknown): boolean =>
  error instanceof Error && "constraint" in error && error.constraint === "visits_reserve_no_key";

type Checked = Pick<
  RequestReferences,
  "hostStatus" | "hostCompany" | "companyInUse" | "locationInUse" | "purposeInUse"
>;

/** Errors of the host, company, place and purpose of a visit; undefined ids are not checked. */
export function referenceErrors(named: ReferenceIds, found: Checked): FieldErrors {
  const errors: FieldErrors = {};
  if (named.userCompany !== undefined && !found.companyInUse) errors.userCompany = "companyUnavailable";
  if (named.location !== undefined && !found.locationInUse) errors.location = "locationUnavailable";
  if (named.purpose !== undefined && !found.purposeInUse) errors.purpose = "purposeUnavailable";
  if (named.hostUser !== undefined) {
    if (found.hostStatus === null) errors.hostUser = "hostUnknown";
    else if (found.hostStatus === "resigned") errors.hostUser = "hostResigned";
    else if (named.userCompany !== undefined && found.hostCompany !== named.userCompany)
      errors.hostUser = "hostOutsideCompany";
  }
  return errors;
}

/**
 * Creates the visits of a group, leader first, each with a random reservation number.
 * @returns the visits in the same order
 * @throws RetryTransaction where a reservation number is taken
 */
export async function createVisits(
  trx: Knex.Transaction,
  party: readonly NewVisit[],
  { cipher, random }: Pick<Deps, "cipher" | "random">,
  { action, actor, now, site }: CreateContext,
): Promise<StoredVisit[]> {
  const today = fromInstant(now, site.timezone);
  const numbers = party.map(() => reserveNumber(today, random(5)));
  const rows = party.map((visit, index) => {
    const reserveNo = numbers[index] as string;
    const onBehalfOfId = onBehalfOf(actor, visit.hostUser);
    recordOnBehalf(onBehalfOfId);
    return {
      reserveNo,
      leaderNo: index === 0 ? null : (numbers[0] as string),
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
      ...(visit.cellphone === undefined
        ? emptyPhoneColumns
        : cipher.encryptContact(visit.cellphone, reserveNo)),
      origin: visit.origin,
      lang: visit.lang,
      destroyOn: destructionDay(visit.endDate, site.retentionDays),
      createdAt: now,
      action,
      actorKind: actor.kind,
      actorId: actor.id,
      onBehalfOfId,
      consents: visit.consents ?? [],
    };
  });
  const ids = await insertVisits(trx, rows).catch((error) => {
    throw isNumberTaken(error) ? new RetryTransaction("the reservation number is taken") : error;
  });
  announce(trx);
  const stored = rows.map(({ reserveNo, statusCode }, index) => ({
    id: ids[index] as number,
    reserveNo,
    statusCode,
  }));
  // The encryption of an address is bound to the visit's id.
  const emails = stored.flatMap(({ id: visitId }, index) => {
    const email = party[index]?.email;
    return email ? [{ visitId, ...cipher.encryptContact(email, emailOwner(visitId)) }] : [];
  });
  if (emails.length > 0) await VisitEmail.query(trx).insert(emails);
  return stored;
}
