/**
 * Managed preferences on macOS: what a configuration profile fixes for the app's domain. Reads the property lists from
 * a folder that only the system writes; `NSUserDefaults` would include what a user set with `defaults write`.
 */
import type { ExecFileException } from "node:child_process";
import { join } from "node:path";
import { appId } from "../app-id.ts";
import { programLimits, type SystemReader } from "./system-reader.ts";

const folder = "/Library/Managed Preferences";
const maxPlistBytes = 64 * 1024;

export interface ManagedPreferencesSystem extends SystemReader {
  /** Account name of the user. */
  readonly userName: string;
}

/** Property lists of the computer's and the user's profile. */
export const managedFiles = (userName: string) =>
  ({
    computer: join(folder, `${appId}.plist`),
    user: join(folder, userName, `${appId}.plist`),
  }) as const;

/** @returns undefined without a profile @throws when it cannot be read */
export async function readManaged(
  { readFile, execFile }: ManagedPreferencesSystem,
  file: string,
): Promise<Record<string, unknown> | undefined> {
  const found = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new Error(`the managed preferences cannot be read (${error.code ?? "unknown"})`);
  });
  if (!found) return undefined;
  const args = ["-convert", "json", "-o", "-", "--", file];
  const { stdout } = await execFile("/usr/bin/plutil", args, programLimits(maxPlistBytes)).catch(
    (error: ExecFileException) => {
      throw new Error(`the managed preferences cannot be read (${error.code ?? "no answer"})`);
    },
  );
  return parseManaged(stdout);
}

/** @param json output of `plutil -convert json` @throws when it is not a dictionary */
export function parseManaged(json: string): Record<string, unknown> {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    throw new Error("the managed preferences are not JSON");
  }
  if (typeof read !== "object" || read === null || Array.isArray(read))
    throw new Error("the managed preferences are no dictionary");
  // some systems keep the profile's metadata next to the settings
  return Object.fromEntries(Object.entries(read).filter(([name]) => !name.startsWith("Payload")));
}
