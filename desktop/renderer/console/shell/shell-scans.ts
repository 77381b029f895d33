import { useScanner } from "../features/scans/use-scanner.ts";
import { useOpenVisit } from "../features/visits/use-open-visit.ts";
import { warn } from "../lib/failures.ts";
import { loadLazyMessages, translate } from "../lib/language.ts";
import { useLoadAhead } from "../lib/load-ahead.ts";
import { usePreferences } from "../lib/preferences.ts";

/** Comes after the screen, and before the first scan. */
const load = async () => {
  const [scans] = await Promise.all([import("./open-scanned.ts"), loadLazyMessages()]);
  return scans.openScanned;
};

const ahead = [load] as const;

/** Takes scans on every screen of the desk, unless a form on it wants them. Draws nothing. */
export function ShellScans() {
  const open = useOpenVisit();
  const { scanSound } = usePreferences();
  useLoadAhead(ahead);
  useScanner(
    (text) => {
      load().then(
        (openScanned) => openScanned(text, { open, hasSound: scanSound }),
        () => warn(translate("console.failure.offline")),
      );
      return true;
    },
    { isLast: true },
  );
  return null;
}
