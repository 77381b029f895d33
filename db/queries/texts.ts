/** Read models of what a visitor reads: terms in force and the applied policy. */

import type { Knex } from "knex";
import type { ContentType } from "#contract/texts/terms.ts";
import { PrivacyPolicy } from "../models/privacy-policy.ts";

export interface DeployedTermsRow {
  id: number;
  title: string;
  enTitle: string;
  contentType: ContentType;
  renderHtml: boolean;
  modalDisplay: boolean;
  requestAgree: boolean;
  bgColor: string;
  confirmMsg: string;
  enConfirmMsg: string;
  versionId: number;
  version: number;
  body: string;
  enBody: string;
}

/** The newest deployed version of each of the terms in use, in their order. */
export async function deployedTermsRows(db: Knex): Promise<DeployedTermsRow[]> {
  const { rows } = await db.raw<{ rows: DeployedTermsRow[] }>(
    `SELECT t.id, t.title, t.en_title AS "enTitle", t.content_type AS "contentType",
       t.render_html AS "renderHtml", t.modal_display AS "modalDisplay",
       t.request_agree AS "requestAgree", t.bg_color AS "bgColor",
       t.confirm_msg AS "confirmMsg", t.en_confirm_msg AS "enConfirmMsg",
       v.id AS "versionId", v.version, v.body, v.en_body AS "enBody"
     FROM terms t
     JOIN LATERAL (
       SELECT id, version, body, en_body FROM terms_versions
       WHERE terms_id = t.id AND deployed_at IS NOT NULL
       ORDER BY version DESC LIMIT 1
     ) v ON true
     WHERE t.in_use
     ORDER BY t.disp_order, t.id`,
  );
  return rows;
}

export interface CurrentText {
  termsId: number;
  versionId: number;
  version: number;
  contentType: ContentType;
}

/** Which texts are in force, without the texts. */
export async function currentTexts(db: Knex): Promise<CurrentText[]> {
  const { rows } = await db.raw<{ rows: CurrentText[] }>(
    `SELECT t.id AS "termsId", t.content_type AS "contentType", v.id AS "versionId", v.version
     FROM terms t
     JOIN LATERAL (
       SELECT id, version FROM terms_versions
       WHERE terms_id = t.id AND deployed_at IS NOT NULL
       ORDER BY version DESC LIMIT 1
     ) v ON true
     WHERE t.in_use`,
  );
  return rows;
}

export type PolicyRow = Pick<PrivacyPolicy, "id" | "content" | "enContent">;

export const appliedPolicyRow = async (db: Knex): Promise<PolicyRow | undefined> =>
  PrivacyPolicy.query(db).select("id", "content", "enContent").findOne({ applied: true });
