import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { call } from "../../lib/call.ts";
import * as endpoints from "../../lib/endpoints.ts";
import { useLanguage } from "../../lib/language.ts";
import { queryClient } from "../../lib/queries.ts";
import { forgetToken } from "../../lib/use-token.ts";

/** Not cached beyond the page. */
const requestQuery = (token: string, language: Language) =>
  queryOptions({
    queryKey: ["decide", token, language] as const,
    queryFn: ({ signal }) => call(endpoints.seeDecidable, { body: { token } }, { signal }),
    gcTime: 0,
    retry: false,
    // Not refetched: other decisions show up as an error of the action, and the user's own decision must stay visible.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: (visit, before) => (before?.queryKey[1] === token ? visit : undefined),
  });

/** The linked request. */
export const useRequest = (token: string) => useQuery(requestQuery(token, useLanguage()));

export type Decision =
  | { readonly action: "approve" }
  | { readonly action: "reject"; readonly reason: string; readonly showReason: boolean };

export const useDecide = (token: string) =>
  useMutation({
    mutationFn: (decision: Decision) => {
      if (decision.action === "approve") return call(endpoints.approveByLink, { body: { token } });
      const { reason, showReason } = decision;
      return call(endpoints.rejectByLink, { body: { token, reason, showReason } });
    },
    onSuccess: () => forgetToken("/decide"),
    // After other errors the page shows the current state.
    onError: () => void queryClient.invalidateQueries({ queryKey: ["decide", token] }),
  });
