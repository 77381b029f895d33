/** Where uploaded files lie: a folder of this machine, or a bucket (docs/decisions/signage/uploads.md). */
import type { Readable } from "node:stream";

/** Name of an upload: 128 random bits, and an extension that tells the kind. No name leads out of the place. */
export const fileName = /^[0-9a-f]{32}\.(png|jpg|webp|mp4|webm)$/;

/** Files that no row names wait here before they are deleted; nothing of it is served. */
export const quarantine = "quarantine";

/** The place cannot be read or written now: a folder that is gone, a bucket that does not answer. */
export class FilesUnavailable extends Error {
  override readonly name = "FilesUnavailable";
}

export interface ByteRange {
  readonly start: number;
  /** The last byte itself. */
  readonly end: number;
}

/** A file that is being read. */
export interface OpenFile {
  /** Bytes. */
  readonly size: number;
  /**
   * @returns its bytes, or those of a range; whoever takes the stream need not close the file
   * @throws FilesUnavailable
   */
  read(range?: ByteRange): Promise<Readable>;
  close(): Promise<void>;
}

export interface ListedFile {
  readonly name: string;
  /** Last written, or moved to where it is. */
  readonly modifiedAt: Date;
}

/** Keys are names of files, and `quarantine/` with one. Errors are of the file system, or FilesUnavailable. */
export interface FilePlace {
  /** Path or address, for people. */
  readonly label: string;
  /** "folder" or "bucket", for sentences. */
  readonly kind: "folder" | "bucket";
  /** Folder on this machine where uploads wait until they are whole and checked. */
  readonly arriving: string;
  /** Whether files can be read and written now; never throws. */
  isUsable(): Promise<boolean>;
  /** @returns undefined where there is none such */
  open(key: string): Promise<OpenFile | undefined>;
  /** Moves a finished file of `arriving` to its permanent key; it stays when this returns. */
  keep(path: string, key: string): Promise<void>;
  /** @param now when it counts as set aside, where the place does not date it itself */
  move(from: string, to: string, now: Date): Promise<void>;
  /** Does nothing where there is none such. */
  remove(key: string): Promise<void>;
  /** @param part `quarantine`; what is served without */
  list(part?: typeof quarantine): Promise<ListedFile[]>;
  /** @returns undefined where there is none such */
  readText(key: string): Promise<string | undefined>;
  /** In one step: nobody reads half of it. */
  writeText(key: string, text: string): Promise<void>;
}
