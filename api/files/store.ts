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
import { type FileStorage, fileName, type OpenFile, quarantine } from "#db/files/storage.ts";

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

/** A file that is being received. */
export interface Incoming {
  readonly path: string;
  /** Bytes so far. */
  readonly size: number;
  /** Throws, as the other methods, HttpError 507 where the disk is full, 503 where the folder is not writable. */
  write(chunk: Uint8Array): Promise<void>;
  /** Flushes the file to disk and closes it. */
  finish(): Promise<void>;
  /** Replaces the content of a finished file, and flushes it. @throws HttpError 507 */
  replace(content: Uint8Array): Promise<void>;
  /** Moves the file to its permanent name, where every process finds it. @throws FilesUnavailable */
  keep(name: string): Promise<void>;
  /** Deletes the file unless `keep` succeeded. May be called at any time. */
  discard(): Promise<void>;
}

/** A file without a row, and when it was moved to quarantine. */
export interface QuarantinedFile {
  readonly name: string;
  readonly since: Date;
}

export interface FileStore {
  readonly storage: FileStorage;
  receive(): Promise<Incoming>;
  /** @returns undefined where there is no such file @throws FilesUnavailable */
  open(name: string): Promise<OpenFile | undefined>;
  remove(name: string): Promise<void>;
  /** Names of files and paths of unfinished uploads that were last written before an instant. */
  olderThan(time: Date): Promise<{ files: string[]; unfinished: string[] }>;
  /** Deletes an unfinished upload. */
  removeUnfinished(path: string): Promise<void>;
  /** Moves a file to quarantine, which is not served, under the same name. */
  quarantine(name: string, now: Date): Promise<void>;
  quarantined(): Promise<QuarantinedFile[]>;
  /** Moves a file back from quarantine. */
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

/** @param openFile replaced in tests */
export function createFileStore(storage: FileStorage, openFile = open): FileStore {
  const checkedName = (name: string) => {
    if (!fileName.test(name)) throw new Error("no name of a file");
    return name;
  };
  const quarantinePath = (name: string) => `${quarantine}/${checkedName(name)}`;
  return {
    storage,
    async receive() {
      await onDisk(mkdir(storage.arriving, { recursive: true, mode: 0o750 }));
      const path = join(storage.arriving, randomBytes(16).toString("hex"));
      return new IncomingFile(storage, path, await onDisk(openFile(path, "wx", 0o640)));
    },
    open: async (name) => storage.open(checkedName(name)),
    remove: async (name) => storage.remove(checkedName(name)),
    async olderThan(time) {
      const files = (await storage.list()).flatMap(({ name, modifiedAt }) =>
        fileName.test(name) && modifiedAt < time ? [name] : [],
      );
      return { files, unfinished: await writtenBefore(storage.arriving, time) };
    },
    removeUnfinished: (path) => rm(path, { force: true }),
    quarantine: async (name, now) => storage.move(checkedName(name), quarantinePath(name), now),
    async quarantined() {
      const files = await storage.list(quarantine);
      return files.flatMap(({ name, modifiedAt }) =>
        fileName.test(name) ? [{ name, since: modifiedAt }] : [],
      );
    },
    restore: async (name, now) => storage.move(quarantinePath(name), checkedName(name), now),
    removeQuarantined: async (name) => storage.remove(quarantinePath(name)),
  };
}
