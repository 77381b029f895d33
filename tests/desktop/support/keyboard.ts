/** Keys for windows of the system itself, which Playwright does not see: X11's, by xdotool. */
/// <reference path="./global-session.ts" />
import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";
import { install, mayInstall } from "../../support/debian.ts";

interface Keyboard {
  /** Waits for a window of this title. @returns its number @throws after 20 seconds */
  readonly window: (title: string) => Promise<string>;
  readonly press: (window: string, key: string) => void;
}

const isThere = () => spawnSync("which", ["xdotool"]).status === 0;

/** For the session in which Electron runs, or why there is none. */
export function keyboard(): Keyboard | { readonly reason: string } {
  const electron = inject("electron");
  if ("reason" in electron) return electron;
  if (process.platform !== "linux") return { reason: "windows of the system are tried on Linux" };
  if (!isThere() && mayInstall()) install(["xdotool"], "the system's dialogs", console.log);
  if (!isThere()) return { reason: "there is no xdotool" };
  const call = (...words: string[]) =>
    spawnSync("xdotool", words, { env: { ...process.env, ...electron.env }, encoding: "utf8" }).stdout.trim();
  return {
    async window(title) {
      for (const end = Date.now() + 20_000; Date.now() < end; await setTimeout(100)) {
        const [found] = call("search", "--onlyvisible", "--name", `^${title}$`).split("\n");
        if (found) return found;
      }
      throw new Error(`There is no window "${title}".`);
    },
    press(window, key) {
      call("windowfocus", "--sync", window, "key", key);
    },
  };
}
