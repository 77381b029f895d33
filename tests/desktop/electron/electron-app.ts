/** The built app in Electron, with a folder of its own. */
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import { logFileName } from "../../../desktop/main/logging/log-file.ts";

export interface AppStart {
  readonly build: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** the folder of the user; kept for the next start where a test gives it again */
  readonly home: string;
  readonly settings?: object | string;
  /** arguments of the start, a link */
  readonly args?: readonly string[];
  /** the policy file, text as it stands */
  readonly policy?: object | string;
}

export interface LogLine {
  readonly event: string;
  readonly [fact: string]: unknown;
}

export interface RunningApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** where it keeps its files */
  readonly userData: string;
  readonly log: () => LogLine[];
  readonly close: () => Promise<void>;
}

/** The environment of the desktop session, with a folder that holds all files of the program. */
export const environmentOf = ({ env, home }: Pick<AppStart, "env" | "home">): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ),
  ...env,
  HOME: home,
  APPDATA: join(home, "config"),
  XDG_CONFIG_HOME: join(home, "config"),
});

const policyFile = "/etc/visitor-desk/policy.json";
const asText = (content: object | string): string =>
  typeof content === "string" ? content : JSON.stringify(content);

/** A script that runs before the program and redirects the policy file, which only administrators may write. */
function policyScript(home: string, policy: object | string): string {
  const file = join(home, "policy.json");
  writeFileSync(file, asText(policy));
  const script = join(home, "policy.cjs");
  writeFileSync(
    script,
    `const fs = require("node:fs/promises");
const { readFile } = fs;
fs.readFile = (file, ...rest) => readFile(file === ${JSON.stringify(policyFile)} ? ${JSON.stringify(file)} : file, ...rest);
require("node:module").syncBuiltinESMExports();`,
  );
  return script;
}

/** Where the app keeps its files, started from its build. */
export const userDataIn = (home: string): string => join(home, "config", "visitor-development");

/** The log by its file, as stderr may be closed. */
function linesOf(userData: string): LogLine[] {
  const file = join(userData, "logs", logFileName);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text
    .split("\n")
    .filter((line) => line.startsWith('{"time"'))
    .map((line) => JSON.parse(line));
}

/** Ends it at once, without questions of the page. */
async function end(app: ElectronApplication, child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const isClosed = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await app.evaluate(({ app: program }) => program.exit(0)).catch(() => {});
  await Promise.race([isClosed, setTimeout(5_000, undefined, { ref: false })]);
  // where it hangs; after its end this does nothing
  child.kill("SIGKILL");
}

/** Chooses an entry of the menu by its label, or its key: which window gets keys is not sure among several apps. */
export const choose = ({ app }: Pick<RunningApp, "app">, entry: string) =>
  app.evaluate(({ BrowserWindow, Menu }, wanted) => {
    const entries = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
    const found = entries?.find(({ label, accelerator }) => label === wanted || accelerator === wanted);
    found?.click({}, BrowserWindow.getAllWindows()[0]);
    return found && { checked: found.checked, enabled: found.enabled };
  }, entry);

/** Presses a key by the window, as Playwright's keys reach only the page. @param key "F11", "Control+P" */
export async function pressKey({ app }: Pick<RunningApp, "app">, key: string): Promise<void> {
  const modifiers = key.split("+");
  const event = { keyCode: modifiers.pop() ?? "", modifiers: modifiers as Electron.InputEvent["modifiers"] };
  await app.evaluate(({ BrowserWindow }, { keyCode, modifiers = [] }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    for (const type of ["keyDown", "keyUp"] as const) contents?.sendInputEvent({ type, keyCode, modifiers });
  }, event);
}

export async function launchElectron(start: AppStart): Promise<RunningApp> {
  const { build, program, env, home, settings, policy, args = [] } = start;
  const userData = userDataIn(home);
  mkdirSync(userData, { recursive: true });
  if (settings !== undefined) writeFileSync(join(userData, "settings.json"), asText(settings));
  const before = linesOf(userData).length;
  const first = policy === undefined ? [] : ["-r", policyScript(home, policy)];
  const app = await _electron.launch({
    executablePath: program,
    args: [
      "--password-store=gnome-libsecret",
      "--disable-gpu",
      "--force-prefers-reduced-motion",
      ...first,
      build,
      ...args,
    ],
    env: environmentOf({ env, home }),
    // else Playwright sets light colours
    colorScheme: null,
  });
  const child = app.process();
  const page = await app.firstWindow();
  return { app, page, userData, log: () => linesOf(userData).slice(before), close: () => end(app, child) };
}
