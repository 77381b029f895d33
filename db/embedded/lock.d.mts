/** A process as we remember it: its number and, where the system tells, when it was started. */
export interface ProcessIdentity {
  pid: number;
  since?: string;
}
export function identify(pid: number): ProcessIdentity | undefined;
export function isAlive(remembered: ProcessIdentity | undefined): boolean;
export function withLock<T>(
  path: string,
  options: { waitMs?: number; onWait?: (holderPid: number) => void },
  work: () => Promise<T>,
): Promise<T>;
