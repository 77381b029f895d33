import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { maxRow, pageSizes } from "#contract/lists.ts";
import { CallError } from "../../lib/api.ts";

interface Answer {
  readonly data?: { readonly total: number } | undefined;
  readonly error: unknown;
  readonly isPlaceholderData: boolean;
}

type Search = Readonly<Record<string, unknown>>;

function correctionOf({ data, error, isPlaceholderData }: Answer, search: Search, size: number): Search {
  const { page = 1 } = search;
  if (typeof page !== "number") return {};
  const refused = error instanceof CallError ? Object.keys(error.fields ?? {}) : [];
  const lastAllowed = Math.floor(maxRow / size);
  const last = data && !isPlaceholderData ? Math.ceil(data.total / size) : page;
  return {
    ...Object.fromEntries(
      refused.filter((name) => search[name] !== undefined).map((name) => [name, undefined]),
    ),
    ...(refused.includes("page") && page > lastAllowed && { page: lastAllowed }),
    ...(page > Math.max(last, 1) && { page: last > 1 ? last : undefined }),
  };
}

/**
 * Corrects the address of a list: drops parameters that the server refuses, and replaces a page beyond the end by the last one.
 * @param shown page, from 1, for lists that keep it outside of the address
 * @returns whether the list is about to be read again
 */
export function useCorrectedAddress(
  answer: Answer,
  shown: { page?: number | undefined; size?: number } = {},
): boolean {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { page = 1, size = pageSizes.default } = shown;
  const correction = page === (search.page ?? 1) ? correctionOf(answer, search, size) : {};
  const isCorrecting = Object.keys(correction).length > 0;
  useEffect(() => {
    if (isCorrecting)
      void navigate({
        to: ".",
        search: ((old: Search) => ({ ...old, ...correction })) as never,
        replace: true,
      });
  });
  return isCorrecting;
}
