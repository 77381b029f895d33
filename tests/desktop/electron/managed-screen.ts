/** A screen with a window manager: without one no window is ever maximised. */
import { spawn, spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { missingPrograms } from "../../support/programs.ts";
import { firstLine } from "../support/global-session.ts";

async function untilManaged(display: string): Promise<void> {
  const asks = () => spawnSync("xprop", ["-display", display, "-root", "_NET_SUPPORTING_WM_CHECK"]);
  for (const end = Date.now() + 10_000; Date.now() < end; await setTimeout(50))
    if (asks().stdout.includes("window id")) return;
  throw new Error("The window manager did not come up.");
}

/** Whether the window manager has placed a window. @param window its number */
export function isManaged(display: string, window: number): boolean {
  const { stdout } = spawnSync("xprop", ["-display", display, "-id", String(window), "WM_STATE"]);
  return stdout.includes("window state:");
}

/** @returns the screen's number and how to end it, or why there is none */
export async function openManagedScreen(): Promise<
  { display: string; end: () => void } | { reason: string }
> {
  if (process.platform !== "linux") return { reason: "a screen of its own needs Linux" };
  const reason = missingPrograms("Xvfb", "openbox", "xprop");
  if (reason !== undefined) return { reason };
  const screen = spawn(
    "Xvfb",
    ["-displayfd", "1", "-screen", "0", "1920x1200x24", "-ac", "-nolisten", "tcp"],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const display = `:${await firstLine(screen)}`;
  const manager = spawn("openbox", { env: { ...process.env, DISPLAY: display }, stdio: "ignore" });
  await untilManaged(display);
  return {
    display,
    end() {
      manager.kill();
      screen.kill();
    },
  };
}
