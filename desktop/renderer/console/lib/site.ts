/** The site's public configuration: its name, time zone and switches. */
import { queryOptions } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getConfiguration } from "#contract/configuration.ts";
import { fromInstant, type WallTime } from "#contract/dates.ts";
import { read } from "./api.ts";

export const siteQuery = queryOptions({
  queryKey: ["configuration", "public"],
  queryFn: ({ signal }) => read(getConfiguration, {}, signal),
  staleTime: 5 * 60_000,
});

/** The site's wall clock, by the minute. */
export function useSiteNow(timezone: string): WallTime {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return fromInstant(now, timezone);
}
