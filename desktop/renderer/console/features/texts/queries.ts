/** Queries of terms and policies; query keys start with "texts". */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { pageSizes } from "#contract/lists.ts";
import { getTemplates } from "#contract/site/set-up.ts";
import {
  listTerms,
  listVersions,
  previewVersion,
  type Terms,
  type TermsVersion,
} from "#contract/texts/managed-terms.ts";
import {
  getPolicy,
  listPolicies,
  type PolicyPreview,
  previewPolicy,
} from "#contract/texts/privacy-policies.ts";
import { read } from "../../lib/api.ts";
import type { PoliciesSearch } from "./search.ts";

/** All terms in display order. */
export const termsListQuery = queryOptions({
  queryKey: ["texts", "terms"],
  queryFn: ({ signal }) => read(listTerms, { query: { size: pageSizes.max } }, signal),
});

/** Null if there are no such terms. */
export const termsQuery = (id: number) =>
  queryOptions({
    ...termsListQuery,
    select: ({ rows }): Terms | null => rows.find((terms) => terms.id === id) ?? null,
  });

/** Newest first. */
export const versionsQuery = (termsId: number) =>
  queryOptions({
    queryKey: ["texts", "versions", termsId],
    queryFn: ({ signal }): Promise<TermsVersion[]> =>
      read(listVersions, { params: { id: String(termsId) } }, signal),
  });

export const policyListQuery = (listParams: PoliciesSearch) =>
  queryOptions({
    queryKey: ["texts", "policies", listParams],
    queryFn: ({ signal }) => read(listPolicies, { query: listParams }, signal),
    placeholderData: keepPreviousData,
  });

export const policyQuery = (id: number) =>
  queryOptions({
    queryKey: ["texts", "policy", id],
    queryFn: ({ signal }) => read(getPolicy, { params: { id: String(id) } }, signal),
  });

/** The product's templates, which only change with the server's version. */
export const templatesQuery = queryOptions({
  queryKey: ["templates"],
  queryFn: ({ signal }) => read(getTemplates, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Previews of unsaved texts are not cached. */
const previewOptions = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  placeholderData: keepPreviousData,
} as const;

export const termsPreviewQuery = (termsId: number, body: { body: string; enBody: string }) =>
  queryOptions({
    queryKey: ["preview", "terms", termsId, body],
    queryFn: ({ signal }) => read(previewVersion, { params: { id: String(termsId) }, body }, signal),
    ...previewOptions,
  });

export const policyPreviewQuery = (body: PolicyPreview) =>
  queryOptions({
    queryKey: ["preview", "policy", body],
    queryFn: ({ signal }) => read(previewPolicy, { body }, signal),
    ...previewOptions,
  });
