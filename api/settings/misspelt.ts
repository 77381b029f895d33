/** Finds misspelt settings, which would silently have no effect. */

/** Of tasks only, not of the server. */
const taskVariables = ["BACKUP_PASSPHRASE", "ADMIN_PASSWORD", "ADMIN_DATABASE_URL", "ACCESS_LOG_OWNER"];

/** Prefixes of our settings, some of which other programs' variables have, too. */
const ownPrefix = /^(LIMIT|SMS|SMTP|OIDC|SOLAPI|TWILIO|UPLOAD|METRICS|ERASURE|BACKUP)_/;

/** Of Kubernetes and Docker, for a service named like one of the prefixes; of OpenTelemetry, which has a hundred. */
const ofOthers = /^OTEL_|_(SERVICE_(HOST|PORT)|PORT)(_|$)/;

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
 * @returns sentences: on names that are a setting's but for a few letters, and on others that only start like one
 */
export function unknownVariables(variables: NodeJS.ProcessEnv, known: readonly string[]) {
  const [misspelt, foreign]: [string[], string[]] = [[], []];
  const ours = [...known, ...taskVariables];
  for (const name of Object.keys(variables)) {
    if (ours.includes(name) || name.length > maxLength || ofOthers.test(name)) continue;
    const near = (setting: string) => distance(name, setting) <= Math.min(3, setting.length / 5);
    const nearest = ours.find(near);
    if (nearest !== undefined) misspelt.push(`${name}: there is no such setting; is ${nearest} meant?`);
    else if (ownPrefix.test(name)) foreign.push(`${name}: there is no such setting.`);
  }
  return { misspelt, foreign };
}
