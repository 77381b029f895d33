import type { SafeStorage } from "electron";
import {
  createSnapshotCipher,
  type SnapshotCipher,
} from "../../../desktop/main/snapshot/snapshot-encryption.ts";

type Used = Pick<
  SafeStorage,
  "isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync" | "getSelectedStorageBackend"
>;

interface Surroundings {
  backend?: ReturnType<SafeStorage["getSelectedStorageBackend"]>;
  /** who is signed in to the system */
  person?: string;
  /** Chromium's mark of how it encrypted; "v10" on Linux: under a password that all know */
  mark?: string;
  isAvailable?: boolean;
}

/** Electron's safeStorage as far as it is used here: what one person of the system encrypts no other can read. */
export function fakeSafeStorage({
  backend = "gnome_libsecret",
  person = "one",
  mark = "v11",
  isAvailable = true,
}: Surroundings = {}): Used {
  const head = `${mark}:${person}:`;
  return {
    isAsyncEncryptionAvailable: async () => isAvailable,
    getSelectedStorageBackend: () => backend,
    encryptStringAsync: async (text) => Buffer.from(head + Buffer.from(text).toString("hex")),
    decryptStringAsync: async (encrypted) => {
      const text = encrypted.toString();
      if (!text.startsWith(head)) throw new Error("Error while decrypting.");
      return { shouldReEncrypt: false, result: Buffer.from(text.slice(head.length), "hex").toString() };
    },
  };
}

/** A cipher on the stand-in. */
export const fakeCipher = (
  surroundings?: Surroundings,
  platform: NodeJS.Platform = "linux",
): SnapshotCipher => createSnapshotCipher({ safeStorage: fakeSafeStorage(surroundings), platform });
