/** Consent by personal link: the rules of the request form without its draft (docs/behaviour.md, "Consent"). */
import type { Language } from "#browser/language.ts";
import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import type { Draft } from "../../stores/draft.ts";
import { untickedChecklist } from "../request/application.ts";
import { agreementsOf, missingTerms } from "../terms/consent.ts";

/** Answers to terms by id, and ticked checklist lines. */
export interface Answers {
  readonly terms: Draft["answers"];
  readonly ticks: Draft["ticks"];
}

interface ConsentTexts {
  readonly language: Language;
  readonly terms: readonly DeployedTerms[];
  readonly policy: AppliedPolicy | null;
}

/** Element id of the first missing consent. */
export function firstMissing({ language, terms }: ConsentTexts, answers: Answers): string | undefined {
  const [term] = language === "ko" ? missingTerms(terms, answers.terms) : [];
  return term ? `term-${term.id}` : untickedChecklist(terms, answers.ticks)?.line;
}

/** The consent as sent to the server. */
export const givenConsent = ({ language, terms, policy }: ConsentTexts, answers: Answers) => ({
  privacy: true,
  ...(policy && { privacyPolicyId: policy.id }),
  agreements: agreementsOf(language, terms, answers.terms),
});
