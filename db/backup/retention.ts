/** Backups that are named by their time, and how many of them are kept (docs/backup.md). */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** @returns a folder's name, in UTC: "2026-03-10T033000Z" */
export const backupName = (now: Date): string => `${now.toISOString().slice(0, 19).replaceAll(":", "")}Z`;

/** Only whole backups have such names: those at work end with ".partial". */
const wholeBackup = /^\d{4}-\d{2}-\d{2}T\d{6}Z$/;

/**
 * Removes all but the newest backups of a folder, with their keys. Others than those of `backupName` stay.
 * @returns the names of those removed
 */
export async function removeOlderBackups(
  folder: string,
  { keep, keysFolder }: { readonly keep: number; readonly keysFolder: string },
): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => wholeBackup.test(name)).sort();
  const older = names.slice(0, Math.max(0, names.length - keep));
  for (const name of older) {
    // The folder last: where this breaks off, the next run finds it again.
    await rm(join(keysFolder, `${name}.keys`), { force: true });
    await rm(join(folder, name), { recursive: true });
  }
  return older;
}
