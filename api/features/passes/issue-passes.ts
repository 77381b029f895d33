/** Issues passes to a visitor and members of their group, all or none (docs/behaviour.md, "Passes"). */

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
import { notifyWorkers } from "../messages/queue.ts";
import { visitsWithoutConsent } from "../visits/consents.ts";
import { earliestIssue, isAllowed } from "../visits/state.ts";
import { applyTransition, type LoggedPasses, requireTransition } from "../visits/transitions.ts";
import { isRepeated } from "../visits/visit-log.ts";
import type { LockedGroup, LockedVisit, VisitWork } from "../visits/with-locked-visit.ts";
import { lockPasses, markIssued, type PassState } from "./locked-passes.ts";

/** A visit that gets passes; `place` is its path in the body ("", "party.0."). */
interface Receiver {
  readonly visit: LockedVisit;
  readonly place: string;
  readonly passNo?: string | undefined;
  readonly carPassNo?: string | undefined;
  readonly carNumber?: string | undefined;
}

interface ChosenPass {
  readonly visit: LockedVisit;
  readonly pass: PassState;
  readonly isNew: boolean;
}

/** The visits that get passes: the one of the path, and others of its group, each once. */
function receiversOf(
  { visit, companions }: LockedGroup,
  { visitID, passNo, carPassNo, carNumber, party = [] }: Partial<Issue>,
  errors: FieldErrors,
): Receiver[] {
  const receivers: Receiver[] = [{ visit, place: "", passNo, carPassNo, carNumber }];
  if (visitID !== visit.id) errors.visitID = "invalid";
  party.forEach((member, index) => {
    const place = `party.${index}.`;
    const companion = companions.find(({ id }) => id === member.visitID);
    const isDuplicate = receivers.some((receiver) => receiver.visit === companion);
    if (companion && !isDuplicate) receivers.push({ ...member, visit: companion, place });
    else errors[`${place}visitID`] = companion ? "invalid" : "notCompanion";
  });
  return receivers;
}

type PassChoice =
  /** `isNew`: the pass is issued now; else the visitor already holds it. */
  | { readonly pass: PassState; readonly isNew: boolean }
  | { readonly error: ErrorCode }
  | { readonly refusal: HttpError };

/**
 * Chooses a visitor's pass of one kind. Pure: the caller has locked the passes.
 * @param visitId the visit that gets it
 * @param passNo the requested number; without one the pass still held counts
 * @param passes of this kind, requested or held by the group
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
  // One pass per visitor: the one they hold has to be returned or reported lost first.
  return held ? { refusal: otherPassHeld(held) } : { pass: named, isNew: true };
}

type PassField = "passNo" | "carPassNo";

/** Each receiver's pass of one kind. Collects errors and refusals, because a 400 takes precedence over a 405. */
function choose(
  receivers: readonly Receiver[],
  field: PassField,
  passes: readonly PassState[],
  { errors, refusals }: { errors: FieldErrors; refusals: HttpError[] },
): ChosenPass[] {
  const ofKind = passes.filter(({ vehicle }) => vehicle === (field === "carPassNo"));
  const seen = new Set<string>();
  return receivers.flatMap((receiver): ChosenPass[] => {
    const { visit, place } = receiver;
    const passNo = receiver[field];
    const isDuplicate = passNo !== undefined && seen.has(passNo);
    if (passNo !== undefined) seen.add(passNo);
    const choice = choosePass(visit.id, passNo, ofKind);
    if (!choice) {
      if (field === "passNo") errors[place + field] = "required";
    } else if ("error" in choice) {
      errors[place + field] = choice.error;
    } else if (isDuplicate) {
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
 * Issues passes; stores the guide with all visits, the reason with those that are early.
 * @returns ids of the visits that entered, in the order of the body
 * @throws InvalidInput for an unknown or missing pass, or a visit outside the group; HttpError 405 where a visit may not enter
 *   now, is early without a reason, lacks a required consent without a reason, or a pass is held by another visitor, lost or
 *   retired
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
  const ids = visits.map(({ id }) => id);
  const locked = await lockPasses(trx, {
    visitIds: ids,
    passNos: receivers.flatMap(({ passNo }) => passNo ?? []),
    carPassNos: receivers.flatMap(({ carPassNo }) => carPassNo ?? []),
  });
  const chosen = (["passNo", "carPassNo"] as const).flatMap((field) =>
    choose(receivers, field, locked, { errors, refusals }),
  );
  const all = { ...errors, ...bodyErrors };
  if (!value || Object.keys(all).length > 0) throw invalid(all);
  if (refusals.length === 0 && (await isIssuedAlready(work, visits, chosen))) return ids;
  const early = requireEntries(work, visits, value.reason);
  if (refusals[0]) throw refusals[0];
  const withoutConsent = await requireConsents(work, ids, value.consentReason, reader);

  for (const { visit, carNumber } of receivers) {
    if (carNumber === undefined || carNumber === visit.carNumber) continue;
    await applyTransition(work, [visit], "edit", { note: "carNumber", change: { carNumber } });
  }
  const passes = new Map<number, LoggedPasses>();
  for (const [visitId, own] of Map.groupBy(chosen, ({ visit }) => visit.id))
    passes.set(visitId, {
      passNo: own.map(({ pass }) => pass.passNo).join(", "),
      passIds: own.flatMap(({ pass, isNew }) => (isNew ? pass.id : [])),
    });
  for (const [visitId, { passIds }] of passes)
    await markIssued(trx, passIds, { visitId, issuedAt: now, now });
  await applyTransition(work, visits, "issue", {
    moved: { to: "entered" },
    note: (visitId) =>
      [early.has(visitId) && value.reason, withoutConsent.has(visitId) && value.consentReason]
        .filter(Boolean)
        .join("\n"),
    passes,
    change: {
      enteredAt: now,
      enteredFrom: ref("statusCode"),
      exitedAt: null,
      arrivalPending: true,
      ...(value.guide !== undefined && { guide: value.guide }),
    },
  });
  notifyWorkers(trx);
  return ids;
}

/** Whether the caller has issued just these passes to just these visits, which are inside. */
async function isIssuedAlready(
  work: VisitWork,
  visits: readonly LockedVisit[],
  chosen: readonly ChosenPass[],
): Promise<boolean> {
  if (chosen.some(({ isNew }) => isNew) || visits.some((visit) => isAllowed("issue", visit, work)))
    return false;
  for (const { id } of visits)
    if (!(await isRepeated(work.trx, id, work.actor, { action: "issue" }))) return false;
  return true;
}

/**
 * Requires that all visits may enter now.
 * @returns ids of the visits that are early, and enter for the reason
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
    if (!reason) throw tooEarly(earliestIssue(visit));
    early.add(visit.id);
  }
  return early;
}

/**
 * Requires the consent of all visitors, where the site requires it. The desk cannot agree for a visitor; it checks them in
 * without consent for a reason, which the access log keeps redacted for the privacy officer's review.
 * @returns ids of the visits that enter without consent
 * @throws HttpError 405 that names the visitors, without a reason
 */
async function requireConsents(
  { trx, site }: VisitWork,
  ids: readonly number[],
  reason: string | undefined,
  reader: Reader,
): Promise<Set<number>> {
  if (!site.requireConsent) return new Set();
  const without = await visitsWithoutConsent(trx, ids);
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
