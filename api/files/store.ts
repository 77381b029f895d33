/**
 * Files that people uploaded, in one folder (docs/decisions/signage/file-storage.md). A file arrives under a
 * temporary name and gets its own only when its row is about to be committed: no row is ever without its file, and a
 * file without a row is cleaned up.
 */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filesFull } from "#api/errors.ts";
import { errorCode } from "#db/error-code.ts";

/** 128 random bits, and an extension that tells the kind: no name leads out of the folder. */
export const fileName = /^[0-9a-f]{32}\.(png|jpg|webp|mp4|webm)$/;

const full = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Maps a full disk to its own error. */
async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw full.has(errorCode(error) ?? "") ? filesFull() : error;
  }
}

/** A file that is being received. */
export interface Incoming {
  readonly path: string;
  /** Bytes so far. */
  readonly size: number;
  /** @throws HttpError 507 where the disk is full */
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

export interface FileStore {
  receive(): Promise<Incoming>;
  /** @returns undefined where there is none such */
  open(name: string): Promise<FileHandle | undefined>;
  remove(name: string): Promise<void>;
  /** Names of files, and paths of those that never came in whole, that were last written before a moment. */
  olderThan(moment: Date): Promise<{ files: string[]; unfinished: string[] }>;
  /** Deletes what `olderThan` found unfinished. */
  removeUnfinished(path: string): Promise<void>;
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
  const pathOf = (name: string) => {
    if (!fileName.test(name)) throw new Error("no name of a file");
    return join(folder, name);
  };
  const olderIn = async (place: string, moment: Date): Promise<string[]> => {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
    const found: string[] = [];
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const seen = await stat(join(place, entry.name)).catch(() => undefined);
      if (seen && seen.mtime < moment) found.push(entry.name);
    }
    return found;
  };
  return {
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
  };
}
