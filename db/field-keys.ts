/** Keys of the field cipher: from the environment, or from a file next to the embedded database. */

import { randomBytes } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode } from "./error-code.ts";
import type { FieldKeys, Key } from "./field-cipher.ts";

const fileName = "field-keys.json";

/**
 * Parses "name:base64,name:base64", 32 bytes each.
 * @throws Error with a description
 */
export function parseKeys(text: string): [Key, ...Key[]] {
  const keys = text.split(",").map((part): Key => {
    const [, id, encoded] = /^\s*([A-Za-z0-9_-]{1,20}):([A-Za-z0-9+/=_-]+)\s*$/.exec(part) ?? [];
    const secret = Buffer.from(encoded ?? "", "base64");
    if (!id || secret.length !== 32) {
      throw new Error('must be a list like "2026:<32 bytes in base64>", newest first');
    }
    return { id, secret };
  });
  const [first, ...rest] = keys;
  if (!first) throw new Error("must name at least one key");
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error("names a key twice");
  return [first, ...rest];
}

/** Creates the keys of a new database, unless its folder has some. Concurrent processes get the same keys. */
export function makeKeys(folder: string): void {
  const file = join(folder, fileName);
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fresh = () => `k1:${randomBytes(32).toString("base64")}`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ data: fresh(), hash: fresh() }, null, 2), {
    mode: 0o600,
    flush: true,
  });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Reads the keys of a folder.
 * @throws Error with a sentence where they are missing: new keys could not decrypt existing data
 */
export function keysFromFolder(folder: string): FieldKeys {
  const file = join(folder, fileName);
  if (!existsSync(file)) {
    throw new Error(
      `The encryption keys are missing: without ${file} no mobile number in this database can be read. ` +
        "Put the file back, from a copy of the folder.",
    );
  }
  try {
    const { data, hash } = JSON.parse(readFileSync(file, "utf8")) as { data: string; hash: string };
    return { data: parseKeys(data), hash: parseKeys(hash) };
  } catch {
    // The original error could quote the file.
    throw new Error(
      `The encryption keys in ${file} cannot be read. Put the file back, from a copy of the folder.`,
    );
  }
}

/**
 * The current keys of a folder, read again when the file's time changes, so that a running process can decrypt what is
 * written with added keys.
 */
export function watchedKeys(folder: string): () => FieldKeys {
  const file = join(folder, fileName);
  let keys = keysFromFolder(folder);
  let seen = statSync(file).mtimeMs;
  return () => {
    try {
      const { mtimeMs } = statSync(file);
      if (mtimeMs !== seen) {
        keys = keysFromFolder(folder);
        seen = mtimeMs;
      }
    } catch {
      // The file is missing; the last keys stay valid.
    }
    return keys;
  };
}

/** The next of k1, k2 … */
const nextName = (keys: readonly Key[]): string =>
  `k${1 + Math.max(0, ...keys.map(({ id }) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0)))}`;

/** Inverse of `parseKeys`. */
export const formatKeys = (keys: readonly Key[]): string =>
  keys.map(({ id, secret }) => `${id}:${secret.toString("base64")}`).join(",");

/**
 * Adds a new key of both kinds, which write from now on; earlier keys still read. Replaces the file atomically.
 * @returns the names of the new keys
 */
export function addKeys(folder: string): { data: string; hash: string } {
  const { data, hash } = keysFromFolder(folder);
  const fresh = (keys: readonly Key[]): Key => ({ id: nextName(keys), secret: randomBytes(32) });
  const [dataKey, hashKey] = [fresh(data), fresh(hash)];
  const draft = join(folder, `${fileName}.${process.pid}`);
  const content = { data: formatKeys([dataKey, ...data]), hash: formatKeys([hashKey, ...hash]) };
  writeFileSync(draft, JSON.stringify(content, null, 2), { mode: 0o600, flush: true });
  renameSync(draft, join(folder, fileName));
  return { data: dataKey.id, hash: hashKey.id };
}

/**
 * Replaces a folder's keys by those of a backup, and keeps the former ones.
 * @returns path of the former keys; undefined where the folder had none
 */
export function replaceKeys(folder: string, { data, hash }: FieldKeys, now: Date): string | undefined {
  const file = join(folder, fileName);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  const content = { data: formatKeys(data), hash: formatKeys(hash) };
  writeFileSync(draft, JSON.stringify(content, null, 2), { mode: 0o600, flush: true });
  const former = existsSync(file) ? `${file}.${now.getTime()}` : undefined;
  if (former !== undefined) renameSync(file, former);
  renameSync(draft, file);
  return former;
}
