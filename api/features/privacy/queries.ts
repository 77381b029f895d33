/** SQL of erasure: deleting personal data, statistics of destroyed visits, visits of erasure requests. */
import type { Knex } from "knex";
import { raw } from "objection";
import { anyOf } from "#api/paging.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { emptyPhoneColumns } from "#db/field-cipher.ts";
import { Message } from "#db/models/message.ts";
import { Visit } from "#db/models/visits/visit.ts";

/** The data to erase. */
interface ErasureScope {
  readonly visitIds: number[];
  readonly reserveNos: string[];
  /** Keyed hashes of the mobile numbers. */
  readonly hashes: Buffer[];
  readonly now: Date;
}

interface ErasureTarget {
  readonly table: string;
  /** Database names of columns that may hold personal data. */
  readonly columns: readonly string[];
  /** Erases it; undefined where a foreign key deletes the rows. */
  readonly erase?: (trx: Knex.Transaction, scope: ErasureScope) => PromiseLike<number>;
}

const phoneColumns = ["cell_cipher", "cell_key", "cell_hash", "cell_last_four_hash", "cell_hash_key"];

const ofVisits =
  (table: string): ErasureTarget["erase"] =>
  (trx, { visitIds }) =>
    trx(table).whereRaw("visit_id = ANY(?::integer[])", [visitIds]).delete();

/** Keeps the row, because an erased message still counts as sent; withdraws a queued one. */
const eraseMessages = (trx: Knex.Transaction, now: Date) =>
  Message.query(trx)
    .patch({
      visitId: null,
      ...{ toName: "", text: "", variables: {}, error: "", providerMessageId: "" },
      ...emptyPhoneColumns,
      status: raw("CASE status WHEN 'queued' THEN 'withdrawn' ELSE status END"),
      nextAttemptAt: null,
      erasedAt: now,
      updatedAt: now,
    })
    .where({ erasedAt: null });

/**
 * Every table with a visitor's data, in the order of deletion: references to a visit before the visit. Add new columns with
 * personal data here (tests/db/personal-columns.test.ts finds missing ones).
 */
export const erasureTargets: readonly ErasureTarget[] = [
  {
    // Stored responses to a submission or reservation; they expire after a day.
    table: "idempotency_keys",
    columns: ["answer"],
    erase: (trx, { reserveNos }) =>
      trx("idempotencyKeys").whereRaw("answer ->> 'reserveNo' = ANY(?::text[])", [reserveNos]).delete(),
  },
  {
    // Messages of the visits to any recipient; and messages without a visit to their numbers, once no other visit has the number.
    table: "messages",
    columns: ["ref", "to_name", "text", "variables", "error", "provider_message_id", ...phoneColumns],
    erase: (trx, { visitIds, hashes, now }) =>
      eraseMessages(trx, now).where((message) =>
        message
          .where("visitId", anyOf(visitIds, "integer"))
          .orWhere((bare) =>
            bare
              .where({ visitId: null, hostUserId: null, cellHash: anyOf(hashes, "bytea") })
              .whereNotExists(
                Visit.query(trx)
                  .whereColumn("visits.cellHash", "messages.cellHash")
                  .whereRaw("visits.id <> ALL(?::integer[])", [visitIds]),
              ),
          ),
      ),
  },
  {
    table: "message_counts",
    columns: ["key"],
    erase: (trx, { hashes }) => {
      const keys = hashes.map((hash) => hash.toString("hex"));
      return trx("messageCounts").whereRaw("key = ANY(?::text[])", [keys]).delete();
    },
  },
  {
    table: "visit_emails",
    columns: phoneColumns,
    erase: ofVisits("visit_emails"),
  },
  { table: "visit_notices", columns: [], erase: ofVisits("visit_notices") },
  { table: "visit_links", columns: ["token_hash"], erase: ofVisits("visit_links") },
  { table: "desk_links", columns: ["token_hash"], erase: ofVisits("desk_links") },
  { table: "decision_links", columns: ["token_hash"], erase: ofVisits("decision_links") },
  // Without personal data; a waiting one is not sent any more.
  { table: "webhook_deliveries", columns: [], erase: ofVisits("webhook_deliveries") },
  { table: "visit_consents", columns: [], erase: ofVisits("visit_consents") },
  // A trigger forbids deleting the log of an existing visit.
  { table: "visit_logs", columns: ["note"] },
  { table: "visit_search", columns: ["letters", "pairs"], erase: ofVisits("visit_search") },
  {
    table: "visits",
    columns: [
      ...["reserve_no", "name", "company", "position", "phone", "car_number", "note", "guide"],
      ...phoneColumns,
    ],
    erase: (trx, { visitIds }) => Visit.query(trx).modify("withIds", visitIds).delete(),
  },
];

