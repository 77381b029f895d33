import type { Knex } from "knex";
import { codeKinds } from "#contract/site/user-codes.ts";
import type { MessageParties } from "../../messages/subjects.ts";

/** The host, company, place and purpose that a visit names, by id. */
export interface NamedByVisit {
  readonly hostUser?: number | undefined;
  readonly userCompany?: number | undefined;
  readonly location?: number | undefined;
  readonly purpose?: number | undefined;
}

/** All null of a host who does not exist. */
export interface References extends MessageParties {
  readonly hostStatus: "active" | "resigned" | null;
  readonly hostCompany: number | null;
  readonly hostInPublicSearch: boolean | null;
  readonly companyInUse: boolean;
  readonly locationInUse: boolean;
  readonly purposeInUse: boolean;
  /** Of the site's settings. */
  readonly siteVersion: string;
}

/**
 * Reads what a visit names and what a message to its host needs. Host, place and purpose cannot be deleted until the
 * transaction ends.
 * @param at when deputies stand in for a host who is away
 */
export async function readReferences(
  trx: Knex.Transaction,
  { hostUser, userCompany, location, purpose }: NamedByVisit,
  at: Date,
): Promise<References> {
  const { rows } = await trx.raw<{ rows: [References] }>(
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
         WHERE d.host_user_id = :hostUser AND d.start_at <= :at AND d.end_at > :at
           AND EXISTS (SELECT FROM delegations away WHERE away.host_user_id = :hostUser AND away.is_away
             AND away.start_at <= :at AND away.end_at > :at)
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
      at,
    },
  );
  return rows[0];
}
