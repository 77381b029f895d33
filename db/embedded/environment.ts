import type { Account } from "./account.ts";

/**
 * Options for running one of PostgreSQL's programs: as the account, from a folder it can enter, and without the
 * caller's language and PostgreSQL settings (PGDATA, PGPORT … would change what it does; messages stay English).
 */
export function runOptions(cwd: string, account: Account | undefined) {
  const env: NodeJS.ProcessEnv = { LC_ALL: "C" };
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^(PG|LC_|LANG|npm_|NODE_|TZ$)/i.test(name)) env[name] = value;
  }
  return { cwd, env, ...(account ?? {}) };
}
