/** A visitor looks up and cancels their own visits (docs/behaviour.md, "Lookup"). */

import type { Knex } from "knex";
import { visitor } from "#api/auth/auth-context.ts";
import { createCompanionLink } from "#api/auth/visit-link-tokens.ts";
import type { Deps } from "#api/deps.ts";
import { invalid, notFound } from "#api/errors.ts";
import type { Language } from "#api/http/language.ts";
import type { RequestContext } from "#api/http/request-context.ts";
import type { LimitedCall } from "#api/limits.ts";
import { foldLetters } from "#api/name-search.ts";
import { fromInstant } from "#contract/dates.ts";
import { isForeignPhone } from "#contract/phone.ts";
import { unreadable } from "#db/field-cipher.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { Visit } from "#db/models/visits/visit.ts";
import { recordFailedLookup } from "../access-log/log-access.ts";
import { decide } from "../visits/transitions.ts";
import { lockGroup } from "../visits/with-locked-visit.ts";
import { codeErrors, countNumber, sendCode } from "./codes.ts";
import {
  type Companion,
  type LookupVisit,
  ownVisit,
  readCompanions,
  visitByReserveNo,
  visitsOfPerson,
} from "./queries/own-visits.ts";

/** Context of a visitor's call. The configuration is read lazily, after the limit was counted. */
export interface VisitorCall {
  readonly deps: Deps;
  readonly ctx: RequestContext;
  readonly configuration: () => Promise<Configuration>;
}

const companionsOf = (db: Knex, visits: readonly LookupVisit[]): Promise<Companion[]> =>
  readCompanions(
    db,
    visits.filter(({ followersCnt }) => followersCnt > 0).map(({ id }) => id),
  );

const lookupMonths = 12;

/**
 * What a visitor knows of a visit. One that staff entered without a Korean mobile number is identified without it
 * (docs/behaviour.md, "Visits").
 */
interface VisitIdentity {
  readonly name: string;
  readonly cellPhone: string | undefined;
  readonly reserveNo: string;
}

/**
 * Counts a lookup that found nothing, by name, number and address. One that found a visit is not counted but refused above the
 * limit all the same, or its answer would confirm a guess.
 * @throws HttpError 429
 */
async function limitFailures(
  { deps: { cipher, clock, db, limits }, ctx, configuration }: VisitorCall,
  { name, cellPhone, reserveNo }: VisitIdentity,
  isFound: boolean,
): Promise<void> {
  const { clientNetwork: address } = ctx.state;
  const nameHash = cipher.digest(`lookup name ${foldLetters(name).join("")}`);
  const calls: LimitedCall[] = [
    ["lookupMiss", nameHash.toString("base64url")],
    ["lookupMiss", cipher.digest(`lookup number ${cellPhone ?? reserveNo}`).toString("base64url")],
    ["lookupMissAddress", address],
  ];
  if (isFound) return limits.check(calls);
  await Promise.all(calls.map(([limit, key]) => limits.consume(limit, key)));
  const { timezone } = await configuration();
  await recordFailedLookup(db, { day: fromInstant(clock(), timezone).slice(0, 10), nameHash, address });
}

/** The earliest application that a lookup shows. */
function lookupSince({ clock }: Deps): Date {
  const since = new Date(clock());
  since.setMonth(since.getMonth() - lookupMonths);
  return since;
}

/**
 * Sends a code to the person's number, where the site requires one and a lookup would show a visit.
 * @throws HttpError 429; InvalidInput on the number
 */
export async function sendLookupCode(
  { deps, configuration }: VisitorCall,
  { name, cellPhone }: { readonly name: string; readonly cellPhone: string },
  lang: Language,
): Promise<void> {
  await countNumber(deps, cellPhone);
  const site = await configuration();
  if (!site.lookupCode) return;
  const receiver = { name, hashes: deps.cipher.hashes(cellPhone), since: lookupSince(deps) };
  await sendCode(deps, { purpose: "lookupCode", cellPhone, lang, site, receiver });
}

/**
 * Counts the attempt, and requires the code where the site requires one and could send it.
 * @throws HttpError 429; InvalidInput on the code
 */
async function authorize(
  { deps, ctx, configuration }: VisitorCall,
  { cellPhone, reserveNo }: VisitIdentity,
  code: string | undefined,
): Promise<Configuration> {
  const [site] = await Promise.all([configuration(), countNumber(deps, cellPhone ?? reserveNo)]);
  if (site.lookupCode && cellPhone !== undefined) {
    const sender = { cellPhone, address: ctx.state.clientNetwork };
    const errors = await codeErrors(deps, "lookupCode", sender, code);
    if (errors.code) throw invalid(errors);
  }
  return site;
}

