import { useEffect, useState } from "react";
import { fromInstant, type WallTime } from "#contract/dates.ts";

/** The site's wall clock, by the minute. */
export function useSiteNow(timezone: string): WallTime {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return fromInstant(now, timezone);
}
