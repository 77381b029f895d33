/** Reads the references of new visits, and inserts visits. */

import type { Knex } from "knex";
import { codeKinds } from "#contract/site/user-codes.ts";
import { byteaOf } from "#db/field-cipher.ts";
import type { Visit, VisitLog } from "#db/models/visits/visit.ts";
import type { MessageParties } from "../../messages/subjects.ts";
import type { Consent } from "../consents.ts";

/** Ids of a visit's host, company, place and purpose. */
export interface ReferenceIds {
  readonly hostUser?: number | undefined;
  readonly userCompany?: number | undefined;
  readonly location?: number | undefined;
  readonly purpose?: number | undefined;
}

/** Fields of the host are null where the host does not exist. */
export interface RequestReferences extends MessageParties {
  readonly hostStatus: "active" | "resigned" | null;
  readonly hostCompany: number | null;
  readonly hostInPublicSearch: boolean | null;
  readonly companyInUse: boolean;
  readonly locationInUse: boolean;
  readonly purposeInUse: boolean;
  /** Version of the site's settings. */
  readonly siteVersion: string;
}

/**
 * Reads a visit's references, and what a message to its host needs. Locks host, place and purpose against deletion until the
 * transaction ends.
 * @param instant for deputies of a host who is away
 */
export async function readReferences(
  trx: Knex.Transaction,
  { hostUser, userCompany, location, purpose }: ReferenceIds,
  instant: Date,
): Promise<RequestReferences> {
  const { rows } = await trx.raw<{ rows: [RequestReferences] }>(
    `WITH host AS MATERIALIZED (SELECT * FROM host_users WHERE id = :hostUser FOR KEY SHARE),
       place AS MATERIALIZED (SELECT * FROM user_codes
         WHERE id = :location AND kind = ${codeKinds.place} AND in_use FOR KEY SHARE),
       purpose AS MATERIALIZED (SELECT id FROM user_codes
         WHERE id = :purpose AND kind = ${codeKinds.purpose} AND in_use FOR KEY SHARE)
     SELECT host.status AS "hostStatus", host.company_id AS "hostCompany",
       host.in_public_search AS "hostInPublicSearch",
       EXISTS (SELECT FROM companies WHERE id = :userCompany AND in_use) AS "companyInUse",
       place.id IS NOT NULL AS "locationInUse", EXISTS (SELECT FROM purpose) AS "purposeInUse",
       site_version.version AS "siteVersion",
       host.id AS "hostId", host.name AS "hostName", host.en_name AS "hostEnName", host.cell_phone AS "hostCellPhone",
       host.status = 'resigned' AS "hostResigned",
       CASE WHEN host.email_bounced_at IS NULL THEN host.email ELSE '' END AS "hostEmail",
       coalesce(preferences.message_channel, 'sms') AS "hostChannel", preferences.language AS "hostLang",
       place.name AS "placeName", place.en_name AS "placeEnName",
       (SELECT coalesce(json_agg(found ORDER BY found."deputyId"), '[]') FROM (
         SELECT DISTINCT p.id AS "deputyId", p.name, p.en_name AS "enName", p.cell_phone AS "cellPhone",
           CASE WHEN p.email_bounced_at IS NULL THEN p.email ELSE '' END AS email,
           coalesce(c.message_channel, 'sms') AS channel, c.language AS lang
         FROM delegations d
         JOIN delegation_deputies m ON m.delegation_id = d.id
         JOIN host_users p ON p.id = m.deputy_id AND p.status = 'active'
         LEFT JOIN host_user_preferences c ON c.host_user_id = p.id
         WHERE d.host_user_id = :hostUser AND d.start_at <= :instant AND d.end_at > :instant
           AND EXISTS (SELECT FROM delegations away WHERE away.host_user_id = :hostUser AND away.is_away
             AND away.start_at <= :instant AND away.end_at > :instant)
       ) AS found) AS deputies
     FROM site_version
     LEFT JOIN host ON true
     LEFT JOIN place ON true
     LEFT JOIN host_user_preferences preferences ON preferences.host_user_id = host.id`,
    {
      hostUser: hostUser ?? null,
      userCompany: userCompany ?? null,
      location: location ?? null,
      purpose: purpose ?? null,
      instant,
    },
  );
  return rows[0];
}

/** A visit to insert, with the data of its first log row and its consents. */
export interface VisitToInsert
  extends Pick<Visit, "reserveNo" | "statusCode" | "hostUserId" | "locationId" | "purposeId" | "startAt">,
    Pick<
      Visit,
      "endAt" | "name" | "company" | "position" | "phone" | "carNumber" | "note" | "origin" | "lang"
    >,
    Pick<Visit, "cellCipher" | "cellKey" | "cellHash" | "cellLastFourHash" | "cellHashKey">,
    Pick<Visit, "destroyOn" | "createdAt">,
    Pick<VisitLog, "action" | "actorKind" | "actorId" | "onBehalfOfId"> {
  /** Reservation number of a companion's leader, who is inserted together with them. */
  readonly leaderNo: string | null;
  readonly consents: readonly Consent[];
}

/**
 * Inserts visits, each with its first log row, consents, webhook deliveries and the change for open consoles: one
 * statement instead of six, since each costs a request a round trip to the database.
 * @returns ids in the order of the visits
 * @throws Error of the constraint `visits_reserve_no_key` where a reservation number is taken; nothing is stored then
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
     queued_webhooks AS (
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
          cellCipher: byteaOf(visit.cellCipher),
          cellHash: byteaOf(visit.cellHash),
          cellLastFourHash: byteaOf(visit.cellLastFourHash),
        })),
      ),
    },
  );
  return rows.map(({ id }) => id);
}
