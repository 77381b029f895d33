import { useEffect, useState } from "react";
import { fromInstant, type WallTime } from "#contract/dates.ts";

const minute = 60_000;

/** The site's current wall time, to the minute, whatever the browser's zone. Updates by itself. */
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
    // Timers do not run while a phone sleeps.
    document.addEventListener("visibilitychange", read);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, []);

  return fromInstant(now, timezone);
}
