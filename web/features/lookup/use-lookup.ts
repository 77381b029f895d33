import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { useConfiguration } from "../../lib/configuration.ts";
import { requestLookupCode } from "../../lib/endpoints.ts";
import { useLanguage } from "../../lib/language.ts";
import { type LookupCredentials, lookupQuery } from "../../lib/queries.ts";
import type { LookupInput } from "./lookup-form.tsx";

const noCredentials = { name: "", cellPhone: "" };

/** A lookup by mobile number, which can receive a code. */
type Reachable = LookupInput & { readonly cellPhone: string };

const isReachable = (person: LookupInput): person is Reachable => person.cellPhone !== undefined;

const fieldsOf = (error: Error | null) => (error instanceof CallError ? error.fields : undefined);

/**
 * Looks up visits, with a code if the site requires one (docs/behaviour.md, "Lookup"). The input is kept in the
 * component only, neither in the address nor on the device.
 */
export function useLookup() {
  const language = useLanguage();
  const { lookupCode: asksForCode } = useConfiguration();
  const [person, setPerson] = useState<LookupCredentials>();
  /** Pending code request, and number of sent codes. */
  const [waiting, setWaiting] = useState<{ person: Reachable; sent: number }>();
  const search = useQuery({
    ...lookupQuery(person ?? noCredentials, language),
    enabled: person !== undefined,
  });
  const sending = useMutation({
    mutationFn: ({ name, cellPhone }: Reachable) => call(requestLookupCode, { body: { name, cellPhone } }),
    onSuccess: (_, sentTo) => setWaiting((before) => ({ person: sentTo, sent: (before?.sent ?? 0) + 1 })),
  });

  const startSearch = (next: LookupCredentials) => {
    const fields = ["name", "cellPhone", "reserveNo", "code"] as const;
    const isSame = person !== undefined && fields.every((field) => person[field] === next[field]);
    if (isSame) void search.refetch();
    else setPerson(next);
  };

  const refusals = fieldsOf(search.error) ?? fieldsOf(sending.error);
  const failed = [search, sending].find(({ error }) => error && !fieldsOf(error));
  return {
    asksForCode,
    waiting,
    isSending: sending.isPending,
    search,
    /** Errors of the server by field. */
    refusals,
    /** Other errors, with a retry. */
    failure: failed?.error && {
      error: failed.error,
      retry: () =>
        failed === search ? search.refetch() : sending.mutate(sending.variables ?? noCredentials),
    },
    /** The visits found. */
    found: person && search.data && !search.error ? { person, rows: search.data } : undefined,
    begin: (next: LookupInput) =>
      asksForCode && isReachable(next) ? sending.mutate(next) : startSearch(next),
    confirm: (code: string) => waiting && startSearch({ ...waiting.person, code }),
    again: () => waiting && sending.mutate(waiting.person),
    /** The input changed: discards the code. */
    edit: () => {
      if (!asksForCode) return;
      setWaiting(undefined);
      setPerson(undefined);
      sending.reset();
    },
  };
}
