/** Keys for the system's own windows, by xdotool. */
/// <reference path="./global-session.ts" />
import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";
import { missingPrograms } from "../../support/programs.ts";

interface Keyboard {
  /** Waits for a window of this title. @returns its number @throws after 20 seconds */
  readonly window: (title: string) => Promise<string>;
  readonly press: (window: string, key: string) => void;
}

/** For the session in which Electron runs, or why there is none. */
export function keyboard(): Keyboard | { readonly reason: string } {
  const electron = inject("electron");
  if ("reason" in electron) return electron;
  if (process.platform !== "linux") return { reason: "windows of the system are tried on Linux" };
  const reason = missingPrograms("xdotool");
  if (reason !== undefined) return { reason };
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
