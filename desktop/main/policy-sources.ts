/** Where a policy lies on each system: a file that only administrators write, or the registry's part for policies. */
import type { ExecFileException } from "node:child_process";
import { join } from "node:path";
import type { PolicySource } from "./policy.ts";

const largestFile = 64 * 1024;
const keys = ["HKLM\\Software\\Policies\\Visitor Desk", "HKCU\\Software\\Policies\\Visitor Desk"];
const queryTimeoutMs = 5_000;

export interface PolicyPlaces {
  readonly platform: NodeJS.Platform;
  /** "C:\\Windows" */
  readonly systemRoot: string | undefined;
  /** @throws with `code` ENOENT where there is none */
  readonly readFile: (file: string) => Promise<Uint8Array>;
  readonly execFile: (
    file: string,
    args: readonly string[],
    options: { timeout: number; windowsHide: boolean; maxBuffer: number },
  ) => Promise<{ stdout: string }>;
}

const files: Partial<Record<NodeJS.Platform, string>> = {
  linux: "/etc/visitor-desk/policy.json",
  darwin: "/Library/Application Support/Visitor Desk/policy.json",
};

/** The places of this system, the strongest first: what is said of the computer counts more than of its user. */
export function policySources(places: PolicyPlaces): PolicySource[] {
  if (places.platform === "win32") return keys.map((key) => () => readKey(places, key));
  const file = files[places.platform];
  return file === undefined ? [] : [() => readPolicyFile(places, file)];
}

async function readPolicyFile({ readFile }: PolicyPlaces, file: string): Promise<unknown> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Error(`the file cannot be read (${error.code ?? "unknown"})`);
  });
  if (!bytes) return undefined;
  if (bytes.length > largestFile) throw new Error("the file is too large");
  try {
    // editors on Windows put a mark in front
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error("the file is not JSON");
  }
}

async function readKey({ execFile, systemRoot }: PolicyPlaces, key: string): Promise<unknown> {
  // the whole path: a program of that name in the current folder must not answer instead
  const program = join(systemRoot ?? "C:\\Windows", "System32", "reg.exe");
  const options = { timeout: queryTimeoutMs, windowsHide: true, maxBuffer: largestFile };
  const answer = await execFile(program, ["query", key], options).catch((error: ExecFileException) => {
    // its words come in the system's language; 1 means that there is no such key
    if (error.code === 1) return undefined;
    throw new Error(`the registry cannot be read (${error.code ?? "no answer"})`);
  });
  return answer && parseRegistry(answer.stdout, key);
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

/** A REG_DWORD is yes or no, except for these. */
const numberNames: readonly string[] = ["UpdateHour"];

const valueLine = /^ {4}(\S+) {4}(REG_\w+)(?: {4}(.*))?$/;

/**
 * Reads what `reg query` prints.
 * @param key only its own values count, not those of keys below it
 * @throws where a value is of another type than the template gives it
 */
export function parseRegistry(printed: string, key: string): Record<string, unknown> {
  const policy: Record<string, unknown> = {};
  let isOwn = false;
  for (const line of printed.split(/\r?\n/)) {
    if (/^HKEY_/i.test(line)) isOwn = line.trim().toLowerCase() === longName(key).toLowerCase();
    const [, name = "", type = "", data = ""] = valueLine.exec(line) ?? [];
    if (!isOwn || name === "" || name.startsWith("(")) continue;
    const known = registryNames[name as keyof typeof registryNames];
    policy[known ?? name] = readValue(name, type, data.trim());
  }
  return policy;
}

const longName = (key: string): string =>
  key.replace(/^HKLM/, "HKEY_LOCAL_MACHINE").replace(/^HKCU/, "HKEY_CURRENT_USER");

function readValue(name: string, type: string, data: string): unknown {
  // the tool shows the zero between two lines as a backslash and a nought
  if (type === "REG_MULTI_SZ") return data.split("\\0").filter((line) => line !== "");
  if (type === "REG_SZ") return data;
  if (type === "REG_DWORD" && numberNames.includes(name)) return Number(data);
  if (type === "REG_DWORD" && /^0x[01]$/i.test(data)) return data === "0x1";
  throw new Error(`${name}: ${type} is not understood`);
}
