/** Single-use tokens; only their hashes are stored. */
import { createHash } from "node:crypto";

export const newToken = (random: (size: number) => Uint8Array): string =>
  Buffer.from(random(32)).toString("base64url");

export const hashOfToken = (token: string): Buffer => createHash("sha256").update(token).digest();
