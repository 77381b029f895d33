/** What is read is kept here. Failures of every call are told in one place (docs/behaviour.md, "Console failures"). */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { CallError } from "./api.ts";
import { tellFailure } from "./failures.ts";
import { onLanguage } from "./language.ts";

/** What a refusal says will not change by asking again; a dropped line may. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof CallError && (error.kind === "offline" || error.status === 503);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // What is on the screen stays there; only a first reading that fails has a place of its own to say so, too.
      tellFailure(error, { isShownInPlace: query.state.data === undefined });
    },
  }),
  mutationCache: new MutationCache({ onError: (error) => tellFailure(error) }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: mayRetry,
      retryDelay: 800,
      networkMode: "always",
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/**
 * What was read in another language stays on the screen until it has been read in this one: a server that is away takes
 * nothing away with it, least of all a form that somebody fills. Keys of what is read by language end with it.
 */
onLanguage((now, before) => {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ type: "active" })) {
    if (queryKey.at(-1) !== before || state.data === undefined) continue;
    const wanted = [...queryKey.slice(0, -1), now];
    if (queryClient.getQueryData(wanted) !== undefined) continue;
    queryClient.setQueryData(wanted, state.data);
    void queryClient.invalidateQueries({ queryKey: wanted, exact: true, refetchType: "none" });
  }
});
