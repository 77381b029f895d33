/** The field keys of a backup, in a separate file, encrypted with a passphrase. */

import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import * as z from "zod";
import { messageOf } from "#contract/thrown.ts";
import { errorCode } from "../error-code.ts";
import type { FieldKeys } from "../field-cipher.ts";
import { formatKeys, parseKeys } from "../field-keys.ts";

/** Minimum length of a passphrase. */
export const minPassphrase = 12;

export interface KeysFile {
  readonly keys: FieldKeys;
  readonly passphrase: string;
  /** Target file; must not exist. */
  readonly path: string;
}

const cost = { N: 2 ** 17, r: 8, p: 1 };
/** scrypt needs 128 · N · r bytes. */
const maxmem = 256 * 1024 * 1024;
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

const base64 = z.base64().transform((text) => Buffer.from(text, "base64"));
const fileSchema = z.strictObject({
  format: z.literal(1),
  scrypt: z.strictObject({ N: z.literal(cost.N), r: z.literal(cost.r), p: z.literal(cost.p) }),
  salt: base64,
  nonce: base64,
  tag: base64,
  keys: base64,
});
const keysSchema = z.strictObject({ data: z.string(), hash: z.string() });

/**
 * Encrypts the keys.
 * @returns the file's text and its SHA-256, in hexadecimal
 * @throws Error with a sentence for the operator
 */
export async function encryptKeys({
  keys,
  passphrase,
}: Omit<KeysFile, "path">): Promise<{ readonly text: string; readonly sum: string }> {
  if (passphrase.length < minPassphrase)
    throw new Error(`The passphrase of the keys needs at least ${minPassphrase} characters.`);
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv(
    "aes-256-gcm",
    await derive(passphrase, salt, 32, { ...cost, maxmem }),
    nonce,
  );
  const plain = JSON.stringify({ data: formatKeys(keys.data), hash: formatKeys(keys.hash) });
  const content = Buffer.concat([cipher.update(plain), cipher.final()]);
  const [saltText, nonceText, tag, keysText] = [salt, nonce, cipher.getAuthTag(), content].map((bytes) =>
    bytes.toString("base64"),
  );
  const text = JSON.stringify({
    format: 1,
    scrypt: cost,
    salt: saltText,
    nonce: nonceText,
    tag,
    keys: keysText,
  });
  return { text, sum: createHash("sha256").update(text).digest("hex") };
}

/** Writes keys, encrypted or for the environment. @throws Error with a sentence for the operator */
export async function writeKeysFile(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flag: "wx", flush: true }).catch((error) => {
    throw new Error(
      errorCode(error) === "EEXIST"
        ? `${path} is there already: keys are never overwritten.`
        : `The keys cannot be written to ${path}: ${messageOf(error)}`,
    );
  });
}

/**
 * Decrypts the keys of a backup.
 * @param sum SHA-256 of the file, from the manifest
 * @throws Error with a sentence where it is another file, or the passphrase is wrong
 */
export async function readEncryptedKeys(path: string, sum: string, passphrase: string): Promise<FieldKeys> {
  const content = await readFile(path).catch((error) => {
    throw new Error(`The keys in ${path} cannot be read: ${messageOf(error)}`);
  });
  const read =
    createHash("sha256").update(content).digest("hex") === sum
      ? fileSchema.safeParse(JSON.parse(content.toString()))
      : undefined;
  if (!read?.success) throw new Error(`The keys in ${path} are damaged, or another backup's.`);
  const { salt, nonce, tag, keys } = read.data;
  const decipher = createDecipheriv(
    "aes-256-gcm",
    await derive(passphrase, salt, 32, { ...cost, maxmem }),
    nonce,
  );
  decipher.setAuthTag(tag);
  let plain: string;
  try {
    plain = Buffer.concat([decipher.update(keys), decipher.final()]).toString();
  } catch {
    throw new Error("The passphrase of the keys is wrong.");
  }
  const { data, hash } = keysSchema.parse(JSON.parse(plain));
  return { data: parseKeys(data), hash: parseKeys(hash) };
}
