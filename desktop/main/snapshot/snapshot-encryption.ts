import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SafeStorage } from "electron";
import * as z from "zod/mini";

const cipherName = "aes-256-gcm";
const format = "visitor-sealed-1";

const base64 = z.string().check(z.maxLength(16_000_000));
const sealed = z.object({ format: z.literal(format), key: base64, iv: base64, tag: base64, data: base64 });

export interface Seal {
  /** Whether this computer can keep a key for this person alone. */
  readonly isSafe: () => Promise<boolean>;
  /** @throws where the key cannot be kept safely */
  readonly close: (text: string) => Promise<string>;
  /** @throws where one bit is not as it was, or the key is another person's */
  readonly open: (text: string) => Promise<string>;
}

export interface SealOptions {
  readonly safeStorage: Pick<
    SafeStorage,
    "isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync" | "getSelectedStorageBackend"
  >;
  readonly platform: NodeJS.Platform;
}

/** On Linux Chromium marks with this what it encrypted under a password that stands in its source. */
const knownToAll = "v10";

/**
 * Seals texts with AES-256-GCM under a key that is made for each and kept by the system (Keychain, DPAPI, the Linux
 * secret store) for whoever is signed in to it. Where Linux has no such store there is no sealing at all.
 */
export function createSeal({ safeStorage, platform }: SealOptions): Seal {
  const hasStore = () =>
    platform !== "linux" || !["basic_text", "unknown"].includes(safeStorage.getSelectedStorageBackend());

  async function wrap(key: Buffer): Promise<Buffer> {
    const wrapped = await safeStorage.encryptStringAsync(key.toString("base64"));
    // the asynchronous half has stores of its own, and says nowhere which one it took
    if (!hasStore() || (platform === "linux" && wrapped.subarray(0, 3).toString() === knownToAll))
      throw new Error("The system keeps no secrets.");
    return wrapped;
  }

  return {
    isSafe: async () => {
      if (!hasStore() || !(await safeStorage.isAsyncEncryptionAvailable())) return false;
      return wrap(randomBytes(32)).then(
        () => true,
        () => false,
      );
    },

    async close(text) {
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

    async open(text) {
      const { key, iv, tag, data } = sealed.parse(JSON.parse(text));
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(key, "base64"));
      const decipher = createDecipheriv(
        cipherName,
        Buffer.from(result, "base64"),
        Buffer.from(iv, "base64"),
        // a shorter tag would be easier to guess
        { authTagLength: 16 },
      );
      decipher.setAAD(Buffer.from(format)).setAuthTag(Buffer.from(tag, "base64"));
      return Buffer.concat([decipher.update(Buffer.from(data, "base64")), decipher.final()]).toString("utf8");
    },
  };
}