/** Erases the data of all targets. @returns how many messages were erased */
export async function erasePersonalData(trx: Knex.Transaction, scope: ErasureScope): Promise<number> {
  let messages = 0;
  for (const { table, erase } of erasureTargets) {
    const erased = await erase?.(trx, scope);
    if (table === "messages") messages = erased ?? 0;
  }
  return messages;
}

/** Erases messages without a visit that were created before an instant. @returns how many */
export const eraseMessagesBefore = async (trx: Knex.Transaction, before: Date, now: Date): Promise<number> =>
  eraseMessages(trx, now).where({ visitId: null }).where("createdAt", "<", before);

/** Adds visits to the statistics of destroyed ones, which reports include. */
export async function countDestroyedVisits(
  trx: Knex.Transaction,
  ids: readonly number[],
  timezone: string,
): Promise<void> {
  // Ordered, so that concurrent transactions with the same counters do not deadlock.
  await trx.raw(
    `INSERT INTO visit_statistics AS counted (day, location_id, purpose_id, company_id, department, origin,
       status_code, ended_because, visits, companions, stays, stay_minutes, same_day)
     SELECT (v.start_at AT TIME ZONE :timezone)::date, v.location_id, v.purpose_id, h.company_id, h.department, v.origin,
       v.status_code, v.ended_because, count(*), count(v.leader_id), count(stay.minutes),
       coalesce(sum(stay.minutes), 0),
       count(*) FILTER (WHERE (v.created_at AT TIME ZONE :timezone)::date = (v.start_at AT TIME ZONE :timezone)::date)
     FROM visits v
     JOIN host_users h ON h.id = v.host_user_id
     CROSS JOIN LATERAL (SELECT CASE WHEN v.exited_at >= v.entered_at
       THEN floor(extract(epoch FROM v.exited_at - v.entered_at) / 60) END AS minutes) AS stay
     WHERE v.id = ANY(:ids::integer[])
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
     ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
     ON CONFLICT (day, location_id, purpose_id, company_id, department, origin, status_code, ended_because)
     DO UPDATE SET visits = counted.visits + excluded.visits,
       companions = counted.companions + excluded.companions, stays = counted.stays + excluded.stays,
       stay_minutes = counted.stay_minutes + excluded.stay_minutes,
       same_day = counted.same_day + excluded.same_day`,
    { timezone, ids: [...ids] },
  );
  await trx.raw(
    `INSERT INTO visit_hour_statistics AS counted (day, hour, arrived)
     SELECT (start_at AT TIME ZONE :timezone)::date, extract(hour FROM entered_at AT TIME ZONE :timezone), count(*)
     FROM visits WHERE id = ANY(:ids::integer[]) AND entered_at IS NOT NULL
     GROUP BY 1, 2
     ORDER BY 1, 2
     ON CONFLICT (day, hour) DO UPDATE SET arrived = counted.arrived + excluded.arrived`,
    { timezone, ids: [...ids] },
  );
}

export interface RequestedVisit {
  readonly requestId: number;
  readonly id: number;
  readonly name: string;
  /** The visit has the request's number, but another name. */
  readonly hasOtherName: boolean;
  readonly reserveNo: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly statusCode: StatusCode;
  readonly holdsPass: boolean;
}

/**
 * Visits of erasure requests, hidden ones too: those that a request lists, and those with its number, under the person's name or
 * another. Spaces and letter case in the name do not count.
 * @param requests each with its number's hash under every key
 */
export async function requestedVisits(
  db: Knex,
  requests: readonly { readonly id: number; readonly hashes: readonly Buffer[] }[],
): Promise<RequestedVisit[]> {
  const { rows } = await db.raw<{ rows: RequestedVisit[] }>(
    `SELECT r.id AS "requestId", v.id, v.name, found.other AS "hasOtherName", v.reserve_no AS "reserveNo", v.start_at AS "startAt", v.end_at AS "endAt",
       v.status_code AS "statusCode", EXISTS (SELECT FROM passes p WHERE p.visit_id = v.id) AS "holdsPass"
     FROM erasure_requests r
     CROSS JOIN LATERAL (
       SELECT id, false AS other FROM visits WHERE id = ANY(r.visit_ids)
       UNION
       SELECT w.id, search_text(w.name) <> search_text(r.name) AND w.id <> ALL(r.visit_ids)
       FROM unnest(CAST(? AS integer[]), CAST(? AS bytea[])) AS given(request_id, cell_hash)
       JOIN visits w ON w.cell_hash = given.cell_hash
       WHERE given.request_id = r.id
     ) AS found
     JOIN visits v ON v.id = found.id
     WHERE r.id = ANY(?::integer[]) ORDER BY v.start_at, v.id`,
    [
      requests.flatMap(({ id, hashes }) => hashes.map(() => id)),
      requests.flatMap(({ hashes }) => [...hashes]),
      requests.map(({ id }) => id),
    ],
  );
  return rows;
}
