/**
 * A visitor's actions by their personal link (docs/behaviour.md, "Personal link"). The token authenticates the visitor; sessions
 * are ignored.
 */

import type { Knex } from "knex";
import type * as z from "zod/mini";
import { visitor } from "#api/auth/auth-context.ts";
import { endDeskLink } from "#api/auth/desk-link-tokens.ts";
import { readSession } from "#api/auth/sessions.ts";
import { hashOfToken } from "#api/auth/tokens.ts";
import { invalid, ownConsentOnly, transitionNotAllowed } from "#api/errors.ts";
import { readCookie } from "#api/http/cookies/cookies.ts";
import type { Language } from "#api/http/language.ts";
import { readSiteSettings } from "#api/site-settings.ts";
import type { MessageChannel } from "#contract/channel.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { maskEmail, maskPhone } from "#contract/phone.ts";
import { openStatusCodes, type StatusCode } from "#contract/visits/status.ts";
import { type agreeByLink, type Completable, completable } from "#contract/visits/visit-links.ts";
import { type DecryptedContact, decryptEmail } from "#db/field-cipher.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { Session } from "#db/models/people/session.ts";
import type { Visit } from "#db/models/visits/visit.ts";
import { VisitEmail } from "#db/models/visits/visit-email.ts";
import type { VisitorCall } from "../lookup/own-visits.ts";
import { inviteByEmail, storeVisitEmail } from "../messages/visitor-messages.ts";
import { consentError, consentsGiven, insertConsents } from "../visits/consents.ts";
import { applyTransition, decide } from "../visits/transitions.ts";
import { enteredByVisitor, withoutStaffApproval } from "../visits/visit-log.ts";
import { type LockedGroup, lockGroup } from "../visits/with-locked-visit.ts";
import { type LinkedVisit, visitByLink } from "./queries.ts";

/** 400, the same for an unknown token, a visit that is over and an erased one. */
const linkOver = () => invalid({ token: "linkOver" });

/** How long a link stays valid after the visit's end, for visitors who stay longer. */
const afterEndMs = 24 * 3_600_000;

/** The current visit of a valid link. @throws InvalidInput on the token */
async function readLinked(db: Knex, token: string, now: Date): Promise<LinkedVisit> {
  const overSince = new Date(now.getTime() - afterEndMs);
  const visit = await visitByLink(db, { tokenHash: hashOfToken(token), now, overSince });
  if (!visit) throw linkOver();
  return visit;
}

/** A visit and its site. */
export interface LinkContext {
  readonly visit: LinkedVisit;
  readonly site: Configuration;
}

/** Statuses in which consent and missing fields are still accepted. */
export const answerableStatuses: readonly StatusCode[] = openStatusCodes;

/** Missing fields that the visitor may complete; none once the visit is over. */
export const missingOf = (
  { statusCode, cellCipher, emailCipher, company, carNumber }: LinkedVisit,
  { requestInputVisitorCompany, useCar }: Configuration,
): Completable[] => {
  const isMissing: Record<Completable, boolean> = {
    cellphone: cellCipher === null,
    email: emailCipher === null,
    company: requestInputVisitorCompany && company === "",
    carNumber: useCar && carNumber === "",
  };
  return answerableStatuses.includes(statusCode) ? completable.filter((field) => isMissing[field]) : [];
};

/** State of the visitor's consent. */
export const consentOf = ({ hasConsent, statusCode }: LinkedVisit): "given" | "missing" | "notAsked" => {
  if (hasConsent) return "given";
  return answerableStatuses.includes(statusCode) ? "missing" : "notAsked";
};

/** @throws InvalidInput on the token */
export async function readByLink({ deps, configuration }: VisitorCall, token: string): Promise<LinkContext> {
  const site = await configuration();
  return { visit: await readLinked(deps.db, token, deps.clock()), site };
}

/** @throws InvalidInput on the token of a link of the desk, which only serves to agree and complete fields */
function requirePersonalLink({ visit }: LinkContext): void {
  if (visit.deskUserId !== null) throw linkOver();
}

/** As `readByLink`, for actions that a link of the desk does not allow. */
export async function readByPersonalLink(call: VisitorCall, token: string): Promise<LinkContext> {
  const visit = await readByLink(call, token);
  requirePersonalLink(visit);
  return visit;
}

