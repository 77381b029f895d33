import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Replaces a file's content as a whole: whoever reads it, also after a power failure, finds the old text or the new one.
 * @throws when the folder cannot be written to; the old content stays
 */
export async function writeAtomically(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
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
