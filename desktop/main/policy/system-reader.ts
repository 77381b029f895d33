/** What reads a policy where the system keeps it: its files and its own programs. */
export interface SystemReader {
  /** @throws with `code` ENOENT where there is none */
  readonly readFile: (file: string) => Promise<Uint8Array>;
  /** @throws with `code` where the program fails or takes too long */
  readonly execFile: (
    file: string,
    args: readonly string[],
    options: ProgramLimits,
  ) => Promise<{ stdout: string }>;
}

interface ProgramLimits {
  /** milliseconds */
  readonly timeout: number;
  readonly windowsHide: boolean;
  /** bytes that it may print */
  readonly maxBuffer: number;
}

/** Limits of a program of the system that prints at most so many bytes; no window flashes on Windows. */
export const programLimits = (maxBuffer: number): ProgramLimits => ({
  timeout: 5_000,
  windowsHide: true,
  maxBuffer,
});
