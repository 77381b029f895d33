/** Every command that can lose data asks here first. */
import { commandOf } from "./command.ts";

const flag = "--yes-lose-data=";

interface Loss {
  /** "db rollback" */
  readonly task: string;
  /** what else is typed, "--lost=data:2026" */
  readonly options?: readonly string[];
  /** URL of the database */
  readonly url: string;
  /** what would go, a line each */
  readonly losses: readonly string[];
  /** words of the command line */
  readonly argv: readonly string[];
}

/** @returns the name that a connection URL ends with, "visitor" */
export const databaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/**
 * Lets a command go on only where the command line names the database whose data may be lost.
 * @throws Error that lists the losses and says what to type
 */
export function requireConsentToLoss({ task, options = [], url, losses, argv }: Loss): void {
  const name = databaseName(url);
  const given = argv.find((word) => word.startsWith(flag))?.slice(flag.length);
  if (given === name) return;
  const mistake =
    given === undefined ? "" : `--yes-lose-data names "${given}", but the database is "${name}".\n`;
  throw new Error(
    `${mistake}This removes from the database "${name}":\n${losses.map((loss) => `  ${loss}`).join("\n")}\n` +
      `If you are sure, and have a backup: ${[commandOf(task), ...options, flag + name].join(" ")}`,
  );
}
