/** Uploaded files in a folder, which several processes may share as a volume. */
import { constants } from "node:fs";
import {
  access,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf } from "#contract/thrown.ts";
import { errorCode } from "../error-code.ts";
import { makeFolders } from "./make-folders.ts";
import { type FileStorage, FilesUnavailable, type ListedFile, type OpenFile } from "./storage.ts";

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @param size bytes */
export const toOpenFile = (handle: FileHandle, size: number): OpenFile => ({
  size,
  read: async (range) => handle.createReadStream(range),
  close: () => handle.close(),
});

/** @throws FilesUnavailable where it exists and cannot be read */
async function openFile(path: string): Promise<OpenFile | undefined> {
  try {
    const handle = await open(path, "r");
    return toOpenFile(handle, (await handle.stat()).size);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw new FilesUnavailable(messageOf(error), { cause: error });
  }
}

async function filesIn(folder: string): Promise<ListedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: ListedFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const seen = await stat(join(folder, entry.name)).catch(() => undefined);
    if (seen) found.push({ name: entry.name, modifiedAt: seen.mtime });
  }
  return found;
}

/** @param folder created with the first upload */
export function createFolder(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, key);
  return {
    kind: "folder",
    label: folder,
    arriving: join(folder, "incoming"),
    isUsable: () =>
      access(folder, constants.R_OK | constants.W_OK).then(
        () => true,
        () => false,
      ),
    open: (key) => openFile(pathOf(key)),
    async keep(path, key) {
      await rename(path, pathOf(key));
      await syncFolder(folder);
    },
    async move(from, to, now) {
      await mkdir(dirname(pathOf(to)), { recursive: true, mode: 0o750 });
      // The time first: a file that is moved but not dated would look like one from long ago.
      await utimes(pathOf(from), now, now);
      await rename(pathOf(from), pathOf(to));
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (part = undefined) => filesIn(part === undefined ? folder : pathOf(part)),
    async readText(key) {
      try {
        return await readFile(pathOf(key), "utf8");
      } catch (error) {
        if (errorCode(error) === "ENOENT") return undefined;
        throw error;
      }
    },
    async writeText(key, text) {
      makeFolders(folder, 0o750);
      const draft = pathOf(`${key}.${process.pid}`);
      await writeFile(draft, text, { mode: 0o640, flush: true });
      await rename(draft, pathOf(key));
    },
  };
}