interface LockedLink extends LinkContext {
  readonly trx: Knex.Transaction;
  readonly party: LockedGroup;
  readonly now: Date;
}

/**
 * Runs `work` on the locked visit of a link. Reads it again after locking: another transaction may have cancelled the visit or
 * corrected the number, which invalidates the link.
 * @param allowed statuses that allow the action
 * @throws InvalidInput on the token; HttpError 405 in another status
 */
async function withLinkedVisit<Result>(
  { deps, configuration }: VisitorCall,
  token: string,
  allowed: readonly StatusCode[],
  work: (linked: LockedLink) => Promise<Result>,
): Promise<Result> {
  const site = await configuration();
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    const { id } = await readLinked(trx, token, now);
    const party = await lockGroup(trx, id, site);
    if (!party) throw linkOver();
    if (!allowed.includes(party.visit.statusCode)) throw transitionNotAllowed(party.visit.statusCode);
    const visit = await readLinked(trx, token, now);
    return work({ trx, party, visit, site, now });
  });
}

const reread = async ({ trx, site, now }: LockedLink, token: string): Promise<LinkContext> => ({
  visit: await readLinked(trx, token, now),
  site,
});

/** The browser's session of the console: in use by staff and not by the visitor, or suspended as a handed-over screen's. */
async function readConsoleSession({ deps: { db, clock }, ctx }: VisitorCall) {
  const token = readCookie(ctx, "session");
  if (token === undefined) return { isStaff: false, sessionId: undefined };
  const inUse = await readSession(db, token, { now: clock(), isPerson: false });
  const stored = await Session.query(db)
    .findOne({ tokenHash: hashOfToken(token) })
    .select("id");
  return { isStaff: inUse !== undefined, sessionId: stored?.id };
}

type Agreeing = z.output<typeof agreeByLink.body>;

/**
 * Stores the consent with texts, versions, language, time and channel. Repeated consent changes nothing. Ends the visit's link of
 * the desk, by whichever link the visitor agreed.
 * @throws InvalidInput on the token, or under `_` where a text is missing or has a newer version; HttpError 405, also where staff
 *   agree for a visitor at the desk, or not on the screen that was handed over
 */
export async function agreeByToken(
  call: VisitorCall,
  { token, privacy, privacyPolicyId, agreements }: Agreeing,
  lang: Language,
): Promise<LinkContext> {
  const { isStaff, sessionId } = await readConsoleSession(call);
  return withLinkedVisit(call, token, answerableStatuses, async (linked) => {
    const { trx, party, visit, site, now } = linked;
    const { deskUserId, screenSessionId } = visit;
    const isElsewhere = screenSessionId !== null && screenSessionId !== sessionId;
    if (deskUserId !== null && (isStaff || isElsewhere)) throw ownConsentOnly();
    if (visit.hasConsent) return { visit, site };
    const { setUp, ...inForce } = await readSiteSettings(trx);
    if (!(setUp.policy && setUp.terms)) throw invalid({ _: "notReady" });
    const given = { privacy, privacyPolicyId, agreements };
    const error = consentError(given, inForce, lang);
    if (error) throw invalid({ _: error });
    const channel = deskUserId === null ? "link" : "desk";
    await insertConsents(
      trx,
      { visitId: visit.id, lang, agreedAt: now, channel, deskUserId },
      consentsGiven(given, inForce),
    );
    await applyTransition({ trx, actor: visitor, now }, [party.visit], "agree");
    const seen = await reread(linked, token);
    await endDeskLink(trx, visit.id, now);
    return seen;
  });
}

type Completion = Readonly<Partial<Record<Completable, string | undefined>>>;

/** How long the same number or address is accepted again, for clients that retry without a response. */
const retryMs = 3_600_000;

/** Shown masked: only the visitor who just entered a value may learn that it equals the stored one. */
const isMasked = (field: Completable): boolean => field === "cellphone" || field === "email";

/**
 * Only empty fields can be filled: a link overwrites nothing that staff or the visitor entered.
 * @param recentNotes notes of the visitor's recent edits in the log
 */
