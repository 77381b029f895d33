/** Finds misspelt settings, which would silently have no effect. */

/** Of tasks only, not of the server. */
const taskVariables = ["BACKUP_PASSPHRASE", "ADMIN_PASSWORD", "ADMIN_DATABASE_URL", "ACCESS_LOG_OWNER"];

/** Prefixes that no other program's variables have. */
const ownPrefix = /^(LIMIT|SMS|SMTP|OIDC|SOLAPI|TWILIO|UPLOAD|METRICS|ERASURE|BACKUP)_/;

/** Kubernetes and Docker set these for a service named like one of the prefixes. */
const ofService = /_(SERVICE_(HOST|PORT)|PORT)(_|$)/;

const maxLength = 60;

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, m) => m);
  for (const letter of one) {
    const next: number[] = [];
    for (const [m, above] of row.entries()) {
      const diagonal = (row[m - 1] ?? Infinity) + (letter === other[m - 1] ? 0 : 1);
      next.push(Math.min(above + 1, diagonal, (next[m - 1] ?? Infinity) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * @param known names of the server's settings
 * @returns unknown variables that differ from a setting by a fifth of its letters, or start like ours, with the nearest
 */
export function misspeltVariables(
  variables: NodeJS.ProcessEnv,
  known: readonly string[],
): { readonly name: string; readonly nearest: string }[] {
  const ours = [...known, ...taskVariables];
  return Object.keys(variables).flatMap((name) => {
    if (ours.includes(name) || name.length > maxLength || ofService.test(name)) return [];
    const [prefix] = ownPrefix.exec(name) ?? [];
    const [first] = ours
      .filter((nearest) => nearest.startsWith(prefix ?? ""))
      .map((nearest) => ({ name, nearest, far: distance(name, nearest) }))
      .sort((one, other) => one.far - other.far);
    if (first === undefined || (prefix === undefined && first.far * 5 > first.nearest.length)) return [];
    return [{ name, nearest: first.nearest }];
  });
}
