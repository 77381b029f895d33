/** What the server says of itself, outside the contract: `/healthz`. */
import { queryOptions } from "@tanstack/react-query";

/** Null where it does not say. */
export const serverVersionQuery = queryOptions({
  queryKey: ["health", "version"],
  queryFn: async ({ signal }): Promise<string | null> => {
    const response = await fetch("/healthz", { signal, headers: { Accept: "application/json" } });
    if (!response.ok) return null;
    const { version } = (await response.json().catch(() => ({}))) as { version?: unknown };
    return typeof version === "string" ? version : null;
  },
  retry: false,
});
