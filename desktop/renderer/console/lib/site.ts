/** Public configuration of the site: name, time zone and switches. */
import { queryOptions } from "@tanstack/react-query";
import { getConfiguration } from "#contract/site/configuration.ts";
import { read } from "./api.ts";
import { useTranslate } from "./language.ts";

export const siteQuery = queryOptions({
  queryKey: ["configuration", "public"],
  queryFn: ({ signal }) => read(getConfiguration, {}, signal),
  staleTime: 5 * 60_000,
});

/** Names the site's time zone; "" where it is this computer's. */
export function useZoneText(timezone: string): string {
  const t = useTranslate();
  if (Intl.DateTimeFormat().resolvedOptions().timeZone === timezone) return "";
  return t("console.offline.zone", { zone: timezone });
}
