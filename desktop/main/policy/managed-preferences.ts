/**
 * Managed preferences on macOS: what a configuration profile fixes for the app's domain. The system keeps them as property
 * lists in a folder that only it writes; `NSUserDefaults` would mix in what a person set by `defaults write`.
 */
import type { ExecFileException } from "node:child_process";
import { join } from "node:path";
import { appId } from "../app-id.ts";
import { programLimits, type SystemReader } from "./system-reader.ts";

const folder = "/Library/Managed Preferences";
const largestPlist = 64 * 1024;

export interface ManagedPlaces extends SystemReader {
  /** The name of the person's account. */
  readonly userName: string;
}

/** Profiles of the computer and of the person, in this order. */
export const managedFiles = (userName: string) =>
  ({
    computer: join(folder, `${appId}.plist`),
    person: join(folder, userName, `${appId}.plist`),
  }) as const;

/** @returns undefined where no profile says anything @throws where there is one that cannot be read */
export async function readManaged(
  { readFile, execFile }: ManagedPlaces,
  file: string,
): Promise<Record<string, unknown> | undefined> {
  const found = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new Error(`the managed preferences cannot be read (${error.code ?? "unknown"})`);
  });
  if (!found) return undefined;
  const args = ["-convert", "json", "-o", "-", "--", file];
  const { stdout } = await execFile("/usr/bin/plutil", args, programLimits(largestPlist)).catch(
    (error: ExecFileException) => {
      throw new Error(`the managed preferences cannot be read (${error.code ?? "no answer"})`);
    },
  );
  return parseManaged(stdout);
}

/** @param json as `plutil -convert json` prints a property list @throws where it is no dictionary */
export function parseManaged(json: string): Record<string, unknown> {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    throw new Error("the managed preferences are not JSON");
  }
  if (typeof read !== "object" || read === null || Array.isArray(read))
    throw new Error("the managed preferences are no dictionary");
  // some systems leave the profile's own words beside the settings
  return Object.fromEntries(Object.entries(read).filter(([name]) => !name.startsWith("Payload")));
}
