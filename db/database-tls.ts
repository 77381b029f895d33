/** Requires TLS with a verified certificate for remote databases. */
import { isIP } from "node:net";

const modes = ["require", "verify-ca", "verify-full"];

/**
 * @param address `postgres://user:password@host/name`; a host in the query wins, as in the driver
 * @returns whether the connection is safe: verified TLS, or a database on this machine
 */
export function isSecureDatabase(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const host = (searchParams.get("host") || decodeURIComponent(hostname)).replace(/^\[(.*)\]$/, "$1");
  const isHere = ["", "localhost", "::1"].includes(host) || (isIP(host) === 4 && host.startsWith("127."));
  if (isHere || host.startsWith("/")) return true;
  const mode = searchParams.get("sslmode");
  return mode === null ? ["true", "1"].includes(searchParams.get("ssl") ?? "") : modes.includes(mode);
}

/**
 * @param names of variables that may contain a database address
 * @throws Error with the insecure ones, unless `DATABASE_TLS=off`
 */
export function requireDatabaseTls(variables: NodeJS.ProcessEnv, names: readonly string[]): void {
  if (variables.DATABASE_TLS === "off") return;
  const open = names.filter((name) => variables[name] && !isSecureDatabase(variables[name]));
  if (open.length === 0) return;
  throw new Error(
    `${open.join(" and ")} must ask for TLS: add sslmode=verify-full (and sslrootcert=<file> for an authority of your own), ` +
      "or set DATABASE_TLS=off where the network in between is trusted.",
  );
}
