/**
 * Requests for erasure (docs/behaviour.md, "Roles and permissions" and "Privacy"). A request identifies the person
 * until it is decided; after that it holds nothing personal.
 */

import type { Knex } from "knex";
import { personOf, type Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { invalid, notFound, requestDecided, requestStillOpen } from "#api/errors.ts";
import { noteChanges } from "#api/live/changes.ts";
import { redactPerson } from "#api/redact.ts";
import { fromInstant } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { ErasureDecision, NewErasureRequest } from "#contract/privacy/erasure-requests.ts";
import { reserveNumber } from "#contract/visits/reserve-number.ts";
import { ErasureRequest, WaitingErasure } from "#db/models/visits/erasure.ts";
import { Visit } from "#db/models/visits/visit.ts";
import type { Accessed } from "../access-log/log-access.ts";
import { eraseVisits } from "./erase.ts";
import { type FoundRequest, readRequest, shownOne } from "./read-requests.ts";
import { isOpen, lockGroups } from "./visit-groups.ts";

type Work = Pick<Deps, "db" | "cipher" | "clock" | "random"> & {
  /** IANA name of the site's zone. */
  readonly timezone: string;
};

/** A request names the person by name and number together, or by existing visits. */
async function requireWhose(trx: Knex, { name, cellPhone, visitIDs }: NewErasureRequest): Promise<void> {
  const errors: FieldErrors = {};
  const isByVisits = visitIDs.length > 0 && name === undefined && cellPhone === undefined;
  if (!isByVisits) {
    if (name === undefined) errors.name = "required";
    if (cellPhone === undefined) errors.cellPhone = "required";
  }
  const there = await Visit.query(trx).select("id").modify("withIds", visitIDs);
  const known = new Set(there.map(({ id }) => id));
  visitIDs.forEach((id, index) => {
    if (!known.has(id)) errors[`visitIDs.${index}`] = "visitUnknown";
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * Adds a request.
 * @throws InvalidInput where neither name and number nor visits are given, or a visit is not there
 */
export function addRequest(
  { db, cipher, clock, random, timezone }: Work,
  reader: Reader,
  given: NewErasureRequest,
): Promise<Accessed<FoundRequest>> {
  const now = clock();
  return db.transaction(async (trx) => {
    await requireWhose(trx, given);
    const { name = "", cellPhone, visitIDs, note = "" } = given;
    const requestNo = reserveNumber(fromInstant(now, timezone), random(5));
    const { id } = await ErasureRequest.query(trx)
      .insert({
        requestNo,
        name,
        ...(cellPhone !== undefined && cipher.seal(cellPhone, requestNo)),
        visitIds: visitIDs,
        note,
        createdBy: personOf(reader),
        createdAt: now,
      })
      .returning("id");
    const found = await readRequest(trx, cipher, id);
    await noteChanges(trx, [{ kind: "erasureRequest" }]);
    return shownOne(trx, reader, found);
  });
}

/** Words in which a reason could identify the visitors. */
async function namesOf(trx: Knex, ids: readonly number[]): Promise<{ name: string; words: string[] }[]> {
  const rows = await Visit.query(trx)
    .select("name", "company", "carNumber", "reserveNo")
    .modify("withIds", ids);
  return rows.map(({ name, company, carNumber, reserveNo }) => ({
    name,
    words: [company, carNumber, reserveNo],
  }));
}

/** A request that is decided holds nothing personal. */
export const forgotten = {
  name: "",
  note: "",
  visitIds: [],
  cellCipher: null,
  cellKey: null,
  cellHash: null,
  cellLastFourHash: null,
  cellHashKey: null,
};

/**
 * Grants a request, which erases all visits of the person, those under another name as far as they are named, or
 * refuses it. Either way the request loses the person's data; the reason is stored redacted.
 * @throws HttpError 404; 405 where it is decided already, or, to be granted, a visit is not over; InvalidInput for a
 *   visit that is not under the request's number
 */
export function decideRequest(
  { db, cipher, clock, timezone }: Omit<Work, "random">,
  reader: Reader,
  id: number,
  { decision, reason, otherVisitIDs }: Pick<ErasureDecision, "decision" | "reason" | "otherVisitIDs">,
): Promise<Accessed<FoundRequest>> {
  const now = clock();
  const by = personOf(reader);
  return db.transaction(async (trx) => {
    // Two at once: the second waits here, and then sees that it is decided.
    const locked = await ErasureRequest.query(trx).select("state").findById(id).forUpdate();
    if (!locked) throw notFound();
    if (locked.state !== "open") throw requestDecided();
    const request = await readRequest(trx, cipher, id);
    const known = new Set(request.otherNames.map((visit) => visit.id));
    const unknown = otherVisitIDs.findIndex((visitId) => !known.has(visitId));
    if (unknown >= 0) throw invalid({ [`otherVisitIDs.${unknown}`]: "visitUnknown" });
    const named = [...request.visits.map((visit) => visit.id), ...otherVisitIDs];
    const visits = decision === "erase" ? await lockGroups(trx, named) : [];
    if (visits.some(isOpen)) throw requestStillOpen();
    const people = [
      { name: request.name, words: typeof request.cellPhone === "string" ? [request.cellPhone] : [] },
      ...(await namesOf(trx, [...named, ...visits.map((visit) => visit.id)])),
    ];
    const kept = people.reduce((text, { name, words }) => redactPerson(text, name, words), reason);
    await eraseVisits(trx, visits, { reason: "request", by, now, timezone });
    await ErasureRequest.query(trx)
      .findById(id)
      .patch({
        ...forgotten,
        state: decision === "erase" ? "erased" : "refused",
        reason: kept,
        erasedVisits: visits.length,
        decidedBy: by,
        decidedAt: now,
      });
    await WaitingErasure.query(trx).insert({
      entry: {
        kind: "request",
        at: now.toISOString(),
        requestId: id,
        state: decision === "erase" ? "erased" : "refused",
        decidedBy: by,
        erasedVisits: visits.length,
      },
    });
    await noteChanges(trx, [{ kind: "erasureRequest" }]);
    return shownOne(trx, reader, await readRequest(trx, cipher, id));
  });
}
