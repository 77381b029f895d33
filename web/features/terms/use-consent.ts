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
      /** Null if there is none. */
      readonly policy: AppliedPolicy | null;
      readonly isGiven: boolean;
    };

/** The texts in the current language and whether consent is given. */
export function useConsent(): Consent {
  const language = useLanguage();
  const draft = useDraft();
  const terms = useQuery(termsQuery(language));
  const policy = useQuery(policyQuery);

  if (terms.data && policy.data !== undefined) {
    const isGiven = isConsentGiven(language, terms.data, policy.data, draft);
    return { state: "ready", terms: terms.data, policy: policy.data, isGiven };
  }
  const error = terms.error ?? policy.error;
  return error ? { state: "failed", error, retry: () => void refetchTexts() } : { state: "loading" };
}

/** Refetches terms and policy. @returns the current ones, the terms in the current language */
export async function refetchTexts() {
  await Promise.all([
    queryClient.refetchQueries({ queryKey: ["terms"], type: "active" }),
    queryClient.refetchQueries({ queryKey: policyQuery.queryKey, type: "active" }),
  ]);
  return {
    terms: queryClient.getQueryData(termsQuery(currentLanguage()).queryKey),
    policy: queryClient.getQueryData(policyQuery.queryKey),
  };
}
