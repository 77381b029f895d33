/** Passes are issued to a visitor or a whole party, all or nothing (docs/behaviour.md, "Passes"). */

import { ref } from "objection";
import { type HttpError, invalid } from "#api/errors.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import { noteChanges } from "#api/live/changes.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { Issue } from "#contract/visit-actions.ts";
import { lockPasses } from "#db/queries/passes/locks.ts";
import { handOut } from "#db/statements/passes.ts";
import type { LockedParty, LockedVisit } from "../visits/locks.ts";
import { applyTransition, requireTransition } from "../visits/transitions.ts";
import type { VisitWork } from "../visits/with-locked-visit.ts";
import { choosePass, type PassState } from "./choose-pass.ts";

/** One who is to get passes, and where the body speaks of them ("", "party.0."). */
interface Receiver {
  readonly visit: LockedVisit;
  readonly place: string;
  readonly passNo?: string | undefined;
  readonly carPassNo?: string | undefined;
}

interface Chosen {
  readonly visit: LockedVisit;
  readonly pass: PassState;
  readonly isNew: boolean;
}

/** Who gets passes: the visit of the path, and companions of it, each once. */
function receiversOf(
  { visit, companions }: LockedParty,
  { visitID, passNo, carPassNo, party = [] }: Partial<Issue>,
  errors: FieldErrors,
): Receiver[] {
  const receivers: Receiver[] = [{ visit, place: "", passNo, carPassNo }];
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

type PassField = "passNo" | "carPassNo";

const namedIn = (receivers: readonly Receiver[], field: PassField): string[] =>
  receivers.flatMap((receiver) => receiver[field] ?? []);

/** What each receiver gets of one kind. Errors and refusals are gathered: a 400 comes before a 405. */
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
    const wanted = receiver[field];
    const isTwice = wanted !== undefined && seen.has(wanted);
    if (wanted !== undefined) seen.add(wanted);
    const choice = choosePass(visit.id, wanted, ofKind);
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
 * Issues passes; who escorts is kept for all of them.
 * @param fields the body
 * @returns the ids of the visits that entered, as the body named them
 * @throws InvalidInput for an unknown pass, none where none is held, or who is no companion; HttpError 405
 *   where a visit may not enter now, or a pass is out with somebody else, lost or retired
 */
export async function issuePasses(
  work: VisitWork,
  { value, validFields, errors: bodyErrors }: ReadFields<Issue>,
): Promise<number[]> {
  const { trx, actor, now, at } = work;
  const errors: FieldErrors = {};
  const refusals: HttpError[] = [];
  const receivers = receiversOf(work, validFields, errors);
  const visits = receivers.map(({ visit }) => visit);
  const passes = await lockPasses(trx, {
    visitIds: visits.map(({ id }) => id),
    passNos: namedIn(receivers, "passNo"),
    carPassNos: namedIn(receivers, "carPassNo"),
  });
  const chosen = (["passNo", "carPassNo"] as const).flatMap((field) =>
    choose(receivers, field, passes, { errors, refusals }),
  );
  const all = { ...errors, ...bodyErrors };
  if (!value || Object.keys(all).length > 0) throw invalid(all);
  for (const visit of visits) requireTransition("issue", visit, at);
  if (refusals[0]) throw refusals[0];

  const given = chosen.flatMap(({ visit, pass, isNew }) =>
    isNew ? [{ passId: pass.id, visitId: visit.id }] : [],
  );
  await handOut(trx, given, now);
  if (given.length > 0) await noteChanges(trx, [{ kind: "pass" }]);
  await applyTransition(trx, visits, "issue", {
    moved: { to: "entered" },
    actor,
    now,
    passNos: passNosOf(chosen),
    change: {
      enteredAt: now,
      enteredFrom: ref("statusCode"),
      exitedAt: null,
      ...(value.guide !== undefined && { guide: value.guide }),
    },
  });
  return visits.map(({ id }) => id);
}

/** The numbers of each visit's passes, as its log names them. */
function passNosOf(chosen: readonly Chosen[]): Map<number, string> {
  const numbers = new Map<number, string>();
  for (const { visit, pass } of chosen) {
    const before = numbers.get(visit.id);
    numbers.set(visit.id, before === undefined ? pass.passNo : `${before}, ${pass.passNo}`);
  }
  return numbers;
}
