/** What must be agreed to before a visit, and what was (docs/behaviour.md, "Consent"). */

import type { Language } from "#api/http/language.ts";
import type { DeployedTermsRow, PolicyRow } from "#api/site-settings.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { mandatoryTypes } from "#contract/texts/terms.ts";
import type { Agreement } from "#contract/visits/requests.ts";

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

/** In Korean the terms are read; in other languages the privacy policy stands in for all but the checklists. */
const isMandatory = ({ contentType }: CurrentText, lang: Language): boolean =>
  lang === "ko" ? mandatoryTypes.includes(contentType) : contentType === "체크리스트";

/** @returns the error that belongs to no field, or undefined where all that is needed is agreed to */
export function consentError(given: Given, inForce: InForce, lang: Language): ErrorCode | undefined {
  const { agreements, privacyPolicyId } = given;
  const byId = new Map(inForce.terms.map((text) => [text.id, text]));
  const isTwice = new Set(agreements.map(({ termsId }) => termsId)).size < agreements.length;
  const isGuide = agreements.some(({ termsId }) => byId.get(termsId)?.contentType === "안내문");
  if (isTwice || isGuide) return "invalid";

  const hasMoved = agreements.some(({ termsId, version }) => byId.get(termsId)?.version !== version);
  const policyMoved = privacyPolicyId !== undefined && privacyPolicyId !== inForce.policy?.id;
  if (hasMoved || policyMoved) return "textMoved";

  const agreed = new Set(agreements.flatMap(({ termsId, agreed }) => (agreed ? [termsId] : [])));
  const isTextMissing = inForce.terms.some((text) => isMandatory(text, lang) && !agreed.has(text.id));
  // Korean visitors read the terms, and may leave out which policy stands behind them.
  const isPolicyMissing = given.privacy !== true || (lang !== "ko" && privacyPolicyId === undefined);
  return isTextMissing || isPolicyMissing ? "termsRequired" : undefined;
}

/** The consents to keep with the visit: each text that was put to the visitor, with the answer. */
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
