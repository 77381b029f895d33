/** Queries of the site. */
import { hashKey, keepPreviousData, QueryClient, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { CallError, call } from "./call.ts";
import * as endpoints from "./endpoints.ts";

const minute = 60_000;

/** Retries once after connection and server errors, never after a refusal. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof CallError && (error.kind === "offline" || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: minute, retry: mayRetry, retryDelay: 800, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});

export const configurationQuery = queryOptions({
  queryKey: ["configuration"],
  queryFn: ({ signal }) => call(endpoints.getConfiguration, {}, { signal }),
  staleTime: 5 * minute,
});

export const termsQuery = (language: Language) =>
  queryOptions({
    queryKey: ["terms", language],
    queryFn: ({ signal }) => call(endpoints.getDeployedTerms, {}, { signal }),
    placeholderData: keepPreviousData,
  });

/** Contains both languages. Null if no policy is in force. */
export const policyQuery = queryOptions({
  queryKey: ["policy"],
  queryFn: ({ signal }) =>
    call(endpoints.getAppliedPolicy, {}, { signal }).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 404) return null;
      throw error;
    }),
});

/** 9002 accessible places, 9003 purposes (contract, `codeKinds`). */
export const codesQuery = (kind: "9002" | "9003", language: Language) =>
  queryOptions({
    queryKey: ["codes", kind, language],
    queryFn: ({ signal }) => call(endpoints.getCodesInUse, { params: { kind } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const companiesQuery = (language: Language) =>
  queryOptions({
    queryKey: ["companies", language],
    queryFn: ({ signal }) => call(endpoints.getCompaniesInUse, {}, { signal }),
    placeholderData: keepPreviousData,
  });

export const hostsQuery = (text: string, company: number | undefined, language: Language) =>
  queryOptions({
    queryKey: ["hosts", text, company, language],
    queryFn: ({ signal }) =>
      call(
        endpoints.findHostUsers,
        { query: { s: text, company: company === undefined ? undefined : String(company) } },
        { signal },
      ),
    retry: false,
  });

/** Lookup credentials: name and mobile number, with a code if the site requires one, or a reservation number. */
export interface LookupCredentials {
  readonly name: string;
  readonly cellPhone?: string;
  /** Instead of the mobile number. */
  readonly reserveNo?: string;
  readonly code?: string;
}

/** A visitor's own visits. Kept neither in the address nor in the cache beyond the page. */
export const lookupQuery = (person: LookupCredentials, language: Language) =>
  queryOptions({
    queryKey: ["lookup", person, language] as const,
    queryFn: ({ signal }) => call(endpoints.searchRequests, { body: person }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    // Keeps the rows of the same visitor while another language loads.
    placeholderData: (rows, before) =>
      before && hashKey([before.queryKey[1]]) === hashKey([person]) ? rows : undefined,
  });
