/** Storage of uploaded files: a local folder or a bucket (docs/decisions/signage/uploads.md). */
import type { Readable } from "node:stream";

/** Name of an upload: 128 random bits, and an extension for the kind. No name leads out of the storage. */
export const fileName = /^[0-9a-f]{32}\.(png|jpg|webp|mp4|webm)$/;

/** Prefix of files that no row references, until they are deleted; never served. */
export const quarantine = "quarantine";

/** The storage cannot be read or written: the folder is missing, or the bucket does not answer. */
export class FilesUnavailable extends Error {
  override readonly name = "FilesUnavailable";
}

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/** A file that is being read. */
export interface OpenFile {
  /** Bytes. */
  readonly size: number;
  /**
   * @returns the bytes of the file or a range; the consumer of the stream need not close the file
   * @throws FilesUnavailable
   */
  read(range?: ByteRange): Promise<Readable>;
  close(): Promise<void>;
}

export interface ListedFile {
  readonly name: string;
  /** Time of the last write or move. */
  readonly modifiedAt: Date;
}

/** Keys are file names, or `quarantine/` and a file name. Errors are those of the file system, or FilesUnavailable. */
export interface FileStorage {
  /** Path or address, for messages. */
  readonly label: string;
  /** For messages. */
  readonly kind: "folder" | "bucket";
  /** Local folder of uploads until they are complete and checked. */
  readonly arriving: string;
  /** Whether files can be read and written; never throws. */
  isUsable(): Promise<boolean>;
  /** @returns undefined for a missing file */
  open(key: string): Promise<OpenFile | undefined>;
  /** Moves a complete file from `arriving` to its permanent key, durably. */
  keep(path: string, key: string): Promise<void>;
  /** @param now date of the move, where the storage does not set it itself */
  move(from: string, to: string, now: Date): Promise<void>;
  /** Does nothing for a missing file. */
  remove(key: string): Promise<void>;
  /** @param part `quarantine`; served files by default */
  list(part?: typeof quarantine): Promise<ListedFile[]>;
  /** @returns undefined for a missing file */
  readText(key: string): Promise<string | undefined>;
  /** Atomic. */
  writeText(key: string, text: string): Promise<void>;
}
