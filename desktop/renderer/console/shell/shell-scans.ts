/** Handles scans on the desk's screens: a pass opens its holder's visit, a reservation number its visit. */
import { useEffect } from "react";
import { toast } from "react-toastify/unstyled";
import { playNotes } from "../features/notifications/notification-settings.ts";
import { findPassesByNumber } from "../features/passes/queries.ts";
import { isReserveNo } from "../features/scans/scan-detection.ts";
import { useScanner } from "../features/scans/use-scanner.ts";
import { readVisits } from "../features/visits/queries.ts";
import { useOpenVisit } from "../features/visits/use-open-visit.ts";
import { showFailure } from "../lib/failures.ts";
import { translate } from "../lib/language.ts";
import { usePreferences } from "../lib/preferences.ts";

/** Distinct tones for success (high, short) and failure (low, longer). */
const successTone = [{ hertz: 1_319, at: 0, seconds: 0.12 }] as const;
const failureTone = [
  { hertz: 233, at: 0, seconds: 0.18 },
  { hertz: 233, at: 0.22, seconds: 0.3 },
] as const;

/** @returns the visit's id, or a message if there is none. @throws CallError */
async function findVisit(text: string, signal: AbortSignal): Promise<number | string> {
  if (isReserveNo(text)) {
    const { rows } = await readVisits("all", { q: text, size: 8 }, signal);
    const visit = rows.find(({ reserveNo }) => reserveNo === text.toUpperCase());
    return visit?.id ?? translate("console.scan.unknown", { text });
  }
  const pass = (await findPassesByNumber(text, signal, "issued")).find(({ visit }) => visit);
  if (pass?.visit) return pass.visit.id;
  const [known] = await findPassesByNumber(text, signal);
  return known
    ? translate("console.scan.notOut", { passNo: known.passNo })
    : translate("console.scan.unknown", { text });
}

interface Options {
  readonly open: (visit: number) => void;
  /** The user's preference for sounds. */
  readonly hasSound: boolean;
}

let lookup = new AbortController();

/** Opens the scanned visit or shows a warning, unless a later scan or another screen aborts the lookup. */
async function openScanned(text: string, { open, hasSound }: Options): Promise<void> {
  lookup.abort();
  lookup = new AbortController();
  const { signal } = lookup;
  const answer = await findVisit(text, signal).catch((error: unknown) => {
    if (!signal.aborted) showFailure(error);
  });
  if (signal.aborted) return;
  if (typeof answer === "number") open(answer);
  else if (answer) toast.warning(answer, { toastId: answer });
  // ignores missing audio output
  if (hasSound) playNotes(typeof answer === "number" ? successTone : failureTone).catch(() => undefined);
}

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: it changes with the screen
  useEffect(() => () => lookup.abort(), [open]);
  return null;
}