/** The visit, unless it has a Korean mobile number, which its visitor would have to know. */
async function visitWithoutNumber(
  deps: Pick<Deps, "cipher" | "db">,
  { name, reserveNo }: VisitIdentity,
  since: Date,
): Promise<{ visit: LookupVisit; cellPhone: string } | undefined> {
  const visit = await visitByReserveNo(deps.db, { reserveNo, name, since });
  const cellPhone = (visit && deps.cipher.decryptContact(visit, visit.reserveNo)) ?? "";
  // A number that cannot be decrypted may be Korean.
  if (!visit || cellPhone === unreadable) return undefined;
  return cellPhone === "" || isForeignPhone(cellPhone) ? { visit, cellPhone } : undefined;
}

/**
 * The person's visits of the last 12 months, newest application first; by reservation number the one visit. The same empty list
 * for whatever is wrong.
 * @throws HttpError 429; InvalidInput on the code
 */
export async function lookUp(call: VisitorCall, identity: VisitIdentity, code: string | undefined) {
  const { db, cipher } = call.deps;
  const { timezone } = await authorize(call, identity, code);
  const { name, cellPhone } = identity;
  const since = lookupSince(call.deps);
  const one = cellPhone === undefined ? await visitWithoutNumber(call.deps, identity, since) : undefined;
  const visits =
    cellPhone === undefined
      ? [one?.visit].filter((visit) => visit !== undefined)
      : await visitsOfPerson(db, { hashes: cipher.hashes(cellPhone), name, since });
  await limitFailures(call, identity, visits.length > 0);
  const companions = await companionsOf(db, visits);
  return { visits, companions, cellPhone: cellPhone ?? one?.cellPhone ?? "", timezone };
}

/**
 * @throws HttpError 404 where the visit does not exist or is another person's; 429; InvalidInput where the number is missing, or
 *   on the code
 */
async function findOwnVisit(
  call: VisitorCall,
  identity: VisitIdentity,
  code: string | undefined,
): Promise<{ id: number; site: Configuration }> {
  const { db, cipher } = call.deps;
  const site = await authorize(call, identity, code);
  const { name, cellPhone, reserveNo } = identity;
  const own =
    cellPhone === undefined
      ? (await visitWithoutNumber(call.deps, identity, new Date(0)))?.visit
      : await ownVisit(db, { reserveNo, name, hashes: cipher.hashes(cellPhone) });
  await limitFailures(call, identity, own !== undefined);
  // The same without the number as for a visit that does not exist.
  if (!own && cellPhone === undefined) throw invalid({ cellPhone: "required" });
  if (!own) throw notFound();
  return { id: own.id, site };
}

/**
 * Cancels the person's visit, and a leader's companions in the same status.
 * @param code from the SMS, where the site requires one and could send it
 * @throws HttpError 404 where the visit does not exist or is another person's; 405 where its status forbids it; 429;
 *   InvalidInput where the number is missing, or on the code
 */
export async function cancelOwn(
  call: VisitorCall,
  identity: VisitIdentity,
  code: string | undefined,
): Promise<Pick<Visit, "reserveNo" | "statusCode">> {
  const { clock, db } = call.deps;
  const { id, site } = await findOwnVisit(call, identity, code);
  const now = clock();
  return db.transaction(async (trx) => {
    const party = await lockGroup(trx, id, site);
    if (!party) throw notFound();
    const statusCode = await decide(trx, party, "cancel", { ...call.deps, actor: visitor, now, site });
    return { reserveNo: identity.reserveNo, statusCode };
  });
}

/**
 * Creates a link for a companion who got no message, for their leader to pass on.
 * @param identity the leader's own visit
 * @param companion the companion's reservation number
 * @returns path and token, without the site's origin
 * @throws HttpError 404 where the visit does not exist, is another person's, or the companion got a message; 429; InvalidInput
 *   where the number is missing, or on the code
 */
export async function createLinkForCompanion(
  call: VisitorCall,
  identity: VisitIdentity,
  { companion, code }: { readonly companion: string; readonly code: string | undefined },
): Promise<string> {
  const { deps } = call;
  const { id: leaderId } = await findOwnVisit(call, identity, code);
  const link = await createCompanionLink(deps, { leaderId, reserveNo: companion });
  if (!link) throw notFound();
  return link;
}
