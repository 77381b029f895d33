/** The desktop session for Electron: on Linux a screen, a bus and an unlocked keyring of its own; elsewhere that of the user. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { missingPrograms } from "../../support/programs.ts";
import { electronProgram, electronVersion } from "./electron-program.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Electron's program, and what its environment needs; or why it cannot be started */
    electron: { program: string; env: Record<string, string> } | { reason: string };
  }
}

/** A bus for all users of this machine, as Electron may run as another one than the tests. */
const busConfiguration = (socket: string): string => `<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
  </policy>
</busconfig>
`;

/** The first line of output, which says that a program is up. @throws where it ends without one */
export async function firstLine({ stdout, spawnfile }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface(stdout)) return line;
  throw new Error(`${spawnfile} ended at its start.`);
}

/** Waits until a service answers on the bus. @throws after ten seconds */
async function untilOwned(name: string, bus: string): Promise<void> {
  const question = [`--bus=${bus}`, "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus"];
  const asks = () =>
    spawnSync("dbus-send", [...question, "org.freedesktop.DBus.NameHasOwner", `string:${name}`], {
      encoding: "utf8",
    }).stdout;
  for (const end = Date.now() + 10_000; Date.now() < end; await setTimeout(50))
    if (asks().includes("boolean true")) return;
  throw new Error(`${name} did not come to the bus.`);
}

async function startSession(): Promise<{ env: Record<string, string>; end: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "visitor-session-"));
  chmodSync(folder, 0o755);
  const children: ChildProcess[] = [];
  const start = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "pipe"] });
    child.stderr.resume();
    children.push(child);
    return child;
  };

  const screen = start("Xvfb", [
    "-displayfd",
    "1",
    "-screen",
    "0",
    "1920x1200x24",
    "-ac",
    // else it resets when the last program ends, and refuses one that starts just then
    "-noreset",
    "-nolisten",
    "tcp",
  ]);
  const display = `:${await firstLine(screen)}`;
  const socket = join(folder, "bus");
  const configuration = join(folder, "bus.conf");
  writeFileSync(configuration, busConfiguration(socket));
  const bus = start("dbus-daemon", [`--config-file=${configuration}`, "--nofork", "--print-address"]);
  await firstLine(bus);
  chmodSync(socket, 0o777);
  const address = `unix:path=${socket}`;
  const home = join(folder, "home");
  mkdirSync(home);
  const keyring = start("gnome-keyring-daemon", ["--unlock", "--components=secrets", "--foreground"], {
    DBUS_SESSION_BUS_ADDRESS: address,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_DATA_HOME: home,
  });
  keyring.stdin.end("a password for tests");
  await untilOwned("org.freedesktop.secrets", address);
  const end = () => {
    for (const child of children.reverse()) child.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  return { env: { DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: address }, end };
}

/**
 * Starts the session, where Electron's program is here.
 * @returns how to end it
 * @throws where the program is here and does not start
 */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  const found = electronProgram();
  if ("reason" in found || process.platform !== "linux") {
    project.provide("electron", "reason" in found ? found : { ...found, env: {} });
    return undefined;
  }
  const reason = missingPrograms("Xvfb", "dbus-daemon", "gnome-keyring-daemon");
  if (reason !== undefined) {
    project.provide("electron", { reason });
    return undefined;
  }
  const { env, end } = await startSession();
  try {
    console.log(`Electron ${electronVersion(found.program, { ...process.env, ...env })}`);
  } catch (error) {
    end();
    throw error;
  }
  project.provide("electron", { ...found, env });
  return end;
}
