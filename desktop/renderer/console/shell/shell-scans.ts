import { useScanner } from "../features/scans/use-scanner.ts";
import { useOpenVisit } from "../features/visits/use-open-visit.ts";
import { usePreferences } from "../lib/preferences.ts";
import { openScanned } from "./open-scanned.ts";

/** Takes scans on every screen of the desk, unless a form on it wants them. Draws nothing. */
export function ShellScans() {
  const open = useOpenVisit();
  const { scanSound } = usePreferences();
  useScanner(
    (text) => {
      void openScanned(text, { open, hasSound: scanSound });
      return true;
    },
    { isLast: true },
  );
  return null;
}
