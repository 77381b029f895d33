/** Handles scans on the desk's screens: a pass opens its holder's visit, a reservation number its visit. */
import { toast } from "react-toastify/unstyled";
import { playNotes } from "../features/notifications/notification-settings.ts";
import { findPassesByNumber } from "../features/passes/queries.ts";
import { isReserveNo } from "../features/scans/scan-detection.ts";
import { useScanner } from "../features/scans/use-scanner.ts";
import { readVisits } from "../features/visits/queries.ts";
import { useOpenVisit } from "../features/visits/use-open-visit.ts";
import { CallError } from "../lib/api.ts";
import { showFailure } from "../lib/failures.ts";
import { translate } from "../lib/language.ts";
import { usePreferences } from "../lib/preferences.ts";

const waitMs = 10_000;

/** Distinct tones for success (high, short) and failure (low, longer). */
const successTone = [{ hertz: 1_319, at: 0, seconds: 0.12 }] as const;
const failureTone = [
  { hertz: 233, at: 0, seconds: 0.18 },
  { hertz: 233, at: 0.22, seconds: 0.3 },
] as const;

/** @returns the visit's id, or a message if there is none. @throws CallError; the signal's reason if aborted */
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

/** Opens the scanned visit or shows a warning. */
async function openScanned(text: string, { open, hasSound }: Options): Promise<void> {
  const signal = AbortSignal.timeout(waitMs);
  const answer = await findVisit(text, signal).catch((error: unknown) => {
    showFailure(signal.aborted ? new CallError("timeout") : error);
  });
  if (typeof answer === "number") open(answer);
  else if (answer) toast.warning(answer, { toastId: answer });
  // ignores missing audio output
  if (hasSound) playNotes(typeof answer === "number" ? successTone : failureTone).catch(() => undefined);
}

/** One after the other: the visit of a slow lookup must not replace that of a later scan. */
let scans = Promise.resolve();

/** Handles scans on every desk screen unless a form does. Renders nothing. */
export function ShellScans() {
  const open = useOpenVisit();
  const { scanSound } = usePreferences();
  useScanner(
    (text) => {
      scans = scans.then(() => openScanned(text, { open, hasSound: scanSound }));
      return true;
    },
    { isLast: true },
  );
  return null;
}
