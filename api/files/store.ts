/**
 * Storage of uploaded files (docs/decisions/signage/uploads.md). An upload is received under a temporary name on this machine
 * and moved to its permanent name, in the folder or bucket, before its row is written: no row is without its file, and the
 * clean-up job deletes files without a row.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filesFull, unavailable } from "#api/errors.ts";
import { errorCode } from "#db/error-code.ts";
import { type FileStorage, fileName, quarantine } from "#db/files/storage.ts";

const diskFull = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** The folder is read-only, or its permissions changed. */
const notWritable = new Set(["EROFS", "EACCES", "EPERM"]);

/** Maps a full disk to 507 and a folder without write access to 503. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (notWritable.has(code)) throw unavailable();
    throw diskFull.has(code) ? filesFull() : error;
  }
}

/** A file that is being received. All methods throw HttpError 507 where the disk is full, 503 where the folder is not writable. */
export class Incoming {
  readonly path: string;
  /** Bytes so far. */
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

  /** Flushes the file to disk and closes it. */
  async finish(): Promise<void> {
    await onDisk(this.#handle.sync());
    await this.#close();
  }

  /** Replaces the content of a finished file, and flushes it. */
  async replace(content: Uint8Array): Promise<void> {
    await onDisk(writeFile(this.path, content, { flush: true }));
    this.size = content.length;
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await onDisk(this.#handle.close());
  }

  /** Moves the file to its permanent name, where every process finds it. @throws FilesUnavailable */
  async keep(name: string): Promise<void> {
    await onDisk(this.#storage.keep(this.path, name));
    this.#isKept = true;
  }

  /** Deletes the file unless `keep` succeeded. May be called at any time. */
  async discard(): Promise<void> {
    await this.#close().catch(() => {});
    if (!this.#isKept) await rm(this.path, { force: true });
  }
}

/** Paths of files in a folder that were last written before an instant. */
async function writtenBefore(folder: string, time: Date): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile() && stats.mtime < time) found.push(path);
  }
  return found;
}

export type FileStore = ReturnType<typeof createFileStore>;

/** @param openFile replaced in tests */
export function createFileStore(storage: FileStorage, openFile = open) {
  const checkedName = (name: string) => {
    if (!fileName.test(name)) throw new Error("no name of a file");
    return name;
  };
  const quarantinePath = (name: string) => `${quarantine}/${checkedName(name)}`;
  return {
    storage,
    async receive(): Promise<Incoming> {
      await onDisk(mkdir(storage.arriving, { recursive: true, mode: 0o750 }));
      const path = join(storage.arriving, randomBytes(16).toString("hex"));
      return new Incoming(storage, path, await onDisk(openFile(path, "wx", 0o640)));
    },
    /** @returns undefined where there is no such file @throws FilesUnavailable */
    open: async (name: string) => storage.open(checkedName(name)),
    remove: async (name: string) => storage.remove(checkedName(name)),
    /** Names of files and paths of unfinished uploads that were last written before an instant. */
    async olderThan(time: Date) {
      const files = (await storage.list()).flatMap(({ name, modifiedAt }) =>
        fileName.test(name) && modifiedAt < time ? [name] : [],
      );
      return { files, unfinished: await writtenBefore(storage.arriving, time) };
    },
    removeUnfinished: (path: string) => rm(path, { force: true }),
    /** Moves a file to quarantine, which is not served, under the same name. */
    quarantine: async (name: string, now: Date) => storage.move(checkedName(name), quarantinePath(name), now),
    /** Files without a row, and when they were moved to quarantine. */
    async quarantined() {
      const files = await storage.list(quarantine);
      return files.flatMap(({ name, modifiedAt }) =>
        fileName.test(name) ? [{ name, since: modifiedAt }] : [],
      );
    },
    restore: async (name: string, now: Date) => storage.move(quarantinePath(name), checkedName(name), now),
    removeQuarantined: async (name: string) => storage.remove(quarantinePath(name)),
  };
}
