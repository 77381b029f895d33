/** Installs an update in the policy's hour while the computer is idle. */
import type { UpdateState } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import type { Restart } from "./restart.ts";

const checkEveryMs = 60_000;
/** Time without keyboard or mouse input in any program. */
const idleSeconds = 300;

interface Options {
  /** 0 to 23, local time; undefined: only the user restarts */
  readonly hour: number | undefined;
  readonly update: () => UpdateState;
  readonly restart: Pick<Restart, "unattended">;
  /** seconds since the last input */
  readonly systemIdleSeconds: () => number;
  readonly now: () => Date;
  /** setInterval */
  readonly repeat: (work: () => void, everyMs: number) => unknown;
  readonly log: Log;
}

/**
 * Checks every minute of that hour. Unsaved input, printing, activity and failed attempts postpone the update, if
 * necessary to the next day.
 */
export function updateInHour(options: Options): void {
  const { hour, log } = options;
  if (hour === undefined) return;
  let failedOn = "";
  let lastLogged = "";

  async function check(): Promise<void> {
    const now = options.now();
    if (now.getHours() !== hour || options.update().state !== "ready") return;
    const today = now.toDateString();
    if (failedOn === today) return;
    const outcome = options.systemIdleSeconds() < idleSeconds ? "used" : await options.restart.unattended();
    if (outcome === "failed") failedOn = today;
    // logged once a day per reason
    else if (lastLogged !== `${today} ${outcome}`) log("update-put-off", { reason: outcome });
    lastLogged = `${today} ${outcome}`;
  }

  options.repeat(
    () => void check().catch((error: Error) => log("update-put-off", { problem: error.message })),
    checkEveryMs,
  );
}
