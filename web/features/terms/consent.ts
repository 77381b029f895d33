/**
 * Which texts require consent, and whether it is given (docs/behaviour.md, "Terms step" and "Consent"). An answer is
 * valid for one version of a text.
 */

import type { Language } from "#browser/language.ts";
import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import type { ContentType, DeployedTerms } from "#contract/texts/terms.ts";
import type { Agreement } from "#contract/visits/requests.ts";
import type { Answer, Draft } from "../../stores/draft.ts";

const listedTypes: readonly ContentType[] = ["이용약관", "필수동의", "선택동의"];

/** Shown in the terms step; checklists and guide texts are part of the request form. */
export const isListed = (term: DeployedTerms): boolean => listedTypes.includes(term.contentType);

/** Labelled 필수 (docs/behaviour.md, "Terms step"). */
export const isRequired = (term: DeployedTerms): boolean =>
  term.contentType !== "선택동의" && term.contentType !== "안내문";

/** The answer for the current version; undefined if there is none. */
export function answerTo(term: DeployedTerms, answers: Draft["answers"]): boolean | undefined {
  const answer = answers[term.id];
  return answer?.version === term.currentVersion.version ? answer.agreed : undefined;
}

export const answerOf = (term: DeployedTerms, agreed: boolean): Readonly<Record<number, Answer>> => ({
  [term.id]: { version: term.currentVersion.version, agreed },
});

/** Required terms without consent. */
export const missingTerms = (terms: readonly DeployedTerms[], answers: Draft["answers"]): DeployedTerms[] =>
  terms.filter((term) => isListed(term) && isRequired(term) && answerTo(term, answers) !== true);

/** Whether the visitor may continue: has agreed under the policy in force, in Korean to the mandatory terms. */
export const isConsentGiven = (
  language: Language,
  terms: readonly DeployedTerms[],
  policy: AppliedPolicy | null,
  draft: Draft,
): boolean =>
  policy !== null &&
  draft.policyIds[language] === policy.id &&
  (language !== "ko" || missingTerms(terms, draft.answers).length === 0);

/** Agreements for the submission. The form has already verified the checklists. */
export function agreementsOf(
  language: Language,
  terms: readonly DeployedTerms[],
  answers: Draft["answers"],
): Agreement[] {
  return terms
    .filter((term) => term.contentType === "체크리스트" || (language === "ko" && isListed(term)))
    .map((term) => ({
      termsId: term.id,
      version: term.currentVersion.version,
      agreed: term.contentType === "체크리스트" || answerTo(term, answers) === true,
    }));
}

/** Key of a checklist line in the draft. */
export const lineKey = (term: DeployedTerms, index: number): string =>
  `${term.id}.${term.currentVersion.version}.${index}`;
