import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { join } from "node:path";

const programs: Partial<Record<NodeJS.Platform, string>> = {
  linux: "electron",
  darwin: "Electron.app/Contents/MacOS/Electron",
  win32: "electron.exe",
};

/** Whether it is a script that may start the program as an ordinary user. */
function isWrapper(program: string): boolean {
  const start = Buffer.alloc(2);
  const file = openSync(program, "r");
  readSync(file, start);
  closeSync(file);
  return start.toString() === "#!";
}

/** Electron's own program, where this machine has it; it is not fetched for a test. */
export function electronProgram(): { program: string } | { reason: string } {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? "node_modules/electron/dist";
  const program = join(folder, programs[process.platform] ?? "electron");
  if (!existsSync(program)) return { reason: "Electron's program is not here; `npm run desktop` fetches it" };
  if (process.getuid?.() === 0 && !isWrapper(program))
    return { reason: "root cannot run Electron in its sandbox" };
  return { program };
}

export function electronVersion(program: string, env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync(program, ["-p", "process.versions.electron"], {
    env: { ...env, ELECTRON_RUN_AS_NODE: "1" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${program} does not start: ${stderr.trim()}`);
  return stdout.trim();
}
