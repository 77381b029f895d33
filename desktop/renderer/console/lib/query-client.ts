/** Query cache. Handles the failures of every call (docs/behaviour.md, "Console failures"). */
import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { CallError } from "./api.ts";
import { showFailure } from "./failures.ts";
import { onLanguage } from "./language.ts";

/** Retries once after connection errors, never after a refusal. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof CallError && (error.kind === "offline" || error.status === 503);

/** A person's data that was hidden or destroyed, or that the user may no longer read, must not stay on the screen. */
export const isWithdrawn = (error: Error | null, [name]: QueryKey): boolean =>
  (name === "visits" || name === "hostUsers") &&
  error instanceof CallError &&
  (error.status === 403 || error.status === 404);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isWithdrawn(error, query.queryKey)) query.setState({ data: undefined });
      // Existing data stays on the screen; only a failed first load also shows the error in place.
      showFailure(error, { isShownInPlace: query.state.data === undefined });
    },
  }),
  mutationCache: new MutationCache({ onError: (error) => showFailure(error) }),
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
 * Keeps data of the previous language on the screen until it is loaded in the new one, so that an unreachable server
 * clears nothing, in particular no form. Keys of localised queries end with the language.
 */
onLanguage((now, before) => {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ type: "active" })) {
    if (queryKey.at(-1) !== before || state.data === undefined) continue;
    const newKey = [...queryKey.slice(0, -1), now];
    if (queryClient.getQueryData(newKey) !== undefined) continue;
    queryClient.setQueryData(newKey, state.data);
    void queryClient.invalidateQueries({ queryKey: newKey, exact: true, refetchType: "none" });
  }
});
