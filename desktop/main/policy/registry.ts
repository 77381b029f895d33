/**
 * The policy in the Windows registry, read with reg.exe (docs/decisions/desktop/policy.md). reg.exe exits with 1 both
 * for a missing key and for every other error, and its messages are localised. So a key counts as missing only when its
 * parent can be listed and does not contain it.
 */
import type { ExecFileException } from "node:child_process";
import { join } from "node:path";
import { programLimits, type SystemReader } from "./system-reader.ts";

const maxListingBytes = 1024 * 1024;
const maxExportBytes = 256 * 1024;

export interface RegistrySystem extends SystemReader {
  /** "C:\\Windows" */
  readonly systemRoot: string | undefined;
  /** Creates a folder that only the user can read. */
  readonly makeFolder: () => Promise<string>;
  readonly removeFolder: (folder: string) => Promise<void>;
}

/** Value names in the registry, as in the administrative template. */
export const registryNames = {
  Servers: "servers",
  Updates: "updates",
  UpdateChannel: "updateChannel",
  UpdateHour: "updateHour",
  BadgePrinter: "badgePrinter",
  BadgePaper: "badgePaper",
  BadgeSilent: "badgeSilent",
  ListPrinter: "listPrinter",
  ListSilent: "listSilent",
  StartAtSignIn: "startAtSignIn",
  FullScreen: "fullScreen",
  LobbyDisplay: "lobbyDisplay",
  Notifications: "notifications",
  TrayIcon: "trayIcon",
} as const;

/** All other numbers are booleans. */
const isNumber = (name: string) => name === "UpdateHour";

/**
 * @param key with a short hive name, such as "HKLM\\Software\\Policies\\Visitor Desk"
 * @returns undefined if the key does not exist
 * @throws when that is unknown, or a value has another type than in the template
 */
export async function readRegistryKey(
  system: RegistrySystem,
  key: string,
): Promise<Record<string, unknown> | undefined> {
  if (!(await keyExists(system, key))) return undefined;
  const folder = await system.makeFolder();
  try {
    // console output uses a code page that loses printer names; exports are UTF-16
    const file = join(folder, "policy.reg");
    if ((await runReg(system, ["export", key, file, "/y"])) === undefined) throw unreadable("refused");
    const bytes = await system.readFile(file);
    if (bytes.length > maxExportBytes) throw unreadable("too large");
    return parseExport(new TextDecoder("utf-16le").decode(bytes), key);
  } finally {
    await system.removeFolder(folder);
  }
}

const unreadable = (reason: string) => new Error(`the registry cannot be read (${reason})`);

/** @throws when the registry is unreadable: the root of a hive always exists */
async function keyExists(system: RegistrySystem, key: string): Promise<boolean> {
  const parent = key.slice(0, key.lastIndexOf("\\"));
  const listing = await runReg(system, ["query", parent]);
  if (listing !== undefined) return listing.split(/\r?\n/).some((line) => isSameKey(line.trim(), key));
  if (!parent.includes("\\") || (await keyExists(system, parent))) throw unreadable("refused");
  return false;
}

const longName = (key: string): string =>
  key.replace(/^HKLM/, "HKEY_LOCAL_MACHINE").replace(/^HKCU/, "HKEY_CURRENT_USER");

const isSameKey = (name: string, key: string) => name.toLowerCase() === longName(key).toLowerCase();

/** @returns the output; undefined for exit code 1 */
async function runReg(
  { execFile, systemRoot }: RegistrySystem,
  args: readonly string[],
): Promise<string | undefined> {
  // absolute path: must not run a program of that name from the current folder
  const program = join(systemRoot ?? "C:\\Windows", "System32", "reg.exe");
  const answer = await execFile(program, args, programLimits(maxListingBytes)).catch(
    (error: ExecFileException) => {
      if (error.code === 1) return undefined;
      throw unreadable(String(error.code ?? "no answer"));
    },
  );
  return answer?.stdout;
}

const section = /^\[(.+)\]\r?$/m;
/** Name, and either a text, a number, or a type and its bytes. */
const value =
  /^(?:"((?:[^"\\]|\\[\s\S])*)"|@)=(?:"((?:[^"\\]|\\[\s\S])*)"|dword:([0-9a-f]{8})|hex(?:\(([0-9a-f]+)\))?:((?:[0-9a-f]{2}(?:,(?:\\\r?\n\s*)?)?)*))\r?$/gim;
const unquote = (text: string) => text.replace(/\\([\s\S])/g, "$1");
const multiText = "7";

/**
 * Parses the output of `reg export`.
 * @param key only its own values count, not those of its subkeys
 * @throws when a value has another type than in the template
 */
export function parseExport(text: string, key: string): Record<string, unknown> {
  const policy: Record<string, unknown> = {};
  const [, ...sections] = text.split(section);
  for (let at = 0; at < sections.length; at += 2) {
    if (!isSameKey(sections[at] ?? "", key)) continue;
    const body = sections[at + 1] ?? "";
    for (const [, name, string, dword, type, hex] of body.matchAll(value)) {
      if (name === undefined) continue;
      const known = registryNames[name as keyof typeof registryNames] ?? unquote(name);
      if (string !== undefined) policy[known] = unquote(string).trim();
      else if (dword !== undefined) policy[known] = readNumber(name, Number.parseInt(dword, 16));
      else if (type === multiText) policy[known] = readLines(hex ?? "");
      else throw new Error(`${name}: its type is not understood`);
    }
    if (body.replace(value, "").trim() !== "") throw unreadable("not understood");
  }
  return policy;
}

function readNumber(name: string, number: number): unknown {
  if (isNumber(name)) return number;
  if (number > 1) throw new Error(`${name}: ${number} is neither yes (1) nor no (0)`);
  return number === 1;
}

function readLines(hex: string): string[] {
  const bytes = Buffer.from(hex.replace(/[^0-9a-f]/gi, ""), "hex");
  return bytes
    .toString("utf16le")
    .split("\0")
    .filter((line) => line !== "");
}
