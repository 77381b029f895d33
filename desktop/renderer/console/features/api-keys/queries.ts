/** What is read about API keys; keys begin with "apiKeys". */
import { queryOptions } from "@tanstack/react-query";
import { getApiKeys } from "#contract/site/api-keys.ts";
import { read } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";

export const apiKeysQuery = queryOptions({
  queryKey: ["apiKeys"],
  queryFn: ({ signal }) => read(getApiKeys, {}, signal),
  // Whether one was used just now is what people look for.
  staleTime: 0,
});

export const refreshApiKeys = () => void queryClient.invalidateQueries({ queryKey: ["apiKeys"] });
