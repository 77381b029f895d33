/**
 * Releases of the desktop app, in a folder that `npm run release` or IT fills (docs/build-desktop.md). Installed apps look for
 * a manifest; it is valid only while every file that it names is complete.
 */
import { createHash } from "node:crypto";
import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "#db/error-code.ts";

/** Written by electron-builder, by channel and system: "latest.yml" (Windows), "beta-linux-arm64.yml". */
export const manifestName = /^(latest|beta)(-mac|-linux(-arm64)?)?\.yml$/;

/** Installers and their block maps. Neither a slash nor a leading dot, so that no name leads out of the folder. */
export const packageName = /^[A-Za-z0-9][\w.-]{0,150}\.(exe|msi|deb|AppImage|zip|dmg|pkg)(\.blockmap)?$/;

/** In bytes; a manifest is a page of text. */
const maxManifestBytes = 64 * 1024;

/** A file as its manifest describes it. */
interface ReleaseFile {
  readonly name: string;
  /** Base64. */
  readonly sha512: string;
  /** Bytes. */
  readonly size: number;
}

export interface Manifest {
  readonly version: string;
  readonly files: readonly ReleaseFile[];
}

const fileEntry = /^ {2}- url: (.+)\n {4}sha512: (.+)\n {4}size: (\d+)$/gm;
const unquote = (text: string): string => text.replace(/^(["'])(.*)\1$/, "$2");

/** Parses a manifest of electron-builder. @returns undefined for anything else, and for names outside the folder */
export function parseManifest(text: string): Manifest | undefined {
  const lines = text.replaceAll("\r\n", "\n");
  const version = unquote(/^version: (.+)$/m.exec(lines)?.[1] ?? "");
  const files = [...lines.matchAll(fileEntry)].map(([, name = "", sha512 = "", size = ""]) => ({
    name: unquote(name),
    sha512: unquote(sha512),
    size: Number(size),
  }));
  const names = lines.match(/^ *(- )?(url|path): .+$/gm) ?? [];
  const hasPackageNames = files.every(({ name }) => packageName.test(name));
  // Every name must belong to a parsed entry, including the legacy `path` of the first one.
  const isParsed = names.every((line) =>
    files.some(({ name }) => unquote(line.replace(/^.*?: /, "")) === name),
  );
  return version !== "" && files.length > 0 && hasPackageNames && isParsed ? { version, files } : undefined;
}

/** @returns the SHA-512 of a file's content, in base64 */
export async function sha512Of(path: string): Promise<string> {
  const hash = createHash("sha512");
  const handle = await open(path);
  for await (const chunk of handle.createReadStream()) hash.update(chunk);
  return hash.digest("base64");
}

const missingCodes = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"]);

async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (missingCodes.has(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}

export type Releases = ReturnType<typeof createReleases>;

/** @param folder may not exist yet */
export function createReleases(folder: string) {
  /** Hashes by file name, valid while size and time of the file stay the same: an installer is read once. */
  const hashes = new Map<string, { stamp: string; sha512: Promise<string> }>();

  async function isComplete({ name, sha512, size }: ReleaseFile): Promise<boolean> {
    const path = join(folder, name);
    const found = await undefinedIfMissing(stat(path));
    if (!found?.isFile() || found.size !== size) return false;
    const stamp = `${found.size} ${found.mtimeMs} ${found.ino}`;
    if (hashes.get(name)?.stamp !== stamp) hashes.set(name, { stamp, sha512: sha512Of(path) });
    try {
      return (await hashes.get(name)?.sha512) === sha512;
    } catch (error) {
      hashes.delete(name);
      if (missingCodes.has(errorCode(error) ?? "")) return false;
      throw error;
    }
  }

  return {
    /** @returns an installer or a block map, which the caller closes; undefined where there is none */
    async openPackage(name: string): Promise<FileHandle | undefined> {
      if (!packageName.test(name)) return undefined;
      const handle = await undefinedIfMissing(open(join(folder, name)));
      if (!handle || (await handle.stat()).isFile()) return handle;
      await handle.close();
      return undefined;
    },

    /** @returns a manifest's text; "broken" where a file that it names is missing or incomplete */
    async readManifest(name: string): Promise<string | "broken" | undefined> {
      if (!manifestName.test(name)) return undefined;
      const path = join(folder, name);
      const found = await undefinedIfMissing(stat(path));
      if (!found?.isFile()) return undefined;
      const text =
        found.size > maxManifestBytes ? undefined : await undefinedIfMissing(readFile(path, "utf8"));
      const manifest = text === undefined ? undefined : parseManifest(text);
      if (text === undefined || !manifest) return "broken";
      for (const file of manifest.files) if (!(await isComplete(file))) return "broken";
      return text;
    },
  };
}
