/** Several servers, each with a port of its own, behind Debian's Caddy. */
import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { ensureProgram } from "#tests/support/debian.ts";
import { freePort } from "#tests/support/services/free-port.ts";
import { type Server, startProduct } from "./processes.ts";

/** @returns undefined where there is no Caddy, which is told */
export async function startProxied(count: number, env: NodeJS.ProcessEnv): Promise<Server | undefined> {
  const found = ensureProgram("caddy", "the bench of several processes");
  if ("reason" in found) {
    console.log(`SKIPPED: several servers behind a proxy: ${found.reason}`);
    return undefined;
  }
  const servers: Server[] = [];
  for (let n = 0; n < count; n++) servers.push(await startProduct(env));
  const port = await freePort();
  const to = servers.map((server) => `127.0.0.1:${server.port}`).join(" ");
  const proxy = spawn(found.path, ["run", "--config", "-", "--adapter", "caddyfile"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  proxy.stdin.end(`{
    admin off
    auto_https off
  }
  http://:${port} {
    bind 127.0.0.1
    reverse_proxy ${to} {
      lb_policy least_conn
      trusted_proxies 127.0.0.1
    }
  }`);
  const stop = async () => {
    proxy.kill("SIGKILL");
    await Promise.all(servers.map((server) => server.stop()));
  };
  for (let tried = 0; proxy.exitCode === null && tried < 100; tried++) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (ready?.ok) {
      const pids = servers.map(({ pid }) => pid);
      return { name: "visitor", port, pid: pids[0] ?? 0, pids, stop };
    }
    await delay(100);
  }
  await stop();
  throw new Error("the proxy did not start");
}
