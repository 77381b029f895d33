/** People who can be visited, by what somebody types of their name. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getHostUserOptions } from "#contract/host-users.ts";
import { read } from "../../lib/api.ts";
import type { Language } from "../../lib/language.ts";

/** Each named so that namesakes can be told apart: "김민수 (나루솔정밀 구매팀 대리)". */
export const hostsQuery = (text: string, language: Language) =>
  queryOptions({
    queryKey: ["configuration", "hosts", text, language],
    queryFn: ({ signal }) => read(getHostUserOptions, { query: { name: text } }, signal),
    placeholderData: keepPreviousData,
  });
