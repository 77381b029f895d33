/** Debian's PgBouncer in front of a test's database. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../programs.ts";
import { freePort } from "../services/free-port.ts";

export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

async function waitForStart(child: ChildProcess): Promise<void> {
  let output = "";
  for await (const chunk of child.stderr ?? []) {
    output += chunk;
    if (output.includes("process up")) return;
  }
  throw new Error(`PgBouncer ended:\n${output}`);
}

/**
 * Starts PgBouncer in transaction mode with three connections.
 * @param to address of the database
 * @param more lines of the configuration
 */
export async function startPgBouncer(to: string, more: readonly string[] = []): Promise<Pooler> {
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
  const child = spawn(findProgram("pgbouncer") ?? "pgbouncer", [...asUser, file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await waitForStart(child);
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
