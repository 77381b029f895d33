import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { requestCode } from "../../lib/addresses.ts";
import { CallError, call } from "../../lib/call.ts";
import { useConfiguration } from "../../lib/configuration.ts";
import { useLanguage } from "../../lib/language.ts";
import { type Asking, lookupQuery } from "../../lib/queries.ts";
import type { Person } from "./lookup-form.tsx";

const nobody = { name: "", cellPhone: "" };

/** Where a code is sent. */
type Reachable = Person & { readonly cellPhone: string };

const isReachable = (person: Person): person is Reachable => person.cellPhone !== undefined;

const fieldsOf = (error: Error | null) => (error instanceof CallError ? error.fields : undefined);

/**
 * Looks visits up, after a code where the site asks for one (docs/behaviour.md, "Lookup"). Who is asked for stays in
 * the component, neither in the address nor on the device.
 */
export function useLookup() {
  const language = useLanguage();
  const { lookupCode: asksForCode } = useConfiguration();
  const [person, setPerson] = useState<Asking>();
  /** Who waits for a code, and how many were sent. */
  const [waiting, setWaiting] = useState<{ person: Reachable; sent: number }>();
  const search = useQuery({ ...lookupQuery(person ?? nobody, language), enabled: person !== undefined });
  const sending = useMutation({
    mutationFn: ({ name, cellPhone }: Reachable) => call(requestCode, { body: { name, cellPhone } }),
    onSuccess: (_, sentTo) => setWaiting((before) => ({ person: sentTo, sent: (before?.sent ?? 0) + 1 })),
  });

  const look = (next: Asking) => {
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
    /** Sentences of the server by field. */
    refusals,
    /** What went wrong otherwise, and how to try again. */
    failure: failed?.error && {
      error: failed.error,
      retry: () => (failed === search ? search.refetch() : sending.mutate(sending.variables ?? nobody)),
    },
    /** Whose visits are shown. */
    found: person && search.data && !search.error ? { person, rows: search.data } : undefined,
    begin: (next: Person) => (asksForCode && isReachable(next) ? sending.mutate(next) : look(next)),
    confirm: (code: string) => waiting && look({ ...waiting.person, code }),
    again: () => waiting && sending.mutate(waiting.person),
    /** Another name or number: the code sent is not theirs. */
    edit: () => {
      if (!asksForCode) return;
      setWaiting(undefined);
      setPerson(undefined);
      sending.reset();
    },
  };
}
