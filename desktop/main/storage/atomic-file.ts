import { randomUUID } from "node:crypto";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Replaces a file's content as a whole: whoever reads it, also after a power failure, finds the old text or the new one.
 * @param isWanted asked last; a text that something newer has overtaken is thrown away
 * @throws when the folder cannot be written to; the old content stays
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
    // in one step with its question
    if (isWanted()) renameSync(draft, file);
    else await rm(draft, { force: true });
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Removes the drafts of writes that a power failure cut short. */
export function removeDrafts(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${basename(file)}.`) && name.endsWith(".draft"))
      rmSync(join(folder, name), { force: true });
  }
}

/** Makes the new name itself last. Windows cannot open a folder, and does it by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
