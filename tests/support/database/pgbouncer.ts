/** Debian's PgBouncer in front of a test's database. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install, mayInstall } from "../debian.ts";

const places = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"];
const installed = () => places.find((path) => existsSync(path));

/**
 * Finds PgBouncer, or installs it where that is possible.
 * @throws in CI, where there is none
 */
export function ensurePgBouncer(): { readonly path: string } | { readonly reason: string } {
  if (!installed() && mayInstall()) install(["pgbouncer"], "the pooler's tests", console.log);
  const path = installed();
  if (path !== undefined) return { path };
  const reason = "PgBouncer is not installed, and only root can install it (apt-get install pgbouncer)";
  if (process.env.CI) throw new Error(reason);
  return { reason };
}

export interface Pooler {
  /** The database's address by way of this. */
  readonly url: string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Waits until it takes connections. */
async function listening(child: ChildProcess): Promise<void> {
  let said = "";
  for await (const chunk of child.stderr ?? []) {
    said += chunk;
    if (said.includes("process up")) return;
  }
  throw new Error(`PgBouncer ended:\n${said}`);
}

/**
 * Starts one that lends out three connections by transaction, as Debian's package comes.
 * @param to the database's address
 * @param more lines of its configuration
 */
export async function startPgBouncer(
  path: string,
  to: string,
  more: readonly string[] = [],
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "visitor-pgbouncer-"));
  const port = await freePort();
  const { hostname, port: target, username, password, pathname } = new URL(to);
  const name = pathname.slice(1);
  const config = [
    "[databases]",
    `${name} = host=${hostname} port=${target} dbname=${name} user=${username} password=${decodeURIComponent(password)}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 3",
    ...more,
  ];
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, `${config.join("\n")}\n`);
  chmodSync(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(path, [...asUser, file], { stdio: ["ignore", "ignore", "pipe"] });
  await listening(child);
  child.stderr.resume();
  const url = new URL(to);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async stop() {
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
