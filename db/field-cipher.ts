/**
 * Mobile numbers at rest (docs/behaviour.md, "Privacy"): AES-256-GCM under a key with a name, a keyed hash of the
 * whole number for exact lookup and one of its last four digits. Both kinds of keys can be rotated: the
 * first of a list writes, all of them read.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";

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
export interface EncryptedPhone {
  cellCipher: Buffer;
  cellKey: string;
  cellHash: Buffer;
  cellLastFourHash: Buffer;
  cellHashKey: string;
}

/** A secret as its columns hold it. */
export interface EncryptedSecret {
  readonly secretCipher: Buffer;
  readonly secretKey: string;
}

/** Stands for a number that is there and cannot be read: its key is missing, or the row was damaged. */
export const unreadable = Symbol("unreadable");

/** A row's number; undefined where it has none. */
export type DecryptedPhone = string | undefined | typeof unreadable;

/** "" for a number that is not there or cannot be read. */
export const decryptedOrEmpty = (number: DecryptedPhone): string =>
  typeof number === "string" ? number : "";

/** What proves that a key is the one it was when it was first used. */
export interface KeyProof {
  readonly kind: "data" | "hash";
  readonly key: string;
  readonly proof: Buffer;
}

const nonceLength = 12;
const tagLength = 16;

const secrets = new WeakMap<Key, KeyObject>();

/** A key as node:crypto works with it: made once, it opens a number in a quarter of the time that bytes take. */
function secretOf(key: Key): KeyObject {
  const known = secrets.get(key);
  if (known) return known;
  const secret = createSecretKey(key.secret);
  secrets.set(key, secret);
  return secret;
}

const hmac = (key: Key, purpose: string, value: string): Buffer =>
  createHmac("sha256", secretOf(key)).update(`${purpose}:${value}`).digest();

