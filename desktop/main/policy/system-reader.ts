/** Access to the system's files and programs, for reading a policy. */
export interface SystemReader {
  /** @throws with `code` ENOENT if it does not exist */
  readonly readFile: (file: string) => Promise<Uint8Array>;
  /** @throws with `code` when the program fails or times out */
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
  /** maximum output in bytes */
  readonly maxBuffer: number;
}

/** Limits of a system program. @param maxBuffer maximum output in bytes */
export const programLimits = (maxBuffer: number): ProgramLimits => ({
  timeout: 5_000,
  windowsHide: true,
  maxBuffer,
});
