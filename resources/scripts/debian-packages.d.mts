export const APT_OPTIONS: readonly string[];
export const APT_INSTALL: readonly string[];
export function ensureDebianPackages(log: (line: string) => void): Promise<void>;
