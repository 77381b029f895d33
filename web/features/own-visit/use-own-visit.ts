import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Language } from "#browser/language.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import type { agreeByLink, completeByLink, LinkedVisitAnswer } from "#contract/visits/visit-links.ts";
import { CallError, call } from "../../lib/call.ts";
import * as endpoints from "../../lib/endpoints.ts";
import { currentLanguage, translate, useLanguage } from "../../lib/language.ts";
import { queryClient } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import { forgetToken } from "../../lib/use-token.ts";
import type { Answers } from "./own-consent.ts";

/** Not cached beyond the page. */
const ownVisitQuery = (token: string, language: Language) =>
  queryOptions({
    queryKey: ["own-visit", token, language] as const,
    queryFn: ({ signal }) => call(endpoints.seeLinkedVisit, { body: { token } }, { signal }),
    gcTime: 0,
    retry: false,
    // Keeps the visit while another language loads, but not the visit of another link.
    placeholderData: (visit, before) => (before?.queryKey[1] === token ? visit : undefined),
  });

/** Whether the link has expired or is invalid. */
export const isLinkExpired = (error: unknown): boolean =>
  error instanceof CallError && error.codes.token !== undefined;

/** Clears the visit from the tab after a page of the desk has ended. Queries are dropped with their page. */
export function forgetOwnVisit(): void {
  forgetToken("/v");
  queryClient.getMutationCache().clear();
}

/** The linked visit. */
export const useOwnVisit = (token: string) => useQuery(ownVisitQuery(token, useLanguage()));

/** Shows the returned visit and a toast, because the button may be gone. */
const showVisit =
  (token: string, message: "visitor.link.agreed" | "visitor.link.saved") => (visit: LinkedVisitAnswer) => {
    queryClient.setQueryData(ownVisitQuery(token, currentLanguage()).queryKey, visit);
    toast("info", translate(message));
  };

/** After a refusal: refetches the visit, which has usually changed. */
const refetchVisit = (token: string) => () =>
  void queryClient.invalidateQueries({ queryKey: ["own-visit", token] });

/** Refetches if the link has expired; other errors are shown next to the button. */
const refetchIfExpired = (token: string) => (error: Error) => {
  if (isLinkExpired(error)) refetchVisit(token)();
};

type Body<E extends typeof agreeByLink | typeof completeByLink> = Omit<EndpointInput<E>["body"], "token">;

export const useAgree = (token: string) =>
  useMutation({
    mutationFn: (given: Body<typeof agreeByLink>) =>
      call(endpoints.agreeByLink, { body: { ...given, token } }),
    onSuccess: showVisit(token, "visitor.link.agreed"),
    onError: refetchIfExpired(token),
  });

export const useComplete = (token: string) =>
  useMutation({
    mutationFn: (given: Body<typeof completeByLink>) =>
      call(endpoints.completeByLink, { body: { ...given, token } }),
    onSuccess: showVisit(token, "visitor.link.saved"),
    onError: refetchIfExpired(token),
  });

export const useChooseChannel = (token: string) =>
  useMutation({
    mutationFn: (channel: LinkedVisitAnswer["channel"]) =>
      call(endpoints.chooseByLink, { body: { token, channel } }),
    onSuccess: showVisit(token, "visitor.link.saved"),
    onError: refetchVisit(token),
  });

export const useCancelOwn = (token: string) =>
  useMutation({
    mutationFn: () => call(endpoints.cancelByLink, { body: { token } }),
    onSuccess: () => forgetToken("/v"),
    onError: refetchVisit(token),
  });

export const useCalendar = (token: string) =>
  useMutation({
    mutationFn: async () => {
      const [{ saveCalendarFile }, { fileName, content }] = await Promise.all([
        import("../lookup/calendar.ts"),
        call(endpoints.getLinkedCalendar, { body: { token } }),
      ]);
      saveCalendarFile(fileName, content);
    },
  });

export const refusalOf = (error: unknown): string | undefined =>
  error instanceof CallError ? error.sentence : undefined;

/** Answers on this page, not kept across reloads. */
export function useAnswers() {
  const [answers, setAnswers] = useState<Answers>({ terms: {}, ticks: {} });
  const [isMarked, setMarked] = useState(false);
  return {
    answers,
    /** Whether missing answers are highlighted. */
    isMarked,
    mark: () => setMarked(true),
    answer: (terms: Answers["terms"]) =>
      setAnswers((before) => ({ ...before, terms: { ...before.terms, ...terms } })),
    tick: (line: string, on: boolean) =>
      setAnswers((before) => {
        const { [line]: _, ...others } = before.ticks;
        return { ...before, ticks: on ? { ...others, [line]: true } : others };
      }),
  };
}
