/**
 * The policy in Windows' registry, read by the system's own reg.exe (docs/decisions/desktop/policy.md). Its exit code
 * is 1 for a key that is not there and for all that went wrong, and its words come in the system's language. So a key
 * counts as missing only where the key above it could be listed and does not name it.
 */
import type { ExecFileException } from "node:child_process";
import { join } from "node:path";
import { programLimits, type SystemReader } from "./system-reader.ts";

const largestListing = 1024 * 1024;
const largestExport = 256 * 1024;

export interface RegistryPlaces extends SystemReader {
  /** "C:\\Windows" */
  readonly systemRoot: string | undefined;
  /** Makes a folder that only this person can read. */
  readonly makeFolder: () => Promise<string>;
  readonly removeFolder: (folder: string) => Promise<void>;
}

/** Names in the registry, as the administrative template writes them. */
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
} as const;

/** A number is yes or no, except here. */
const isNumber = (name: string) => name === "UpdateHour";

/**
 * @param key with a short hive, such as "HKLM\\Software\\Policies\\Visitor Desk"
 * @returns undefined where there is no such key
 * @throws where it cannot be told, or a value is of another type than the template gives it
 */
export async function readRegistryKey(
  places: RegistryPlaces,
  key: string,
): Promise<Record<string, unknown> | undefined> {
  if (!(await isThere(places, key))) return undefined;
  const folder = await places.makeFolder();
  try {
    // what it prints is in the console's code page and loses names of printers; what it exports is in UTF-16
    const file = join(folder, "policy.reg");
    if ((await runReg(places, ["export", key, file, "/y"])) === undefined) throw unreadable("refused");
    const bytes = await places.readFile(file);
    if (bytes.length > largestExport) throw unreadable("too large");
    return parseExport(new TextDecoder("utf-16le").decode(bytes), key);
  } finally {
    await places.removeFolder(folder);
  }
}

const unreadable = (reason: string) => new Error(`the registry cannot be read (${reason})`);

/** @throws where the registry does not answer: a hive's top is always there */
async function isThere(places: RegistryPlaces, key: string): Promise<boolean> {
  const parent = key.slice(0, key.lastIndexOf("\\"));
  const listing = await runReg(places, ["query", parent]);
  if (listing !== undefined) return listing.split(/\r?\n/).some((line) => isSameKey(line.trim(), key));
  if (!parent.includes("\\") || (await isThere(places, parent))) throw unreadable("refused");
  return false;
}

const longName = (key: string): string =>
  key.replace(/^HKLM/, "HKEY_LOCAL_MACHINE").replace(/^HKCU/, "HKEY_CURRENT_USER");

const isSameKey = (name: string, key: string) => name.toLowerCase() === longName(key).toLowerCase();

/** @returns what was printed; undefined for exit code 1 */
async function runReg(
  { execFile, systemRoot }: RegistryPlaces,
  args: readonly string[],
): Promise<string | undefined> {
  // the whole path: a program of that name in the current folder must not answer instead
  const program = join(systemRoot ?? "C:\\Windows", "System32", "reg.exe");
  const answer = await execFile(program, args, programLimits(largestListing)).catch(
    (error: ExecFileException) => {
      if (error.code === 1) return undefined;
      throw unreadable(String(error.code ?? "no answer"));
    },
  );
  return answer?.stdout;
}

const section = /^\[(.+)\]\r?$/m;
const quoted = '"((?:[^"\\\\]|\\\\[\\s\\S])*)"';
const hexBytes = "((?:[0-9a-f]{2}(?:,(?:\\\\\\r?\\n\\s*)?)?)*)";
const value = new RegExp(
  `^(?:${quoted}|@)=(?:${quoted}|dword:([0-9a-f]{8})|hex(?:\\(([0-9a-f]+)\\))?:${hexBytes})\\r?$`,
  "gim",
);
const unquote = (text: string) => text.replace(/\\([\s\S])/g, "$1");
const multiText = "7";

/**
 * Reads what `reg export` writes.
 * @param key only its own values count, not those of keys below it
 * @throws where a value is of another type than the template gives it
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
