/** Passes are issued to a visitor or to some of a group, all of them or none (docs/behaviour.md, "Passes"). */

import { ref } from "objection";
import type { Reader } from "#api/auth/auth-context.ts";
import {
  consentRequired,
  type HttpError,
  invalid,
  otherPassHeld,
  passLost,
  passOut,
  passRetired,
  tooEarly,
} from "#api/errors.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import { redactPerson } from "#api/redact.ts";
import type { ErrorCode, FieldErrors } from "#contract/errors.ts";
import type { Issue } from "#contract/visits/visit-actions.ts";
import { logAccess } from "../access-log/log-access.ts";
import { notifyHosts } from "../messages/host-messages.ts";
import { visitsWithoutConsent } from "../visits/consents.ts";
import { issuedFrom } from "../visits/state.ts";
import { applyTransition, type LoggedPasses, requireTransition } from "../visits/transitions.ts";
import type { LockedParty, LockedVisit, VisitWork } from "../visits/with-locked-visit.ts";
import { giveOut, lockPasses, type PassState } from "./locked-passes.ts";

/** A visit that is to get passes, and its place in the body ("", "party.0."). */
interface Receiver {
  readonly visit: LockedVisit;
  readonly place: string;
  readonly passNo?: string | undefined;
  readonly carPassNo?: string | undefined;
  readonly carNumber?: string | undefined;
}

interface Chosen {
  readonly visit: LockedVisit;
  readonly pass: PassState;
  readonly isNew: boolean;
}

/** The visits that get passes: that of the path, and others of its group, each once. */
function receiversOf(
  { visit, companions }: LockedParty,
  { visitID, passNo, carPassNo, carNumber, party = [] }: Partial<Issue>,
  errors: FieldErrors,
): Receiver[] {
  const receivers: Receiver[] = [{ visit, place: "", passNo, carPassNo, carNumber }];
  if (visitID !== visit.id) errors.visitID = "invalid";
  party.forEach((member, index) => {
    const place = `party.${index}.`;
    const companion = companions.find(({ id }) => id === member.visitID);
    const isTwice = receivers.some((receiver) => receiver.visit === companion);
    if (companion && !isTwice) receivers.push({ ...member, visit: companion, place });
    else errors[`${place}visitID`] = companion ? "invalid" : "notCompanion";
  });
  return receivers;
}

type PassChoice =
  /** `isNew` where it is issued now; else the visitor has it already. */
  | { readonly pass: PassState; readonly isNew: boolean }
  | { readonly error: ErrorCode }
  | { readonly refusal: HttpError };

/**
 * Chooses a visitor's pass of one kind. Pure; the passes were read and locked before.
 * @param visitId the visit that is to get it
 * @param passNo the requested number; without one the pass still held counts
 * @param passes those of this kind that are requested or held by the party
 * @returns undefined where none is requested and none is held
 */
export function choosePass(
  visitId: number,
  passNo: string | undefined,
  passes: readonly PassState[],
): PassChoice | undefined {
  const held = passes.find((pass) => pass.visitId === visitId);
  if (passNo === undefined) return held && { pass: held, isNew: false };
  const named = passes.find((pass) => pass.passNo === passNo);
  if (!named) return { error: "passUnknown" };
  if (named === held) return { pass: named, isNew: false };
  if (named.status === "issued") return { refusal: passOut(named) };
  if (named.status === "lost") return { refusal: passLost(named) };
  if (named.status === "retired") return { refusal: passRetired(named) };
  // One pass a visitor: what is out with them comes back, or is marked as lost, before they get another.
  return held ? { refusal: otherPassHeld(held) } : { pass: named, isNew: true };
}

type PassField = "passNo" | "carPassNo";

/** Each receiver's pass of one kind. Errors and refusals are collected: a 400 comes before a 405. */
function choose(
  receivers: readonly Receiver[],
  field: PassField,
  passes: readonly PassState[],
  { errors, refusals }: { errors: FieldErrors; refusals: HttpError[] },
): Chosen[] {
  const ofKind = passes.filter(({ vehicle }) => vehicle === (field === "carPassNo"));
  const seen = new Set<string>();
  return receivers.flatMap((receiver): Chosen[] => {
    const { visit, place } = receiver;
    const passNo = receiver[field];
    const isTwice = passNo !== undefined && seen.has(passNo);
    if (passNo !== undefined) seen.add(passNo);
    const choice = choosePass(visit.id, passNo, ofKind);
    if (!choice) {
      if (field === "passNo") errors[place + field] = "required";
    } else if ("error" in choice) {
      errors[place + field] = choice.error;
    } else if (isTwice) {
      errors[place + field] = "passTwice";
    } else if ("refusal" in choice) {
      refusals.push(choice.refusal);
    } else {
      return [{ visit, ...choice }];
    }
    return [];
  });
}

