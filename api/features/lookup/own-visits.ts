/** A visitor looks up and cancels their own visits (docs/behaviour.md, "Lookup"). */

import type { Knex } from "knex";
import { visitor } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { invalid, notFound } from "#api/errors.ts";
import type { Language } from "#api/http/language.ts";
import type { RequestContext } from "#api/http/request-context.ts";
import { isForeignPhone } from "#contract/phone.ts";
import type { Application } from "#contract/visits/requests.ts";
import { unreadable } from "#db/field-cipher.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { Visit } from "#db/models/visits/visit.ts";
import { type LookupVisit, ownVisit, visitNumbered, visitsOfPerson } from "#db/queries/lookup.ts";
import { lockParty } from "../visits/locks.ts";
import { decide } from "../visits/transitions.ts";
import { type Person, requireCode, sendLookupCode, sendSubmitCode } from "./codes.ts";

/** Visits of somebody who looks them up, and what they are shown by. */
export interface OwnVisits {
  readonly visits: readonly LookupVisit[];
  /** The person's number; empty where there is none. */
  readonly cellPhone: string;
  readonly timezone: string;
}

/** What a visitor's call works with. The site's configuration is read after the limit was counted. */
export interface VisitorCall {
  readonly deps: Deps;
  /** For the caller's address. */
  readonly ctx: RequestContext;
  readonly configuration: () => Promise<Configuration>;
}

const shownMonths = 12;

/**
 * Who asks without a mobile number: staff entered them with none, or with one from abroad (docs/behaviour.md,
 * "Visits").
 */
export interface Unreachable {
  readonly name: string;
  readonly reserveNo: string;
}

/** Counts a try against a mobile or reservation number; the limiter sees a keyed hash, never the number. */
async function countNumber(deps: Deps, number: string): Promise<void> {
  const [hash] = deps.cipher.hashes(number);
  await deps.limits.count("lookupNumber", hash?.toString("base64url") ?? "");
}

/** The earliest application that a lookup shows. */
function shownSince({ clock }: Deps): Date {
  const since = new Date(clock());
  since.setMonth(since.getMonth() - shownMonths);
  return since;
}

/**
 * Sends a code to the person's number, where the site asks for one and a lookup would show something.
 * @throws HttpError 429
 */
export async function askForCode(
  { deps, configuration }: VisitorCall,
  person: Person,
  lang: Language,
): Promise<void> {
  await countNumber(deps, person.cellPhone);
  const site = await configuration();
  if (site.lookupCode) await sendLookupCode(deps, person, { lang, since: shownSince(deps), site });
}

/**
 * Sends a code to the number of a request, where the site asks for one.
 * @throws HttpError 429
 */
export async function askForSubmitCode(
  { deps, configuration }: VisitorCall,
  cellPhone: string,
  lang: Language,
): Promise<void> {
  await countNumber(deps, cellPhone);
  const site = await configuration();
  if (site.submitCode) await sendSubmitCode(deps, cellPhone, { lang, site });
}

/**
 * Whether the code of a request is its number's, where the site asks for one.
 * @throws HttpError 429; InvalidInput on the code
 */
export async function requireSubmitCode(
  { deps, ctx, configuration }: VisitorCall,
  application: Pick<Application, "cellphone" | "code"> | undefined,
): Promise<void> {
  if (!application || !(await configuration()).submitCode) return;
  const { cellphone: cellPhone, code } = application;
  await countNumber(deps, cellPhone);
  await requireCode(deps, "submitCode", { cellPhone, address: ctx.state.address }, code);
}

/**
 * The person's visits of the last 12 months, newest application first; none for a wrong name and for an
 * unknown number alike.
 * @param code what came by SMS, where the site asks for it
 * @throws HttpError 429; InvalidInput on the code
 */
export async function lookUp(
  { deps, ctx, configuration }: VisitorCall,
  { name, cellPhone }: Person,
  code: string | undefined,
): Promise<OwnVisits> {
  await countNumber(deps, cellPhone);
  const since = shownSince(deps);
  const { timezone, lookupCode } = await configuration();
  if (lookupCode) await requireCode(deps, "lookupCode", { cellPhone, address: ctx.state.address }, code);
  const visits = await visitsOfPerson(deps.db, { hashes: deps.cipher.hashes(cellPhone), name, since });
  return { visits, cellPhone, timezone };
}

/** The visit, where it has no Korean mobile number that its visitor would have to know. */
async function visitWithoutNumber(
  deps: Pick<Deps, "cipher"> & { readonly db: Knex },
  { name, reserveNo }: Unreachable,
  since: Date,
): Promise<{ visit: LookupVisit; cellPhone: string } | undefined> {
  const visit = await visitNumbered(deps.db, { reserveNo, name, since });
  const cellPhone = (visit && deps.cipher.numberOf(visit, visit.reserveNo)) ?? "";
  // One that cannot be read may be a Korean number, which its visitor would have to know.
  if (!visit || cellPhone === unreadable) return undefined;
  return cellPhone === "" || isForeignPhone(cellPhone) ? { visit, cellPhone } : undefined;
}

/**
 * The visit of somebody without a Korean mobile number; none for a wrong name, an unknown reservation number and a
 * visit that has such a number alike.
 * @throws HttpError 429
 */
export async function lookUpByReserveNo(
  { deps, configuration }: VisitorCall,
  asked: Unreachable,
): Promise<OwnVisits> {
  await countNumber(deps, asked.reserveNo);
  const { timezone } = await configuration();
  const found = await visitWithoutNumber(deps, asked, shownSince(deps));
  return { visits: found ? [found.visit] : [], cellPhone: found?.cellPhone ?? "", timezone };
}

/**
 * Cancels the person's visit, and with a leader's the companions that are in the same status.
 * @param person.cellPhone undefined where the visit has no Korean mobile number: then no code could be sent
 * @param code what came by SMS, where the site asks for it
 * @throws HttpError 404 where there is none such or it is somebody else's; 405 where its status forbids it; 429;
 * InvalidInput where the number is missing, or on the code
 */
export async function cancelOwn(
  { deps, ctx, configuration }: VisitorCall,
  { name, cellPhone, reserveNo }: Unreachable & { readonly cellPhone: string | undefined },
  code: string | undefined,
): Promise<Pick<Visit, "reserveNo" | "statusCode">> {
  await countNumber(deps, cellPhone ?? reserveNo);
  const now = deps.clock();
  const site = await configuration();
  if (site.lookupCode && cellPhone !== undefined)
    await requireCode(deps, "lookupCode", { cellPhone, address: ctx.state.address }, code);
  return deps.db.transaction(async (trx) => {
    const own =
      cellPhone === undefined
        ? (await visitWithoutNumber({ ...deps, db: trx }, { name, reserveNo }, new Date(0)))?.visit
        : await ownVisit(trx, { reserveNo, name, hashes: deps.cipher.hashes(cellPhone) });
    // the same for whoever does not know the number as for a visit that is not there
    if (!own && cellPhone === undefined) throw invalid({ cellPhone: "required" });
    const party = own && (await lockParty(trx, own.id, site));
    if (!party) throw notFound();
    const statusCode = await decide(trx, party, "cancel", { actor: visitor, now, site, cipher: deps.cipher });
    return { reserveNo, statusCode };
  });
}
