import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { LookupRow } from "#contract/visits/requests.ts";
import { CallError, call } from "../../lib/call.ts";
import { cancelRequest } from "../../lib/endpoints.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { type LookupCredentials, lookupQuery, queryClient } from "../../lib/queries.ts";

export interface VisitProps {
  readonly row: LookupRow;
  /** The lookup's credentials: a cancellation requires the same name, number and code. */
  readonly person: LookupCredentials;
}

/** Cancels a visit after confirmation; the row shows the new status or the error. */
export function useCancel(row: VisitProps["row"], person: VisitProps["person"]) {
  const t = useTranslate();
  const language = useLanguage();
  const [isAsking, setAsking] = useState(false);
  const { name, cellPhone, code } = person;

  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => call(cancelRequest, { body: { name, cellPhone, code, reserveNo: row.reserveNo } }),
    onSuccess: ({ reserveNo, statusCode, status }) =>
      queryClient.setQueryData(lookupQuery(person, language).queryKey, (rows) =>
        rows?.map((one) => (one.reserveNo === reserveNo ? { ...one, statusCode, status, actions: [] } : one)),
      ),
    // The status has usually changed meanwhile: refetch it.
    onError: () => queryClient.invalidateQueries({ queryKey: lookupQuery(person, language).queryKey }),
    onSettled: () => setAsking(false),
  });

  const refusal = (failure: Error) =>
    (failure instanceof CallError && failure.sentence) || t("visitor.request.failed");

  const outcome = data
    ? ({ kind: "success", text: t("visitor.result.cancelled") } as const)
    : error && ({ kind: "danger", text: refusal(error) } as const);

  return {
    isAsking,
    isBusy: isPending,
    outcome,
    cancel: () => mutate(),
    stay: () => setAsking(false),
    ask: () => {
      reset();
      setAsking(true);
    },
  };
}