function newValues(
  given: Completion,
  { visit, site }: LinkContext,
  { cellPhone, email }: Record<"cellPhone" | "email", DecryptedContact>,
  recentNotes: readonly string[],
): Partial<Record<Completable, string>> {
  const { company, carNumber } = visit;
  const current = { cellphone: cellPhone, email, company, carNumber };
  const missing = missingOf(visit, site);
  const errors: FieldErrors = {};
  const values: Partial<Record<Completable, string>> = {};
  for (const field of completable) {
    const value = given[field];
    const mayRevealSame = !isMasked(field) || recentNotes.some((note) => note.startsWith(`${field} `));
    if (value === undefined || (mayRevealSame && value === current[field])) continue;
    if (missing.includes(field)) values[field] = value;
    else errors[field] = "alreadyGiven";
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values;
}

/**
 * Whether a companion is unverified: neither approved by staff, nor named by a visitor with a verified number. The applicant
 * also has the link, and could make the site write to any address.
 */
const isUnverified = async ({ trx, visit, site }: LockedLink): Promise<boolean> =>
  visit.leaderName !== null &&
  !site.submitCode &&
  (await withoutStaffApproval(trx, [visit.id])).has(visit.id);

/**
 * Completes missing fields.
 * @param given without fields that the site's form does not have
 * @throws InvalidInput on the token, or on a field that is not missing; HttpError 405
 */
export function completeByToken(
  call: VisitorCall,
  { token, ...given }: Completion & { readonly token: string },
): Promise<LinkContext> {
  const { cipher } = call.deps;
  return withLinkedVisit(call, token, answerableStatuses, async (linked) => {
    const { trx, party, visit, now } = linked;
    const number = cipher.decryptContact(visit, visit.reserveNo);
    const known: Record<"cellPhone" | "email", DecryptedContact> = {
      cellPhone: number,
      email: decryptEmail(cipher, visit),
    };
    const recentNotes = await enteredByVisitor(trx, visit.id, new Date(now.getTime() - retryMs));
    const values = newValues(given, linked, known, recentNotes);
    const { cellphone, email, ...plain } = values;
    const change: Partial<Visit> = {
      ...plain,
      ...(cellphone !== undefined && cipher.encryptContact(cellphone, visit.reserveNo)),
    };
    const fields = completable.filter((field) => values[field] !== undefined);
    if (fields.length === 0) return linked;
    if (email !== undefined) await storeVisitEmail(trx, cipher, { visitId: visit.id, email });
    await applyTransition({ trx, actor: visitor, now }, [party.visit], "edit", {
      note: fields
        .map((field) => {
          if (field === "email") return `email - → ${maskEmail(email)}`;
          return field === "cellphone" ? `cellphone - → ${maskPhone(cellphone)}` : field;
        })
        .join(", "),
      change,
    });
    if (email !== undefined && !(await isUnverified(linked))) {
      await inviteByEmail({ ...call.deps, trx, now, site: linked.site, isPublic: true }, visit.id);
    }
    return reread(linked, token);
  });
}

/**
 * Stores the channel of messages.
 * @throws InvalidInput on the token, or on `channel` without both number and e-mail address; HttpError 405
 */
export function chooseByToken(
  call: VisitorCall,
  token: string,
  channel: MessageChannel | null,
): Promise<LinkContext> {
  return withLinkedVisit(call, token, answerableStatuses, async (linked) => {
    const { trx, visit } = linked;
    requirePersonalLink(linked);
    if (visit.emailCipher === null || visit.cellCipher === null) throw invalid({ channel: "invalid" });
    await VisitEmail.query(trx).patch({ channel }).where({ visitId: visit.id });
    return reread(linked, token);
  });
}

/**
 * Cancels the visit, and a leader's companions in the same status.
 * @throws InvalidInput on the token; HttpError 405
 */
export function cancelByToken(
  call: VisitorCall,
  token: string,
): Promise<Pick<Visit, "reserveNo" | "statusCode">> {
  return withLinkedVisit(call, token, ["applied", "approved"], async (linked) => {
    const { trx, party, visit, site, now } = linked;
    requirePersonalLink(linked);
    const statusCode = await decide(trx, party, "cancel", { ...call.deps, actor: visitor, now, site });
    return { reserveNo: visit.reserveNo, statusCode };
  });
}
