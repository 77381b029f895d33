import type { Knex } from "knex";
import type { Visit, VisitLog } from "#db/models/visits/visit.ts";
import type { Consent } from "../consents.ts";

/** A visit to be stored, with what its log begins with and what its visitor agreed to or refused in the form. */
export interface VisitToInsert
  extends Pick<Visit, "reserveNo" | "statusCode" | "hostUserId" | "locationId" | "purposeId" | "startAt">,
    Pick<
      Visit,
      "endAt" | "name" | "company" | "position" | "phone" | "carNumber" | "note" | "origin" | "lang"
    >,
    Pick<Visit, "cellCipher" | "cellKey" | "cellHash" | "cellLastFourHash" | "cellHashKey">,
    Pick<Visit, "destroyOn" | "createdAt">,
    Pick<VisitLog, "action" | "actorKind" | "actorId" | "onBehalfOfId"> {
  /** Of a companion: the reservation number of the leader, who is stored with them. */
  readonly leaderNo: string | null;
  readonly consents: readonly Consent[];
}

/** As `json_to_recordset` reads a bytea. */
const hex = (bytes: Buffer | null) => bytes && `\\x${bytes.toString("hex")}`;

/**
 * Inserts visits, each with the first row of its log, its consents, the deliveries of webhooks and the change for open
 * consoles.
 * @returns their ids, in their order
 * @throws where a reservation number is taken (`visits_reserve_no_key`); nothing is stored then
 */
export async function insertVisits(
  trx: Knex.Transaction,
  visits: readonly VisitToInsert[],
): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `WITH visit AS MATERIALIZED (
       SELECT nextval('visits_id_seq')::integer AS id, v.*
       FROM json_to_recordset(:visits::json) AS v (
         "reserveNo" text, "leaderNo" text, "statusCode" text, "hostUserId" integer, "locationId" integer,
         "purposeId" integer, "startAt" timestamptz, "endAt" timestamptz, name text, company text, position text,
         phone text, "carNumber" text, note text, "cellCipher" bytea, "cellKey" text, "cellHash" bytea,
         "cellLastFourHash" bytea, "cellHashKey" text, origin text, lang text, "destroyOn" date, "createdAt" timestamptz,
         action text, "actorKind" text, "actorId" integer, "onBehalfOfId" integer, consents json)),
     inserted AS (
       INSERT INTO visits (id, leader_id, reserve_no, status_code, host_user_id, location_id, purpose_id, start_at, end_at,
         name, company, position, phone, car_number, note, cell_cipher, cell_key, cell_hash, cell_last_four_hash,
         cell_hash_key, origin, lang, destroy_on, created_at, updated_at)
       OVERRIDING SYSTEM VALUE
       SELECT id, (SELECT leader.id FROM visit leader WHERE leader."reserveNo" = visit."leaderNo"), "reserveNo",
         "statusCode", "hostUserId", "locationId", "purposeId", "startAt", "endAt", name, company, position, phone,
         "carNumber", note, "cellCipher", "cellKey", "cellHash", "cellLastFourHash", "cellHashKey", origin, lang,
         "destroyOn", "createdAt", "createdAt"
       FROM visit ORDER BY visit.id),
     logged AS (
       INSERT INTO visit_logs (visit_id, action, to_code, actor_kind, actor_id, api_key_id, on_behalf_of_id, at)
       SELECT id, action, "statusCode", "actorKind", CASE WHEN "actorKind" <> 'key' THEN "actorId" END,
         CASE WHEN "actorKind" = 'key' THEN "actorId" END, "onBehalfOfId", "createdAt"
       FROM visit ORDER BY id),
     agreed AS (
       INSERT INTO visit_consents (visit_id, terms_version_id, privacy_policy_id, agreed, lang, agreed_at, channel)
       SELECT visit.id, c."termsVersionId", c."privacyPolicyId", c.agreed, visit.lang, visit."createdAt", 'form'
       FROM visit, json_to_recordset(visit.consents) AS c (
         "termsVersionId" integer, "privacyPolicyId" integer, agreed boolean)),
     subscribed AS MATERIALIZED (
       SELECT id FROM webhooks WHERE is_active AND 'applied' = ANY(events) ORDER BY id FOR KEY SHARE),
     delivered AS (
       INSERT INTO webhook_deliveries (webhook_id, visit_id, event, status_code, happened_at, next_attempt_at)
       SELECT subscribed.id, visit.id, 'applied', "statusCode", "createdAt", "createdAt"
       FROM visit, subscribed ORDER BY visit.id),
     changed AS (
       INSERT INTO changes (kind, visit_id, host_user_id) SELECT 'visit', id, "hostUserId" FROM visit)
     SELECT id FROM visit ORDER BY id`,
    {
      visits: JSON.stringify(
        visits.map((visit) => ({
          ...visit,
          cellCipher: hex(visit.cellCipher),
          cellHash: hex(visit.cellHash),
          cellLastFourHash: hex(visit.cellLastFourHash),
        })),
      ),
    },
  );
  return rows.map(({ id }) => id);
}
