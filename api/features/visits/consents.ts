/** Consents of visitors: validation, storage, reading (docs/behaviour.md, "Consent"). */

import type { Knex } from "knex";
import type { Language } from "#api/http/language.ts";
import type { DeployedTermsRow, PolicyRow } from "#api/site-settings.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { type ContentType, mandatoryTypes } from "#contract/texts/terms.ts";
import type { Agreement } from "#contract/visits/requests.ts";
import type { ConsentChannel } from "#contract/visits/visit-consents.ts";
import type { Visit } from "#db/models/visits/visit.ts";

export interface Given {
  readonly privacy: boolean | undefined;
  readonly privacyPolicyId: number | undefined;
  readonly agreements: readonly Agreement[];
}

type CurrentText = Pick<DeployedTermsRow, "id" | "versionId" | "version" | "contentType">;

/** The texts in force. */
interface InForce {
  readonly terms: readonly CurrentText[];
  readonly policy: Pick<PolicyRow, "id"> | undefined;
}

export interface Consent {
  readonly termsVersionId: number | null;
  readonly privacyPolicyId: number | null;
  readonly agreed: boolean;
}

/** Korean visitors read the terms; in other languages the privacy policy replaces all but the checklists. */
const isMandatory = ({ contentType }: CurrentText, lang: Language): boolean =>
  lang === "ko" ? mandatoryTypes.includes(contentType) : contentType === "체크리스트";

/** @returns an error of the form, or undefined where all mandatory texts are agreed to */
export function consentError(given: Given, inForce: InForce, lang: Language): ErrorCode | undefined {
  const { agreements, privacyPolicyId } = given;
  const byId = new Map(inForce.terms.map((text) => [text.id, text]));
  const hasDuplicates = new Set(agreements.map(({ termsId }) => termsId)).size < agreements.length;
  const isGuide = agreements.some(({ termsId }) => byId.get(termsId)?.contentType === "안내문");
  if (hasDuplicates || isGuide) return "invalid";

  const isOutdated = agreements.some(({ termsId, version }) => byId.get(termsId)?.version !== version);
  const isPolicyOutdated = privacyPolicyId !== undefined && privacyPolicyId !== inForce.policy?.id;
  if (isOutdated || isPolicyOutdated) return "textMoved";

  const agreed = new Set(agreements.flatMap(({ termsId, agreed }) => (agreed ? [termsId] : [])));
  const isTextMissing = inForce.terms.some((text) => isMandatory(text, lang) && !agreed.has(text.id));
  // Korean visitors read the terms, so the policy's id is optional.
  const isPolicyMissing = given.privacy !== true || (lang !== "ko" && privacyPolicyId === undefined);
  return isTextMissing || isPolicyMissing ? "termsRequired" : undefined;
}

/** The consents to store with the visit: each text with the visitor's answer. */
export function consentsGiven(given: Given, inForce: InForce): Consent[] {
  const byId = new Map(inForce.terms.map((text) => [text.id, text]));
  const toTexts = given.agreements.flatMap(({ termsId, agreed }) => {
    const text = byId.get(termsId);
    return text ? [{ termsVersionId: text.versionId, privacyPolicyId: null, agreed }] : [];
  });
  const { privacy, privacyPolicyId } = given;
  if (privacy === undefined || privacyPolicyId === undefined) return toTexts;
  return [...toTexts, { termsVersionId: null, privacyPolicyId, agreed: privacy }];
}

export interface VisitConsentRow {
  readonly id: number;
  readonly termsId: number | null;
  readonly policyId: number | null;
  readonly title: string;
  readonly enTitle: string;
  readonly contentType: ContentType | null;
  readonly version: number | null;
  readonly lang: Language;
  readonly agreed: boolean;
  readonly agreedAt: Date;
  readonly channel: ConsentChannel;
  /** The user who handed the page over at the desk. */
  readonly deskName: string | null;
  readonly deskEnName: string | null;
  readonly body: string;
  readonly enBody: string;
  readonly renderHtml: boolean;
}

/** A visit's consents: the policy first, then the terms in display order. */
export async function visitConsentRows(db: Knex, visitId: number): Promise<VisitConsentRow[]> {
  const rows = await db("visitConsents as c")
    .leftJoin("hostUsers as h", "h.id", "c.deskUserId")
    .leftJoin("termsVersions as v", "v.id", "c.termsVersionId")
    .leftJoin("terms as t", "t.id", "v.termsId")
    .leftJoin("privacyPolicies as p", "p.id", "c.privacyPolicyId")
    .where("c.visitId", visitId)
    .orderBy("t.dispOrder", "asc", "first")
    .orderBy("c.id")
    .select("c.id", "c.lang", "c.agreed", "c.agreedAt", "c.channel")
    .select("h.name as deskName", "h.enName as deskEnName")
    .select("t.id as termsId", "t.title", "t.enTitle", "t.contentType", "t.renderHtml")
    .select("v.version", "v.body", "v.enBody")
    .select("p.id as policyId", "p.title as policyTitle", "p.content", "p.enContent");
  return rows.map(({ policyTitle, content, enContent, ...row }) => ({
    ...row,
    title: row.title ?? policyTitle,
    enTitle: row.enTitle ?? "",
    body: row.body ?? content,
    enBody: row.enBody ?? enContent,
    renderHtml: row.renderHtml ?? true,
  }));
}

/** Whether the visitor of a visit has agreed. */
export async function hasConsent(db: Knex, visitId: number): Promise<boolean> {
  return (await db("visitConsents").where({ visitId, agreed: true }).first("id")) !== undefined;
}

/** A visitor without consent, with the words that identify them in a text. */
export type WithoutConsent = Pick<Visit, "id" | "name" | "company" | "carNumber">;

/** The visits without consent that were created since the site requires it. */
export async function visitsWithoutConsent(db: Knex, visitIds: readonly number[]): Promise<WithoutConsent[]> {
  return db("visits as v")
    .select("v.id", "v.name", "v.company", "v.carNumber")
    .whereIn("v.id", visitIds)
    .where("v.createdAt", ">=", db("configuration").select("requireConsentSince"))
    .whereNotExists(db("visitConsents as c").where({ "c.visitId": db.ref("v.id"), "c.agreed": true }))
    .orderBy("v.id");
}

interface ConsentContext {
  readonly visitId: number;
  readonly lang: Language;
  readonly agreedAt: Date;
  readonly channel: ConsentChannel;
  /** The user who handed the page over at the desk, if any. */
  readonly deskUserId: number | null;
}

/** Inserts consents that were given or refused after the visit was created. */
export async function insertConsents(
  trx: Knex.Transaction,
  context: ConsentContext,
  consents: readonly Consent[],
): Promise<void> {
  if (consents.length > 0)
    await trx("visitConsents").insert(consents.map((consent) => ({ ...context, ...consent })));
}
