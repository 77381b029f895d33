export function npmCommand(): { command: string; args: string[] };
export function pinnedNode(root: string): string;
export function wantedInstall(root: string): string;
export function installState(root: string): "current" | "unrecorded" | "missing" | "outdated";
export function ensureInstalled(
  root: string,
  options: { log: (line: string) => void; before?: () => Promise<void> },
): Promise<void>;
