/** Lists to choose from. They belong to the site's configuration and are read again with it. */
import { queryOptions } from "@tanstack/react-query";
import { codeKinds, getCodesInUse } from "#contract/user-codes.ts";
import { read } from "../../lib/api.ts";
import type { Language } from "../../lib/language.ts";

/** The places or purposes in use, in their order. */
export const codesQuery = (kind: keyof typeof codeKinds, language: Language) =>
  queryOptions({
    queryKey: ["configuration", "codes", kind, language],
    queryFn: ({ signal }) =>
      read(getCodesInUse, { params: { kind: String(codeKinds[kind]) as "9002" | "9003" } }, signal),
    staleTime: 5 * 60_000,
  });
