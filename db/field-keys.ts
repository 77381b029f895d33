/** Where the keys of the field cipher come from: the environment, or a file beside the embedded database. */
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FieldKeys, Key } from "./field-cipher.ts";

const fileName = "field-keys.json";

/**
 * Reads "name:base64,name:base64", 32 bytes each.
 * @throws Error that says what is wrong with it
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

/** Reads the keys in a folder; makes them the first time. Two processes at once end up with the same. */
export function keysFromFolder(folder: string): FieldKeys {
  const file = join(folder, fileName);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fresh = () => `k1:${randomBytes(32).toString("base64")}`;
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ data: fresh(), hash: fresh() }, null, 2), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  const { data, hash } = JSON.parse(readFileSync(file, "utf8")) as { data: string; hash: string };
  return { data: parseKeys(data), hash: parseKeys(hash) };
}
