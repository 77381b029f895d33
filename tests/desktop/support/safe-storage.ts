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
  /** user of the system */
  user?: string;
  /** Chromium's version mark; "v10" on Linux: with a well-known password */
  mark?: string;
  isAvailable?: boolean;
}

/** Electron's safeStorage: a user of the system cannot decrypt another one's texts. */
export function fakeSafeStorage({
  backend = "gnome_libsecret",
  user = "one",
  mark = "v11",
  isAvailable = true,
}: Surroundings = {}): Used {
  const head = `${mark}:${user}:`;
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
