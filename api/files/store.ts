/**
 * Files that people uploaded, in one folder (docs/decisions/signage/file-storage.md). A file arrives under a
 * temporary name and gets its own only when its row is about to be committed: no row is ever without its file, and a
 * file without a row is cleaned up.
 */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { filesFull, unavailable } from "#api/errors.ts";
import { errorCode } from "#db/error-code.ts";
import { fileName } from "#db/files-folder.ts";

const full = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** A folder that was mounted anew to be read only, or whose rights changed. */
const closed = new Set(["EROFS", "EACCES", "EPERM"]);

/** Maps a full disk, and a folder that cannot be written to, to errors of their own. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (closed.has(code)) throw unavailable();
    throw full.has(code) ? filesFull() : error;
  }
}

/** A file that is being received. */
export interface Incoming {
  readonly path: string;
  /** Bytes so far. */
  readonly size: number;
  /** @throws HttpError 507 where the disk is full, 503 where the folder cannot be written to; so do the others */
  write(chunk: Uint8Array): Promise<void>;
  /** Flushes it to the disk. @throws HttpError 507 */
  finish(): Promise<void>;
  /** Puts other content in the place of a finished one, and flushes it. @throws HttpError 507 */
  replace(content: Uint8Array): Promise<void>;
  /** Renames it to its permanent name. */
  keep(name: string): Promise<void>;
  /** Deletes it, unless it was kept. May be called at any time. */
  discard(): Promise<void>;
}

/** A file that no row named, and since when it has been set aside. */
export interface QuarantinedFile {
  readonly name: string;
  readonly since: Date;
}

export interface FileStore {
  readonly folder: string;
  receive(): Promise<Incoming>;
  /** @returns undefined where there is none such */
  open(name: string): Promise<FileHandle | undefined>;
  remove(name: string): Promise<void>;
  /** Names of files, and paths of those that never came in whole, that were last written before a moment. */
  olderThan(moment: Date): Promise<{ files: string[]; unfinished: string[] }>;
  /** Deletes what `olderThan` found unfinished. */
  removeUnfinished(path: string): Promise<void>;
  /** Sets a file aside, under the same name in a folder that is not served. */
  quarantine(name: string, now: Date): Promise<void>;
  quarantined(): Promise<QuarantinedFile[]>;
  /** Puts a file back that was set aside. */
  restore(name: string): Promise<void>;
  removeQuarantined(name: string): Promise<void>;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

class IncomingFile implements Incoming {
  readonly path: string;
  size = 0;
  readonly #folder: string;
  readonly #handle: FileHandle;
  #isOpen = true;
  #isKept = false;

  constructor(folder: string, path: string, handle: FileHandle) {
    this.#folder = folder;
    this.path = path;
    this.#handle = handle;
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.length; ) {
      const { bytesWritten } = await onDisk(this.#handle.write(chunk, from));
      from += bytesWritten;
    }
    this.size += chunk.length;
  }

  async finish(): Promise<void> {
    await onDisk(this.#handle.sync());
    await this.#close();
  }

  async replace(content: Uint8Array): Promise<void> {
    await onDisk(writeFile(this.path, content, { flush: true }));
    this.size = content.length;
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await onDisk(this.#handle.close());
  }

  async keep(name: string): Promise<void> {
    await onDisk(rename(this.path, join(this.#folder, name)));
    this.#isKept = true;
    await syncFolder(this.#folder);
  }

  async discard(): Promise<void> {
    await this.#close().catch(() => {});
    if (!this.#isKept) await rm(this.path, { force: true });
  }
}

/**
 * @param folder made where it is missing, once something comes in
 * @param openFile stands in for a disk in tests
 */
export function createFileStore(folder: string, openFile = open): FileStore {
  const arriving = join(folder, "incoming");
  const aside = join(folder, "quarantine");
  const pathOf = (name: string) => {
    if (!fileName.test(name)) throw new Error("no name of a file");
    return join(folder, name);
  };
  const asideOf = (name: string) => join(aside, basename(pathOf(name)));
  const filesIn = async (place: string): Promise<{ name: string; mtime: Date }[]> => {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
    const found: { name: string; mtime: Date }[] = [];
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const seen = await stat(join(place, entry.name)).catch(() => undefined);
      if (seen) found.push({ name: entry.name, mtime: seen.mtime });
    }
    return found;
  };
  const olderIn = async (place: string, moment: Date): Promise<string[]> =>
    (await filesIn(place)).flatMap(({ name, mtime }) => (mtime < moment ? [name] : []));
  return {
    folder,
    async receive() {
      await onDisk(mkdir(arriving, { recursive: true, mode: 0o750 }));
      const path = join(arriving, randomBytes(16).toString("hex"));
      return new IncomingFile(folder, path, await onDisk(openFile(path, "wx", 0o640)));
    },
    async open(name) {
      try {
        return await open(pathOf(name), "r");
      } catch (error) {
        if (errorCode(error) === "ENOENT") return undefined;
        throw error;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async olderThan(moment) {
      const files = (await olderIn(folder, moment)).filter((name) => fileName.test(name));
      const unfinished = (await olderIn(arriving, moment)).map((name) => join(arriving, name));
      return { files, unfinished };
    },
    removeUnfinished: (path) => rm(path, { force: true }),
    async quarantine(name, now) {
      await mkdir(aside, { recursive: true, mode: 0o750 });
      // Its time first: one that is moved and not yet dated would count as set aside long ago.
      await utimes(pathOf(name), now, now);
      await rename(pathOf(name), asideOf(name));
    },
    async quarantined() {
      const files = await filesIn(aside);
      return files.flatMap(({ name, mtime }) => (fileName.test(name) ? [{ name, since: mtime }] : []));
    },
    restore: (name) => rename(asideOf(name), pathOf(name)),
    removeQuarantined: (name) => rm(asideOf(name), { force: true }),
  };
}
