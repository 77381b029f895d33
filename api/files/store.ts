/**
 * Files that people uploaded (docs/decisions/signage/uploads.md). A file arrives under a temporary name on this
 * machine and gets its own, in the folder or the bucket, before its row is written: no row is ever without its file, and
 * a file without a row is cleaned up.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filesFull, unavailable } from "#api/errors.ts";
import { errorCode } from "#db/error-code.ts";
import { type FileStorage, fileName, type OpenFile, quarantine } from "#db/files/storage.ts";

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
  /** Replaces the content of a finished file, and flushes it. @throws HttpError 507 */
  replace(content: Uint8Array): Promise<void>;
  /** Gives it its permanent name, where every process finds it. @throws FilesUnavailable */
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
  readonly storage: FileStorage;
  receive(): Promise<Incoming>;
  /** @returns undefined where there is none such @throws FilesUnavailable */
  open(name: string): Promise<OpenFile | undefined>;
  remove(name: string): Promise<void>;
  /** Names of files, and paths of those that never came in whole, that were last written before a time. */
  olderThan(time: Date): Promise<{ files: string[]; unfinished: string[] }>;
  /** Deletes what `olderThan` found unfinished. */
  removeUnfinished(path: string): Promise<void>;
  /** Sets a file aside, under the same name in a part that is not served. */
  quarantine(name: string, now: Date): Promise<void>;
  quarantined(): Promise<QuarantinedFile[]>;
  /** Puts a file back that was set aside. */
  restore(name: string, now: Date): Promise<void>;
  removeQuarantined(name: string): Promise<void>;
}

class IncomingFile implements Incoming {
  readonly path: string;
  size = 0;
  readonly #storage: FileStorage;
  readonly #handle: FileHandle;
  #isOpen = true;
  #isKept = false;

  constructor(storage: FileStorage, path: string, handle: FileHandle) {
    this.#storage = storage;
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
    await onDisk(this.#storage.keep(this.path, name));
    this.#isKept = true;
  }

  async discard(): Promise<void> {
    await this.#close().catch(() => {});
    if (!this.#isKept) await rm(this.path, { force: true });
  }
}

/** Files of a folder that were last written before a time, by path. */
async function writtenBefore(folder: string, time: Date): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const seen = await stat(path).catch(() => undefined);
    if (seen?.isFile() && seen.mtime < time) found.push(path);
  }
  return found;
}

/** @param openFile stands in for a disk in tests */
export function createFileStore(storage: FileStorage, openFile = open): FileStore {
  const keyOf = (name: string) => {
    if (!fileName.test(name)) throw new Error("no name of a file");
    return name;
  };
  const asideOf = (name: string) => `${quarantine}/${keyOf(name)}`;
  return {
    storage,
    async receive() {
      await onDisk(mkdir(storage.arriving, { recursive: true, mode: 0o750 }));
      const path = join(storage.arriving, randomBytes(16).toString("hex"));
      return new IncomingFile(storage, path, await onDisk(openFile(path, "wx", 0o640)));
    },
    open: async (name) => storage.open(keyOf(name)),
    remove: async (name) => storage.remove(keyOf(name)),
    async olderThan(time) {
      const files = (await storage.list()).flatMap(({ name, modifiedAt }) =>
        fileName.test(name) && modifiedAt < time ? [name] : [],
      );
      return { files, unfinished: await writtenBefore(storage.arriving, time) };
    },
    removeUnfinished: (path) => rm(path, { force: true }),
    quarantine: async (name, now) => storage.move(keyOf(name), asideOf(name), now),
    async quarantined() {
      const files = await storage.list(quarantine);
      return files.flatMap(({ name, modifiedAt }) =>
        fileName.test(name) ? [{ name, since: modifiedAt }] : [],
      );
    },
    restore: async (name, now) => storage.move(asideOf(name), keyOf(name), now),
    removeQuarantined: async (name) => storage.remove(asideOf(name)),
  };
}
