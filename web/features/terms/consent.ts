/**
 * Which texts a visitor has to agree to, and whether that has been done (docs/behaviour.md, "Terms step" and
 * "Consent"). An answer counts only for the version it was given about, so a text that moved is not agreed to.
 */

import type { Language } from "#browser/language.ts";
import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import type { ContentType, DeployedTerms } from "#contract/texts/terms.ts";
import type { Agreement } from "#contract/visits/requests.ts";
import type { Answer, Draft } from "../../stores/draft.ts";

const listedTypes: readonly ContentType[] = ["이용약관", "필수동의", "선택동의"];

/** Listed in the terms step; checklists and guide texts stand in the request form. */
export const isListed = (term: DeployedTerms): boolean => listedTypes.includes(term.contentType);

/** Labelled 필수 (docs/behaviour.md, "Terms step"). */
export const isRequired = (term: DeployedTerms): boolean =>
  term.contentType !== "선택동의" && term.contentType !== "안내문";

/** What was answered about the text as it is now; undefined while nothing was. */
export function answerTo(term: DeployedTerms, answers: Draft["answers"]): boolean | undefined {
  const answer = answers[term.id];
  return answer?.version === term.currentVersion.version ? answer.agreed : undefined;
}

export const answerOf = (term: DeployedTerms, agreed: boolean): Readonly<Record<number, Answer>> => ({
  [term.id]: { version: term.currentVersion.version, agreed },
});

/** The listed terms that still keep a visitor from going on. */
export const missingTerms = (terms: readonly DeployedTerms[], answers: Draft["answers"]): DeployedTerms[] =>
  terms.filter((term) => isListed(term) && isRequired(term) && answerTo(term, answers) !== true);

/** True where the visitor may go on: in Korean by the terms, in other languages by the privacy policy. */
export const isConsentGiven = (
  language: Language,
  terms: readonly DeployedTerms[],
  policy: AppliedPolicy | null,
  draft: Draft,
): boolean =>
  language === "ko"
    ? missingTerms(terms, draft.answers).length === 0
    : policy !== null && draft.policyId === policy.id;

/** The agreements that go with a submission. Checklists are always confirmed by then: the form saw to it. */
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

/** The name of a checklist's line in the draft. */
export const lineKey = (term: DeployedTerms, index: number): string =>
  `${term.id}.${term.currentVersion.version}.${index}`;
