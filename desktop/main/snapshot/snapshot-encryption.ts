import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SafeStorage } from "electron";
import * as z from "zod/mini";

const cipherName = "aes-256-gcm";
const format = "visitor-sealed-1";

const base64 = z.string().check(z.maxLength(16_000_000));
const envelope = z.object({ format: z.literal(format), key: base64, iv: base64, tag: base64, data: base64 });

export interface SnapshotCipher {
  /** Whether the system can protect a key for this user. */
  readonly isAvailable: () => Promise<boolean>;
  /** @throws when the key cannot be protected */
  readonly encrypt: (text: string) => Promise<string>;
  /** @throws when the data is corrupted, or the key is another user's */
  readonly decrypt: (text: string) => Promise<string>;
}

export interface CipherOptions {
  readonly safeStorage: Pick<
    SafeStorage,
    "isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync" | "getSelectedStorageBackend"
  >;
  readonly platform: NodeJS.Platform;
}

/** Prefix of Chromium on Linux for data encrypted with a hard-coded password. */
const hardCodedPassword = "v10";

/**
 * Encrypts texts with AES-256-GCM. Each text has its own key, protected by the system's key store (Keychain, DPAPI, the
 * Linux secret store) for the current user. Without such a store on Linux there is no encryption.
 */
export function createSnapshotCipher({ safeStorage, platform }: CipherOptions): SnapshotCipher {
  const hasStore = () =>
    platform !== "linux" || !["basic_text", "unknown"].includes(safeStorage.getSelectedStorageBackend());

  async function wrap(key: Buffer): Promise<Buffer> {
    const wrapped = await safeStorage.encryptStringAsync(key.toString("base64"));
    // the asynchronous API selects its store separately and does not report it
    if (!hasStore() || (platform === "linux" && wrapped.subarray(0, 3).toString() === hardCodedPassword))
      throw new Error("The system keeps no secrets.");
    return wrapped;
  }

  return {
    isAvailable: async () => {
      if (!hasStore() || !(await safeStorage.isAsyncEncryptionAvailable())) return false;
      return wrap(randomBytes(32)).then(
        () => true,
        () => false,
      );
    },

    async encrypt(text) {
      const [key, iv] = [randomBytes(32), randomBytes(12)];
      const wrapped = await wrap(key);
      const cipher = createCipheriv(cipherName, key, iv).setAAD(Buffer.from(format));
      const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return JSON.stringify({
        format,
        key: wrapped.toString("base64"),
        iv: iv.toString("base64"),
        tag: cipher.getAuthTag().toString("base64"),
        data: data.toString("base64"),
      });
    },

    async decrypt(text) {
      const { key, iv, tag, data } = envelope.parse(JSON.parse(text));
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(key, "base64"));
      const decipher = createDecipheriv(
        cipherName,
        Buffer.from(result, "base64"),
        Buffer.from(iv, "base64"),
        // rejects shorter tags
        { authTagLength: 16 },
      );
      decipher.setAAD(Buffer.from(format)).setAuthTag(Buffer.from(tag, "base64"));
      return Buffer.concat([decipher.update(Buffer.from(data, "base64")), decipher.final()]).toString("utf8");
    },
  };
}
