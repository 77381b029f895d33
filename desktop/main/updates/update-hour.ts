/** Installs an update in the hour that IT names, when nobody works at this computer. */
import type { UpdateState } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import type { Restart } from "./restart.ts";

const lookEveryMs = 60_000;
/** Nobody has touched keyboard or mouse for that long, in any program. */
const idleSeconds = 300;

interface Options {
  /** 0 to 23, as this computer's clock has it; undefined: only a person restarts */
  readonly hour: number | undefined;
  readonly update: () => UpdateState;
  readonly restart: Pick<Restart, "byItself">;
  /** seconds since the last key or movement of the mouse */
  readonly systemIdleSeconds: () => number;
  readonly now: () => Date;
  /** calls again and again, as setInterval does */
  readonly repeat: (work: () => void, everyMs: number) => unknown;
  readonly log: Log;
}

/**
 * Looks every minute of that hour. What is typed, printed or being worked on puts it off, to the next day if need be; so
 * does an attempt that failed.
 */
export function updateInHour(options: Options): void {
  const { hour, log } = options;
  if (hour === undefined) return;
  let failedOn = "";
  let saidWhy = "";

  async function look(): Promise<void> {
    const now = options.now();
    if (now.getHours() !== hour || options.update().state !== "ready") return;
    const today = now.toDateString();
    if (failedOn === today) return;
    const outcome = options.systemIdleSeconds() < idleSeconds ? "used" : await options.restart.byItself();
    if (outcome === "failed") failedOn = today;
    // once a day for each reason, not each minute
    else if (saidWhy !== `${today} ${outcome}`) log("update-put-off", { reason: outcome });
    saidWhy = `${today} ${outcome}`;
  }

  options.repeat(
    () => void look().catch((error: Error) => log("update-put-off", { problem: error.message })),
    lookEveryMs,
  );
}
