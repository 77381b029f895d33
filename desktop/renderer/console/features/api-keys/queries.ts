/** Queries of API keys; query keys start with "apiKeys". */
import { queryOptions } from "@tanstack/react-query";
import { getApiKeys } from "#contract/site/api-keys.ts";
import { read } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";

export const apiKeysQuery = queryOptions({
  queryKey: ["apiKeys"],
  queryFn: ({ signal }) => read(getApiKeys, {}, signal),
  // "Last used" must be current.
  staleTime: 0,
});

export const refreshApiKeys = () => void queryClient.invalidateQueries({ queryKey: ["apiKeys"] });
