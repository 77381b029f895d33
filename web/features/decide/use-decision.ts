import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import * as addresses from "../../lib/addresses.ts";
import { call } from "../../lib/call.ts";
import { useLanguage } from "../../lib/language.ts";
import { queryClient } from "../../lib/queries.ts";
import { forgetToken } from "../../lib/use-token.ts";

/** Nothing of it outlives the page. */
const requestQuery = (token: string, language: Language) =>
  queryOptions({
    queryKey: ["decide", token, language] as const,
    queryFn: ({ signal }) => call(addresses.decisionLook, { body: { token } }, { signal }),
    gcTime: 0,
    retry: false,
    // Read once: what is decided meanwhile is said at the press, and one's own decision must stay on the page.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: (visit, before) => (before?.queryKey[1] === token ? visit : undefined),
  });

/** The request of a link. */
export const useRequest = (token: string) => useQuery(requestQuery(token, useLanguage()));

export type Decision =
  | { readonly action: "approve" }
  | { readonly action: "reject"; readonly reason: string; readonly showReason: boolean };

export const useDecide = (token: string) =>
  useMutation({
    mutationFn: (decision: Decision) => {
      if (decision.action === "approve") return call(addresses.decisionApprove, { body: { token } });
      const { reason, showReason } = decision;
      return call(addresses.decisionReject, { body: { token, reason, showReason } });
    },
    onSuccess: () => forgetToken("/decide"),
    // Whatever refuses but a field: the page says how it is now.
    onError: () => void queryClient.invalidateQueries({ queryKey: ["decide", token] }),
  });