/**
 * Issues passes; the guide is stored with all visits, the reason with those that are early.
 * @param fields the body
 * @param reader the caller
 * @returns the ids of the visits that entered, as the body named them
 * @throws InvalidInput for an unknown pass, none where none is held, or who is no companion; HttpError 405
 *   where a visit may not enter now, is early without a reason, has no consent where the site
 *   asks for it and no reason is given, or a pass is out with another visitor, lost or retired
 */
export async function issuePasses(
  work: VisitWork,
  { value, validFields, errors: bodyErrors }: ReadFields<Issue>,
  reader: Reader,
): Promise<number[]> {
  const { trx, now } = work;
  const errors: FieldErrors = {};
  const refusals: HttpError[] = [];
  const receivers = receiversOf(work, validFields, errors);
  const visits = receivers.map(({ visit }) => visit);
  const locked = await lockPasses(trx, {
    visitIds: visits.map(({ id }) => id),
    passNos: receivers.flatMap(({ passNo }) => passNo ?? []),
    carPassNos: receivers.flatMap(({ carPassNo }) => carPassNo ?? []),
  });
  const chosen = (["passNo", "carPassNo"] as const).flatMap((field) =>
    choose(receivers, field, locked, { errors, refusals }),
  );
  const all = { ...errors, ...bodyErrors };
  if (!value || Object.keys(all).length > 0) throw invalid(all);
  const early = requireEntries(work, visits, value.reason);
  if (refusals[0]) throw refusals[0];
  const unagreed = await requireConsents(work, visits, value.consentReason, reader);

  for (const { visit, carNumber } of receivers) {
    if (carNumber === undefined || carNumber === visit.carNumber) continue;
    await applyTransition(work, [visit], "edit", { note: "carNumber", change: { carNumber } });
  }
  const passes = loggedPasses(chosen);
  for (const [visitId, { passIds }] of passes) await giveOut(trx, passIds, { visitId, issuedAt: now, now });
  await applyTransition(work, visits, "issue", {
    moved: { to: "entered" },
    note: (visitId) =>
      [early.has(visitId) && value.reason, unagreed.has(visitId) && value.consentReason]
        .filter(Boolean)
        .join("\n"),
    passes,
    change: {
      enteredAt: now,
      enteredFrom: ref("statusCode"),
      exitedAt: null,
      ...(value.guide !== undefined && { guide: value.guide }),
    },
  });
  const ids = visits.map(({ id }) => id);
  await notifyHosts(work, "arriveHost", ids);
  return ids;
}

/**
 * Whether all of them may enter now.
 * @returns the ids of those who are early, and enter for the reason
 * @throws HttpError 405
 */
function requireEntries(
  work: VisitWork,
  visits: readonly LockedVisit[],
  reason: string | undefined,
): Set<number> {
  const early = new Set<number>();
  for (const visit of visits) {
    if (!requireTransition("issue", visit, work).needsReason) continue;
    if (!reason) throw tooEarly(issuedFrom(visit));
    early.add(visit.id);
  }
  return early;
}

/**
 * Requires the consent of all visitors, where the site asks for that. The desk never agrees for a visitor: it lets them
 * in without, for a reason that the access log keeps for the officer's review, without what names them.
 * @returns the ids of those who enter for the reason
 * @throws HttpError 405 that names them
 */
async function requireConsents(
  { trx, site }: VisitWork,
  visits: readonly LockedVisit[],
  reason: string | undefined,
  reader: Reader,
): Promise<Set<number>> {
  if (!site.requireConsent) return new Set();
  const without = await visitsWithoutConsent(
    trx,
    visits.map(({ id }) => id),
  );
  const visitIds = without.map(({ id }) => id);
  if (without.length === 0) return new Set();
  if (!reason) throw consentRequired(without);
  const redacted = without.reduce(
    (text, { name, company, carNumber }) => redactPerson(text, name, [company, carNumber]),
    reason,
  );
  await logAccess(trx, reader, { visitIds, reason: redacted });
  return new Set(visitIds);
}

/** Each visit's passes, as its log names them. */
function loggedPasses(chosen: readonly Chosen[]): Map<number, LoggedPasses> {
  const logged = new Map<number, LoggedPasses>();
  for (const { visit, pass, isNew } of chosen) {
    const before = logged.get(visit.id);
    logged.set(visit.id, {
      passNo: before === undefined ? pass.passNo : `${before.passNo}, ${pass.passNo}`,
      passIds: [...(before?.passIds ?? []), ...(isNew ? [pass.id] : [])],
    });
  }
  return logged;
}
