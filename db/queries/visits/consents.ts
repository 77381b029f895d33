/** Read model of what a visitor agreed to or refused. */

import type { Knex } from "knex";
import type { ContentType } from "#contract/texts/terms.ts";
import type { ConsentChannel } from "#contract/visits/visit-consents.ts";
import { unseen } from "../../planner.ts";
import { hasAgreed } from "./criteria.ts";

export interface VisitConsentRow {
  readonly id: number;
  readonly termsId: number | null;
  readonly policyId: number | null;
  readonly title: string;
  readonly enTitle: string;
  readonly contentType: ContentType | null;
  readonly version: number | null;
  readonly lang: "ko" | "en";
  readonly agreed: boolean;
  readonly agreedAt: Date;
  readonly channel: ConsentChannel;
  /** Who handed the page over at the desk. */
  readonly deskName: string | null;
  readonly deskEnName: string | null;
  readonly body: string;
  readonly enBody: string;
  readonly renderHtml: boolean;
}

/** Of consents `c`; those of before have none of their own. */
const channelOf = `coalesce(c.channel, CASE WHEN EXISTS (
  SELECT FROM visit_logs l WHERE l.visit_id = c.visit_id AND l.action = 'agree' AND l.at = c.agreed_at)
  THEN 'link' ELSE 'form' END)`;

/** Texts that were put to a visitor, with the answers: the policy first, then the terms in their order. */
export async function visitConsentRows(db: Knex, visitId: number): Promise<VisitConsentRow[]> {
  const { rows } = await db.raw<{ rows: VisitConsentRow[] }>(
    `SELECT c.id, t.id AS "termsId", p.id AS "policyId", coalesce(t.title, p.title) AS title,
       coalesce(t.en_title, '') AS "enTitle", t.content_type AS "contentType", v.version, c.lang, c.agreed,
       c.agreed_at AS "agreedAt", ${channelOf} AS channel, h.name AS "deskName", h.en_name AS "deskEnName", coalesce(v.body, p.content) AS body, coalesce(v.en_body, p.en_content) AS "enBody",
       coalesce(t.render_html, true) AS "renderHtml"
     FROM visit_consents c
     LEFT JOIN host_users h ON h.id = c.desk_user_id
     LEFT JOIN terms_versions v ON v.id = c.terms_version_id
     LEFT JOIN terms t ON t.id = v.terms_id
     LEFT JOIN privacy_policies p ON p.id = c.privacy_policy_id
     WHERE c.visit_id = ? ORDER BY t.disp_order NULLS FIRST, c.id`,
    [visitId],
  );
  return rows;
}

/** A visit whose visitor is to agree. */
export interface VisitToAgree {
  readonly id: number;
  readonly lang: "ko" | "en";
  readonly hasConsent: boolean;
}

/** Whether a visit's visitor has agreed, and which language they are written to in. */
export async function visitToAgree(db: Knex, visitId: number): Promise<VisitToAgree | undefined> {
  const { rows } = await db.raw<{ rows: VisitToAgree[] }>(
    `SELECT v.id, v.lang, ${hasAgreed} AS "hasConsent" FROM visits v WHERE v.id = ?`,
    [visitId],
  );
  return rows[0];
}

/** Somebody whose consent is missing, and what of them would tell who it is. */
export interface WithoutConsent {
  readonly id: number;
  readonly name: string;
  readonly company: string;
  readonly carNumber: string;
}

/** Those of some visits who have not agreed, though the site asks for it and they were entered since. */
export async function visitsWithoutConsent(db: Knex, visitIds: readonly number[]): Promise<WithoutConsent[]> {
  const { rows } = await db.raw<{ rows: WithoutConsent[] }>(
    `SELECT v.id, v.name, v.company, v.car_number AS "carNumber"
     FROM visits v WHERE v.id = ANY(${unseen("?", "integer[]")})
       AND v.created_at >= (SELECT require_consent_since FROM configuration)
       AND NOT ${hasAgreed}
     ORDER BY v.id`,
    [[...visitIds]],
  );
  return rows;
}
