/** People who can be visited, by what somebody types of their name. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getCompaniesInUse } from "#contract/companies.ts";
import { type FoundHost, findHostUsers } from "#contract/host-users.ts";
import { read } from "../../lib/api.ts";
import type { Language } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { siteQuery } from "../../lib/site.ts";

const companiesQuery = (language: Language) =>
  queryOptions({
    queryKey: ["configuration", "companies", language],
    queryFn: ({ signal }) => read(getCompaniesInUse, {}, signal),
    staleTime: 5 * 60_000,
  });

/** Where a site's visitors have to name the company first, the search answers for one company at a time. */
async function search(text: string, language: Language, signal: AbortSignal): Promise<FoundHost[]> {
  const { requestInputUserCompany } = await queryClient.ensureQueryData(siteQuery);
  if (!requestInputUserCompany) return read(findHostUsers, { query: { s: text } }, signal);
  const companies = await queryClient.ensureQueryData(companiesQuery(language));
  const found = await Promise.all(
    companies.map(({ id }) => read(findHostUsers, { query: { s: text, company: String(id) } }, signal)),
  );
  return found.flat().sort((a, b) => a.name.localeCompare(b.name, language));
}

export const hostsQuery = (text: string, language: Language) =>
  queryOptions({
    queryKey: ["configuration", "hosts", text, language],
    queryFn: ({ signal }) => search(text, language, signal),
    placeholderData: keepPreviousData,
  });
