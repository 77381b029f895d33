import { useQuery } from "@tanstack/react-query";
import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import { currentLanguage, useLanguage } from "../../lib/language.ts";
import { policyQuery, queryClient, termsQuery } from "../../lib/queries.ts";
import { useDraft } from "../../stores/draft.ts";
import { isConsentGiven } from "./consent.ts";

type Consent =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: unknown; readonly retry: () => void }
  | {
      readonly state: "ready";
      readonly terms: readonly DeployedTerms[];
      /** Null in Korean, which does not use it, and if there is none. */
      readonly policy: AppliedPolicy | null;
      readonly isGiven: boolean;
    };

/** The texts in the current language and whether consent is given. */
export function useConsent(): Consent {
  const language = useLanguage();
  const draft = useDraft();
  const needsPolicy = language !== "ko";
  const terms = useQuery(termsQuery(language));
  const policy = useQuery({ ...policyQuery, enabled: needsPolicy });

  const failed = terms.error ?? (needsPolicy ? policy.error : null);
  if (failed && !(terms.data && (policy.data !== undefined || !needsPolicy))) {
    return { state: "failed", error: failed, retry: () => void refetchTexts() };
  }
  if (!terms.data || (needsPolicy && policy.data === undefined)) return { state: "loading" };
  const applied = needsPolicy ? (policy.data ?? null) : null;
  return {
    state: "ready",
    terms: terms.data,
    policy: applied,
    isGiven: isConsentGiven(language, terms.data, applied, draft),
  };
}

/** Refetches terms and policy. @returns the current terms in the current language */
export async function refetchTexts(): Promise<readonly DeployedTerms[] | undefined> {
  await Promise.all([
    queryClient.refetchQueries({ queryKey: ["terms"], type: "active" }),
    queryClient.refetchQueries({ queryKey: policyQuery.queryKey, type: "active" }),
  ]);
  return queryClient.getQueryData(termsQuery(currentLanguage()).queryKey);
}
