/**
 * Erasure requests (docs/behaviour.md, "Roles and permissions" and "Privacy"). A request has personal data until it is
 * decided.
 */
import type { Knex } from "knex";
import { raw } from "objection";
import { personOf, type Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { invalid, notFound, requestDecided, requestStillOpen } from "#api/errors.ts";
import { inLanguage, type Language, maskDecryptedPhone, translateStatus } from "#api/http/language.ts";
import { publishChanges } from "#api/live/changes.ts";
import { type Page, pageOf, readSort } from "#api/paging.ts";
import { redactPerson } from "#api/redact.ts";
import { addDays, daysBetween, fromInstant } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import {
  answerDays,
  type ErasureDecision,
  type ErasureQuery,
  type ErasureRequestAnswer,
  type NewErasureRequest,
  type RequestedVisitAnswer,
} from "#contract/privacy/erasure-requests.ts";
import { reserveNumber } from "#contract/visits/reserve-number.ts";
import { type DecryptedContact, emptyPhoneColumns, type FieldCipher, unreadable } from "#db/field-cipher.ts";
import { ErasureRequest, WaitingErasure } from "#db/models/visits/erasure.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { Accessed } from "../access-log/log-access.ts";
import { eraseVisits, isOpen, lockGroups } from "./erase.ts";
import { type RequestedVisit, requestedVisits } from "./queries.ts";

const columns = [
  ...(["id", "requestNo", "state", "name", "cellCipher", "cellKey", "cellHash", "visitIds", "note"] as const),
  ...(["createdAt", "createdBy", "decidedAt", "decidedBy", "reason", "erasedVisits"] as const),
];

interface ErasureRequestRow extends Pick<ErasureRequest, (typeof columns)[number]> {
  readonly creatorName: string;
  readonly creatorEnName: string;
  readonly deciderName: string | null;
  readonly deciderEnName: string | null;
}

const requests = (db: Knex) =>
  ErasureRequest.query(db)
    .select(columns.map((name) => `erasureRequests.${name}`))
    .select("creator.name as creatorName", "creator.enName as creatorEnName")
    .select("decider.name as deciderName", "decider.enName as deciderEnName")
    .joinRelated("creator")
    .leftJoinRelated("decider");

/** A request with its decrypted number and its current visits. */
interface FoundRequest extends ErasureRequestRow {
  /** Undefined where none was given. */
  readonly cellPhone: DecryptedContact;
  readonly visits: readonly RequestedVisit[];
  /** Under the same number and another name. */
  readonly otherNames: readonly RequestedVisit[];
}

/** Falls back to the stored hash where the number cannot be decrypted, so that the visits are still found. */
function hashesOf(
  cipher: FieldCipher,
  { cellPhone, cellHash }: Pick<FoundRequest, "cellPhone" | "cellHash">,
) {
  if (cellPhone === unreadable) return cellHash ? [cellHash] : [];
  return cellPhone === undefined ? [] : cipher.hashes(cellPhone);
}

/** Adds the visits of each request. */
async function withVisits(
  db: Knex,
  cipher: FieldCipher,
  rows: readonly ErasureRequestRow[],
): Promise<FoundRequest[]> {
  const opened = rows.map((row): ErasureRequestRow & Pick<FoundRequest, "cellPhone"> => ({
    ...row,
    cellPhone: cipher.decryptContact(row, row.requestNo),
  }));
  const hashed = opened.map((request) => ({ id: request.id, hashes: hashesOf(cipher, request) }));
  const found = Map.groupBy(await requestedVisits(db, hashed), ({ requestId }) => requestId);
  return opened.map((request) => {
    const visits = found.get(request.id) ?? [];
    return {
      ...request,
      visits: visits.filter(({ hasOtherName }) => !hasOtherName),
      otherNames: visits.filter(({ hasOtherName }) => hasOtherName),
    };
  });
}

async function readRequest(db: Knex, cipher: FieldCipher, id: number): Promise<FoundRequest> {
  const row = await requests(db).findById(id).castTo<ErasureRequestRow | undefined>();
  const [found] = row ? await withVisits(db, cipher, [row]) : [];
  if (!found) throw notFound();
  return found;
}

const idsShown = ({ visits, otherNames }: FoundRequest) => [...visits, ...otherNames].map(({ id }) => id);

/** Logs that a request is shown. */
const recordShown = (db: Knex, reader: Reader, request: FoundRequest) =>
  Accessed.recordOne(db, reader, request, idsShown(request));

/** Reads a page of requests and logs the access to their visits; `q` is the beginning of a request's number. */
export async function readRequests(
  { db, cipher }: Pick<Deps, "db" | "cipher">,
  reader: Reader,
  { sort = "-createdAt", state, q, ...page }: ErasureQuery,
): Promise<Page<Accessed<FoundRequest>>> {
  const { direction } = readSort(sort);
  const fits = requests(db)
    .orderBy("erasureRequests.createdAt", direction)
    .orderBy("erasureRequests.id", direction);
  if (state) fits.whereIn("state", state);
  if (q !== undefined) fits.where(raw("starts_with(request_no, upper(?))", [q]), true);
  const { rows, ...counts } = await pageOf<ErasureRequest, ErasureRequestRow>(db, fits, page);
  const found = await withVisits(db, cipher, rows);
  return { rows: await Accessed.record(db, reader, found, idsShown), ...counts };
}

type Work = Pick<Deps, "db" | "cipher" | "clock" | "random"> & {
  /** IANA name of the site's zone. */
  readonly timezone: string;
};

/** Requires that a request identifies the person by name and number, or by existing visits. */
async function requireSubject(trx: Knex, { name, cellPhone, visitIDs }: NewErasureRequest): Promise<void> {
  const errors: FieldErrors = {};
  const isByVisits = visitIDs.length > 0 && name === undefined && cellPhone === undefined;
  if (!isByVisits) {
    if (name === undefined) errors.name = "required";
    if (cellPhone === undefined) errors.cellPhone = "required";
  }
  const existing = await Visit.query(trx).select("id").modify("withIds", visitIDs);
  const known = new Set(existing.map(({ id }) => id));
  visitIDs.forEach((id, index) => {
    if (!known.has(id)) errors[`visitIDs.${index}`] = "visitUnknown";
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * Adds a request.
 * @throws InvalidInput without name and number or visits, or for an unknown visit
 */
export function addRequest(
  { db, cipher, clock, random, timezone }: Work,
  reader: Reader,
  given: NewErasureRequest,
): Promise<Accessed<FoundRequest>> {
  const now = clock();
  return db.transaction(async (trx) => {
    await requireSubject(trx, given);
    const { name = "", cellPhone, visitIDs, note = "" } = given;
    const requestNo = reserveNumber(fromInstant(now, timezone), random(5));
    const { id } = await ErasureRequest.query(trx)
      .insert({
        requestNo,
        name,
        ...(cellPhone !== undefined && cipher.encryptContact(cellPhone, requestNo)),
        visitIds: visitIDs,
        note,
        createdBy: personOf(reader),
        createdAt: now,
      })
      .returning("id");
    const found = await readRequest(trx, cipher, id);
    await publishChanges(trx, [{ kind: "erasureRequest" }]);
    return recordShown(trx, reader, found);
  });
}

/** Names and other words that identify the visitors, to redact a reason. */
async function identifyingWords(trx: Knex, ids: readonly number[]) {
  const rows = await Visit.query(trx)
    .select("name", "company", "carNumber", "reserveNo")
    .modify("withIds", ids);
  return rows.map(({ name, company, carNumber, reserveNo }) => ({
    name,
    words: [company, carNumber, reserveNo],
  }));
}

/** Clears personal data of a decided request. */
export const clearedColumns = { ...emptyPhoneColumns, name: "", note: "", visitIds: [] };

/**
 * Refuses a request, or grants it and erases the person's visits, including the listed ones under another name. In both cases
 * the request loses its personal data, and the reason is stored redacted.
 * @throws HttpError 404; 405 where it is decided, or where a visit to erase is not over; InvalidInput for a visit that does
 *   not have the request's number
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
    // The second of two concurrent decisions waits here, and then finds the request decided.
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
      ...(await identifyingWords(trx, [...named, ...visits.map((visit) => visit.id)])),
    ];
    const redacted = people.reduce((text, { name, words }) => redactPerson(text, name, words), reason);
    await eraseVisits(trx, visits, { reason: "request", by, now, timezone });
    const state = decision === "erase" ? "erased" : "refused";
    const decided = { state, decidedBy: by, erasedVisits: visits.length } as const;
    await ErasureRequest.query(trx)
      .findById(id)
      .patch({ ...clearedColumns, ...decided, reason: redacted, decidedAt: now });
    await WaitingErasure.query(trx).insert({
      entry: { kind: "request", at: now.toISOString(), requestId: id, ...decided },
    });
    await publishChanges(trx, [{ kind: "erasureRequest" }]);
    return recordShown(trx, reader, await readRequest(trx, cipher, id));
  });
}

const presentVisit = (
  visit: RequestedVisit,
  { lang, timezone }: { readonly lang: Language; readonly timezone: string },
): RequestedVisitAnswer => ({
  id: visit.id,
  reserveNo: visit.reserveNo,
  startDate: fromInstant(visit.startAt, timezone),
  endDate: fromInstant(visit.endAt, timezone),
  statusCode: visit.statusCode,
  status: translateStatus(lang, visit.statusCode),
  isOpen: isOpen(visit),
});

/** @param now for `daysLeft` */
export function presentErasureRequest(
  { row }: Accessed<FoundRequest>,
  { lang, timezone, now }: { lang: Language; timezone: string; now: Date },
): ErasureRequestAnswer {
  const { id, requestNo, state, name, note, reason, erasedVisits } = row;
  const today = fromInstant(now, timezone).slice(0, 10);
  const decideBy = addDays(fromInstant(row.createdAt, timezone).slice(0, 10), answerDays);
  return {
    id,
    requestNo,
    state,
    name,
    note,
    reason,
    erasedVisits,
    cellPhone: maskDecryptedPhone(row.cellPhone, lang),
    visits: row.visits.map((visit) => presentVisit(visit, { lang, timezone })),
    otherNames: row.otherNames.map((visit) => ({
      ...presentVisit(visit, { lang, timezone }),
      name: visit.name,
    })),
    decideBy,
    daysLeft: row.state === "open" ? daysBetween(today, decideBy) : null,
    createdAt: fromInstant(row.createdAt, timezone),
    createdBy: { id: row.createdBy, name: inLanguage(lang, row.creatorName, row.creatorEnName) },
    decidedAt: row.decidedAt && fromInstant(row.decidedAt, timezone),
    decidedBy:
      row.decidedBy === null
        ? null
        : { id: row.decidedBy, name: inLanguage(lang, row.deciderName ?? "", row.deciderEnName ?? "") },
  };
}
