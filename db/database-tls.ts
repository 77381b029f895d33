/** Names and numbers cross no network in the clear: databases elsewhere are reached by TLS with a checked certificate. */
import { isIP } from "node:net";

const modes = ["require", "verify-ca", "verify-full"];

/**
 * @param address as `postgres://user:password@host/name`; a host in the query wins, as the driver has it
 * @returns whether nobody on a network can read along: TLS is demanded, or the database is on this machine
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
 * @param names of the variables that may hold the address of a database
 * @throws Error naming those that neither ask for TLS nor mean this machine, unless `DATABASE_TLS=off`
 */
export function requireDatabaseTls(variables: NodeJS.ProcessEnv, names: readonly string[]): void {
  if (variables.DATABASE_TLS === "off") return;
  const open = names.filter((name) => variables[name] && !isSecureDatabase(variables[name]));
  if (open.length === 0) return;
  throw new Error(
    `${open.join(" and ")} must ask for TLS: add sslmode=verify-full (and sslrootcert=<file> for an authority of your own), ` +
      "or set DATABASE_TLS=off where nobody else can reach the network in between.",
  );
}
