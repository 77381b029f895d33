/** Signatures of update manifests by the release key (docs/build-desktop.md, "The release key"). */
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** The parts of a manifest that say what is installed. */
interface SignedParts {
  readonly version: string;
  readonly files: readonly {
    readonly url: string;
    readonly sha512: string;
    readonly size?: number | undefined;
  }[];
}

const bytesOf = ({ version, files }: SignedParts): Buffer =>
  Buffer.from(JSON.stringify([version, files.map(({ url, sha512, size }) => [url, sha512, size])]));

/** @param key as it is built in: SPKI in base64 @throws where it is none */
export function readUpdateKey(key: string): KeyObject {
  const read = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
  if (read.asymmetricKeyType !== "ed25519") throw new Error("The key is not of Ed25519.");
  return read;
}

/** @param key Ed25519 */
export const signManifest = (manifest: SignedParts, key: KeyObject): string =>
  sign(null, bytesOf(manifest), key).toString("base64");

/** @param manifest as it was downloaded @param key as in `readUpdateKey` */
export function isSignedManifest(
  manifest: SignedParts & { readonly signature?: unknown },
  key: string,
): boolean {
  const { signature, files } = manifest;
  if (typeof signature !== "string" || !Array.isArray(files) || files.length === 0) return false;
  return verify(null, bytesOf(manifest), readUpdateKey(key), Buffer.from(signature, "base64"));
}
