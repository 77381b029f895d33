/** Queries of the set-up list; query keys start with "setUp". */
import { queryOptions } from "@tanstack/react-query";
import { bracketsIn, getSetUp, getTemplates } from "#contract/site/set-up.ts";
import { listTerms, listVersions } from "#contract/texts/managed-terms.ts";
import { getPolicy, listPolicies } from "#contract/texts/privacy-policies.ts";
import { read } from "../../lib/api.ts";

export const setUpQuery = queryOptions({
  queryKey: ["setUp", "steps"],
  queryFn: ({ signal }) => read(getSetUp, {}, signal),
});

export const startingTemplatesQuery = queryOptions({
  queryKey: ["setUp", "templates"],
  queryFn: ({ signal }) => read(getTemplates, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** A text that is not published yet. */
export interface Draft {
  readonly id: number;
  /** Undefined for a policy. */
  readonly versionId?: number;
  readonly title: string;
  /** An earlier version is published. */
  readonly isPublished?: boolean;
  /** Placeholders in brackets that are still in the text. */
  readonly placeholders: readonly string[];
}

/** The newest policy, if it was never published. */
export const policyDraftsQuery = queryOptions({
  queryKey: ["setUp", "policies"],
  queryFn: async ({ signal }): Promise<Draft[]> => {
    const { rows } = await read(listPolicies, { query: { sort: "-createdAt" } }, signal);
    const [newest] = rows;
    if (!newest?.editable) return [];
    const { id, title, content, enContent } = await read(
      getPolicy,
      { params: { id: String(newest.id) } },
      signal,
    );
    return [{ id, title, placeholders: bracketsIn(content, enContent) }];
  },
});

/** Newest version of each terms in use, if it is not published. */
export const termsDraftsQuery = queryOptions({
  queryKey: ["setUp", "terms"],
  queryFn: async ({ signal }): Promise<Draft[]> => {
    const { rows } = await read(listTerms, { query: { inUse: true, size: 100 } }, signal);
    const drafts = await Promise.all(
      rows.map(async ({ id, title, deployedVersion }): Promise<Draft[]> => {
        const [version] = await read(listVersions, { params: { id: String(id) } }, signal);
        if (!version || version.deployedAt !== null) return [];
        const placeholders = bracketsIn(version.body, version.enBody);
        return [{ id, title, versionId: version.id, isPublished: deployedVersion !== null, placeholders }];
      }),
    );
    return drafts.flat();
  },
});