function encrypt(key: Key, text: string, owner: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", secretOf(key), nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error where it is another key's, was altered or belongs to another owner */
function decrypt(key: Key, encrypted: Buffer, owner: string): string {
  const decipher = createDecipheriv("aes-256-gcm", secretOf(key), encrypted.subarray(0, nonceLength))
    .setAAD(Buffer.from(owner))
    .setAuthTag(encrypted.subarray(-tagLength));
  return (
    decipher.update(encrypted.subarray(nonceLength, -tagLength), undefined, "utf8") + decipher.final("utf8")
  );
}

const canary = "canary";

const makeProof = {
  data: (key: Key) => encrypt(key, canary, `${canary}:${key.id}`),
  hash: (key: Key) => hmac(key, canary, key.id),
};

const isProvedBy = {
  data: (key: Key, proof: Buffer) => {
    try {
      return decrypt(key, proof, `${canary}:${key.id}`) === canary;
    } catch {
      return false;
    }
  },
  hash: (key: Key, proof: Buffer) => makeProof.hash(key).equals(proof),
};

export class FieldCipher {
  readonly #keys: () => FieldKeys;
  readonly #onUnreadable: (rows: Readonly<Record<string, number>>) => void;
  /** Rows by key that could not be read since it was last told. */
  #unread = new Map<string, number>();

  /**
   * @param keys asked for at every use where they are a function: they may be rotated while it is used
   * @param onUnreadable told once of what could not be read at a time, which is an answer: rows by name of the key
   */
  constructor(
    keys: FieldKeys | (() => FieldKeys),
    onUnreadable: (rows: Readonly<Record<string, number>>) => void = () => {},
  ) {
    this.#keys = typeof keys === "function" ? keys : () => keys;
    this.#onUnreadable = onUnreadable;
  }

  #countUnreadable(key: string): void {
    if (this.#unread.size === 0)
      setImmediate(() => {
        const rows = Object.fromEntries(this.#unread);
        this.#unread = new Map();
        this.#onUnreadable(rows);
      });
    this.#unread.set(key, (this.#unread.get(key) ?? 0) + 1);
  }

  /** Names of the keys that write. */
  get writing(): { readonly cellKey: string; readonly cellHashKey: string } {
    const { data, hash } = this.#keys();
    return { cellKey: data[0].id, cellHashKey: hash[0].id };
  }

  /** Names of all the keys that read. */
  get reading(): { readonly data: string[]; readonly hash: string[] } {
    const { data, hash } = this.#keys();
    return { data: data.map(({ id }) => id), hash: hash.map(({ id }) => id) };
  }

  /**
   * @param number hyphenated, "010-1234-5678"
   * @param owner what the ciphertext is bound to (the reservation number): it cannot be moved to another row
   */
  encryptPhone(number: string, owner: string): EncryptedPhone {
    const { data, hash } = this.#keys();
    const [key] = data;
    const [hashKey] = hash;
    return {
      cellCipher: encrypt(key, number, owner),
      cellKey: key.id,
      cellHash: hmac(hashKey, "number", number),
      cellLastFourHash: hmac(hashKey, "last-four", number.slice(-4)),
      cellHashKey: hashKey.id,
    };
  }

  /**
   * Seals a secret that nobody searches for.
   * @param owner as for a number
   */
  encryptSecret(secret: string, owner: string): EncryptedSecret {
    const [key] = this.#keys().data;
    return { secretCipher: encrypt(key, secret, owner), secretKey: key.id };
  }

  /** @throws as `decrypt` */
  decryptSecret({ secretCipher, secretKey }: EncryptedSecret, owner: string): string {
    return this.decrypt({ cellCipher: secretCipher, cellKey: secretKey }, owner);
  }

  /** @throws Error where the key is not known, or the text was altered or belongs to another owner */
  decrypt(encrypted: { cellCipher: Buffer; cellKey: string }, owner: string): string {
    const key = this.#keys().data.find(({ id }) => id === encrypted.cellKey);
    if (!key) throw new Error(`no data key named "${encrypted.cellKey}"`);
    return decrypt(key, encrypted.cellCipher, owner);
  }

  /** The number of a row, where it has one. One that cannot be read is reported, and is no error of the call. */
  decryptPhone(
    { cellCipher, cellKey }: { readonly cellCipher: Buffer | null; readonly cellKey: string | null },
    owner: string,
  ): DecryptedPhone {
    if (!cellCipher || !cellKey) return undefined;
    try {
      return this.decrypt({ cellCipher, cellKey }, owner);
    } catch {
      this.#countUnreadable(cellKey);
      return unreadable;
    }
  }

  /** What each key proves itself by. */
  proofs(): KeyProof[] {
    const { data, hash } = this.#keys();
    return [
      ...data.map((key) => ({ kind: "data" as const, key: key.id, proof: makeProof.data(key) })),
      ...hash.map((key) => ({ kind: "hash" as const, key: key.id, proof: makeProof.hash(key) })),
    ];
  }

  /** Whether a key is the one that made a proof; undefined where there is none of that name. */
  proves({ kind, key: id, proof }: KeyProof): boolean | undefined {
    const key = this.#keys()[kind].find((one) => one.id === id);
    return key && isProvedBy[kind](key, proof);
  }

  /** What a number's hash may be: one for each hash key in force. */
  hashes(number: string): Buffer[] {
    return this.#keys().hash.map((key) => hmac(key, "number", number));
  }

  /** What the hash of a number's last four digits may be: one for each hash key in force. */
  lastFourHashes(digits: string): Buffer[] {
    return this.#keys().hash.map((key) => hmac(key, "last-four", digits));
  }

  /** Keyed hash of anything else, so that what is kept of it tells nothing. */
  digest(text: string): Buffer {
    return hmac(this.#keys().hash[0], "text", text);
  }

  /** What such a hash may be: one for each hash key in force, the writing one's first. */
  digests(text: string): [Buffer, ...Buffer[]] {
    const [first, ...rest] = this.#keys().hash;
    return [hmac(first, "text", text), ...rest.map((key) => hmac(key, "text", text))];
  }
}

/** What a visit's address of e-mail is bound to; the same in db/rotate-keys.ts. */
export const emailOwner = (visitId: number) => `visit-email:${visitId}`;

/** The address of a visit, where it has one. */
export const decryptEmail = (
  cipher: FieldCipher,
  { id, emailCipher, emailKey }: { id: number; emailCipher: Buffer | null; emailKey: string | null },
): DecryptedPhone => cipher.decryptPhone({ cellCipher: emailCipher, cellKey: emailKey }, emailOwner(id));
