import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

interface Options {
  readonly folder: string;
  /** A larger file is rotated before the next line. */
  readonly maxBytes: number;
  /** Number of files, including the current one. */
  readonly keep: number;
}

export const logFileName = "visitor-desk.log";

/**
 * Appends lines to "visitor-desk.log" and rotates it to ".1", ".2" and so on. Writes synchronously: lines are few, and
 * the last one before a crash matters most. Write errors are ignored.
 */
export function openLogFile({ folder, maxBytes, keep }: Options): (line: string) => void {
  const file = join(folder, logFileName);
  const older = (n: number) => (n === 0 ? file : `${file}.${n}`);
  let size = sizeOf(file);

  function rotate(): void {
    rmSync(older(keep - 1), { force: true });
    for (let n = keep - 2; n >= 0; n--) {
      if (statSync(older(n), { throwIfNoEntry: false })) renameSync(older(n), older(n + 1));
    }
    size = 0;
  }

  return (line) => {
    try {
      mkdirSync(folder, { recursive: true });
      if (size > 0 && size + Buffer.byteLength(line) > maxBytes) rotate();
      appendFileSync(file, line, { mode: 0o600 });
      size += Buffer.byteLength(line);
    } catch {
      // there is nowhere left to report it
    }
  };
}

function sizeOf(file: string): number {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}
