import { randomUUID } from "node:crypto";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Replaces a file atomically: readers find the old or the new text, even after a power failure.
 * @param isWanted called before the replacement; an obsolete text is discarded
 * @throws when it cannot be written; the old content stays
 */
export async function writeAtomically(
  file: string,
  text: string,
  isWanted: () => boolean = () => true,
): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // synchronous, so that nothing changes after the check
    if (isWanted()) renameSync(draft, file);
    else await rm(draft, { force: true });
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Removes temporary files of interrupted writes. */
export function removeDrafts(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${basename(file)}.`) && name.endsWith(".draft"))
      rmSync(join(folder, name), { force: true });
  }
}

/** Flushes the rename to disk. Not possible or necessary on Windows. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
