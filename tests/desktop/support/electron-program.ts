import { existsSync } from "node:fs";
import { join } from "node:path";

const programs: Partial<Record<NodeJS.Platform, string>> = {
  linux: "electron",
  darwin: "Electron.app/Contents/MacOS/Electron",
  win32: "electron.exe",
};

/** Electron's own program, where this machine has it and can show its window; it is not fetched for a test. */
export function electronProgram(): { program: string } | { reason: string } {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? "node_modules/electron/dist";
  const program = join(folder, programs[process.platform] ?? "electron");
  if (!existsSync(program)) return { reason: "Electron's program is not here; `npm run desktop` fetches it" };
  if (process.platform !== "linux") return { program };
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (!DISPLAY && !WAYLAND_DISPLAY) return { reason: "there is no screen; `xvfb-run npm test` has one" };
  return process.getuid?.() === 0 ? { reason: "root cannot run Electron in its sandbox" } : { program };
}
