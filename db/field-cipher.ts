/**
 * Encrypts mobile numbers and e-mail addresses (docs/behaviour.md, "Privacy"): AES-256-GCM, a keyed hash of the whole
 * number for exact lookup and one of its last four digits. Keys have names and can be rotated: the first of a list
 * writes, all of them read.
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
  /** Short name, stored with every value. */
  readonly id: string;
  /** 32 bytes. */
  readonly secret: Buffer;
}

export interface FieldKeys {
  readonly data: readonly [Key, ...Key[]];
  readonly hash: readonly [Key, ...Key[]];
}

/** Columns of an encrypted number or e-mail address. */
export interface EncryptedContact {
  cellCipher: Buffer;
  cellKey: string;
  cellHash: Buffer;
  cellLastFourHash: Buffer;
  cellHashKey: string;
}

/** The columns of a row without a number. */
export const emptyPhoneColumns = {
  cellCipher: null,
  cellKey: null,
  cellHash: null,
  cellLastFourHash: null,
  cellHashKey: null,
} as const;

/** A bytea for `json_to_recordset`. */
export const byteaOf = (bytes: Buffer | null) => bytes && `\\x${bytes.toString("hex")}`;

/** Columns of an encrypted secret. */
export interface EncryptedSecret {
  readonly secretCipher: Buffer;
  readonly secretKey: string;
}

/** Stands for a number that cannot be decrypted: its key is missing, or the row is damaged. */
export const unreadable = Symbol("unreadable");

/** Undefined for a row without a number. */
export type DecryptedContact = string | undefined | typeof unreadable;

/** "" for a number that is missing or cannot be decrypted. */
export const decryptedOrEmpty = (number: DecryptedContact): string =>
  typeof number === "string" ? number : "";

/** Proves that a key is the one that was used first under its name. */
export interface KeyProof {
  readonly kind: "data" | "hash";
  readonly key: string;
  readonly proof: Buffer;
}

const nonceLength = 12;
const tagLength = 16;

const secrets = new WeakMap<Key, KeyObject>();

/** Cached as a KeyObject, which decrypts in a quarter of the time that bytes take. */
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

/** @throws Error where the key or the owner differs, or the text was altered */
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
  /** Undecryptable rows by key, since the last report. */
  #unread = new Map<string, number>();

  /**
   * @param keys a function is called at every use, because keys may be rotated meanwhile
   * @param onUnreadable gets the number of undecryptable rows by key name, once per tick
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
   * Encrypts a phone number or e-mail address.
   * @param contact a number is hyphenated or E.164
   * @param owner associated data (the reservation number), so that the ciphertext cannot be moved to another row
   */
  encryptContact(contact: string, owner: string): EncryptedContact {
    const { data, hash } = this.#keys();
    const [key] = data;
    const [hashKey] = hash;
    return {
      cellCipher: encrypt(key, contact, owner),
      cellKey: key.id,
      cellHash: hmac(hashKey, "number", contact),
      cellLastFourHash: hmac(hashKey, "last-four", contact.slice(-4)),
      cellHashKey: hashKey.id,
    };
  }

  /**
   * Encrypts a secret, without hashes for lookup.
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

  /** @throws Error where the key is unknown, or the text was altered or belongs to another owner */
  decrypt(encrypted: { cellCipher: Buffer; cellKey: string }, owner: string): string {
    const key = this.#keys().data.find(({ id }) => id === encrypted.cellKey);
    if (!key) throw new Error(`no data key named "${encrypted.cellKey}"`);
    return decrypt(key, encrypted.cellCipher, owner);
  }

  /** The number or address of a row. One that cannot be decrypted is reported and does not fail the call. */
  decryptContact(
    { cellCipher, cellKey }: { readonly cellCipher: Buffer | null; readonly cellKey: string | null },
    owner: string,
  ): DecryptedContact {
    if (!cellCipher || !cellKey) return undefined;
    try {
      return this.decrypt({ cellCipher, cellKey }, owner);
    } catch {
      this.#countUnreadable(cellKey);
      return unreadable;
    }
  }

  /** Proof of each key. */
  proofs(): KeyProof[] {
    const { data, hash } = this.#keys();
    return [
      ...data.map((key) => ({ kind: "data" as const, key: key.id, proof: makeProof.data(key) })),
      ...hash.map((key) => ({ kind: "hash" as const, key: key.id, proof: makeProof.hash(key) })),
    ];
  }

  /** Whether a key made a proof; undefined for an unknown key. */
  proves({ kind, key: id, proof }: KeyProof): boolean | undefined {
    const key = this.#keys()[kind].find((one) => one.id === id);
    return key && isProvedBy[kind](key, proof);
  }

  /** Possible hashes of a number, one per hash key. */
  hashes(number: string): Buffer[] {
    return this.#keys().hash.map((key) => hmac(key, "number", number));
  }

  /** Possible hashes of a number's last four digits, one per hash key. */
  lastFourHashes(digits: string): Buffer[] {
    return this.#keys().hash.map((key) => hmac(key, "last-four", digits));
  }

  /** Keyed hash of any other text. */
  digest(text: string): Buffer {
    return hmac(this.#keys().hash[0], "text", text);
  }

  /** Possible hashes of such a text, one per hash key, the writing key's first. */
  digests(text: string): [Buffer, ...Buffer[]] {
    const [first, ...rest] = this.#keys().hash;
    return [hmac(first, "text", text), ...rest.map((key) => hmac(key, "text", text))];
  }
}

/** Associated data of a visit's e-mail address; the same in db/rotate-keys.ts. */
export const emailOwner = (visitId: number) => `visit-email:${visitId}`;

/** The e-mail address of a visit. */
export const decryptEmail = (
  cipher: FieldCipher,
  { id, emailCipher, emailKey }: { id: number; emailCipher: Buffer | null; emailKey: string | null },
): DecryptedContact => cipher.decryptContact({ cellCipher: emailCipher, cellKey: emailKey }, emailOwner(id));
