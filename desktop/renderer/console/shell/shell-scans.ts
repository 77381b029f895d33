import { useScanner } from "../features/scans/use-scanner.ts";
import { useOpenVisit } from "../features/visits/use-open-visit.ts";
import { usePreferences } from "../lib/preferences.ts";
import { openScanned } from "./open-scanned.ts";

/** Handles scans on every desk screen unless a form does. Renders nothing. */
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
