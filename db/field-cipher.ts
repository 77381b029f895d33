/**
 * Mobile numbers at rest (docs/behaviour.md, "Privacy"): AES-256-GCM under a key with a name, a keyed hash of the
 * whole number for exact lookup and one of its last four digits. Both kinds of keys can be rotated: the
 * first of a list writes, all of them read.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

export interface Key {
  /** Short name, kept beside what was written with it. */
  readonly id: string;
  /** 32 bytes. */
  readonly secret: Buffer;
}

export interface FieldKeys {
  readonly data: readonly [Key, ...Key[]];
  readonly hash: readonly [Key, ...Key[]];
}

/** A number as its columns hold it. */
export interface SealedNumber {
  cellCipher: Buffer;
  cellKey: string;
  cellHash: Buffer;
  cellLastFourHash: Buffer;
  cellHashKey: string;
}

const nonceLength = 12;
const tagLength = 16;

const hmac = (key: Key, purpose: string, value: string): Buffer =>
  createHmac("sha256", key.secret).update(`${purpose}:${value}`).digest();

export class FieldCipher {
  readonly #current: () => FieldKeys;

  /** @param keys asked for at every use where they are a function: they may be rotated while it is used */
  constructor(keys: FieldKeys | (() => FieldKeys)) {
    this.#current = typeof keys === "function" ? keys : () => keys;
  }

  get #keys(): FieldKeys {
    return this.#current();
  }

  /** Names of the keys that write. */
  get writing(): { readonly cellKey: string; readonly cellHashKey: string } {
    const { data, hash } = this.#keys;
    return { cellKey: data[0].id, cellHashKey: hash[0].id };
  }

  /** Names of all the keys that read. */
  get reading(): { readonly data: string[]; readonly hash: string[] } {
    const { data, hash } = this.#keys;
    return { data: data.map(({ id }) => id), hash: hash.map(({ id }) => id) };
  }

  /**
   * @param number hyphenated, "010-1234-5678"
   * @param owner what the ciphertext is bound to (the reservation number): it cannot be moved to another row
   */
  seal(number: string, owner: string): SealedNumber {
    const { data, hash } = this.#keys;
    const [key] = data;
    const [hashKey] = hash;
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv("aes-256-gcm", key.secret, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([nonce, cipher.update(number, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return {
      cellCipher: sealed,
      cellKey: key.id,
      cellHash: hmac(hashKey, "number", number),
      cellLastFourHash: hmac(hashKey, "last-four", number.slice(-4)),
      cellHashKey: hashKey.id,
    };
  }

  /** @throws Error where the key is not known, or the text was altered or belongs to another owner */
  open(sealed: { cellCipher: Buffer; cellKey: string }, owner: string): string {
    const key = this.#keys.data.find(({ id }) => id === sealed.cellKey);
    if (!key) throw new Error(`no data key named "${sealed.cellKey}"`);
    const { cellCipher: text } = sealed;
    const decipher = createDecipheriv("aes-256-gcm", key.secret, text.subarray(0, nonceLength))
      .setAAD(Buffer.from(owner))
      .setAuthTag(text.subarray(-tagLength));
    return (
      decipher.update(text.subarray(nonceLength, -tagLength), undefined, "utf8") + decipher.final("utf8")
    );
  }

  /**
   * The number of a row, where it has one.
   * @throws Error as `open` does
   */
  numberOf(
    { cellCipher, cellKey }: { readonly cellCipher: Buffer | null; readonly cellKey: string | null },
    owner: string,
  ): string | undefined {
    return cellCipher && cellKey ? this.open({ cellCipher, cellKey }, owner) : undefined;
  }

  /** What a number's hash may be: one for each hash key in force. */
  hashes(number: string): Buffer[] {
    return this.#keys.hash.map((key) => hmac(key, "number", number));
  }

  /** What the hash of a number's last four digits may be: one for each hash key in force. */
  lastFourHashes(digits: string): Buffer[] {
    return this.#keys.hash.map((key) => hmac(key, "last-four", digits));
  }

  /** Keyed hash of anything else, so that what is kept of it tells nothing. */
  digest(text: string): Buffer {
    return hmac(this.#keys.hash[0], "text", text);
  }

  /** What such a hash may be: one for each hash key in force, the writing one's first. */
  digests(text: string): [Buffer, ...Buffer[]] {
    const [first, ...rest] = this.#keys.hash;
    return [hmac(first, "text", text), ...rest.map((key) => hmac(key, "text", text))];
  }
}
