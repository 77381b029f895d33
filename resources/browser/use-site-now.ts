import { useEffect, useState } from "react";
import { fromInstant, type WallTime } from "#contract/dates.ts";

const minute = 60_000;

/** The site's wall clock, to the minute, whatever zone the browser is in. It moves on by itself. */
export function useSiteNow(timezone: string): WallTime {
  const [now, setNow] = useState(() => new Date());

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const read = () => {
      setNow(new Date());
      clearTimeout(timer);
      timer = setTimeout(read, minute - (Date.now() % minute) + 50);
    };
    read();
    // A phone that slept has missed its timers.
    document.addEventListener("visibilitychange", read);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, []);

  return fromInstant(now, timezone);
}
