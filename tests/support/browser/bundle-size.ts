/** Sizes of scripts and style sheets, compressed as the server sends them. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/** @returns bytes of each built script and style sheet among the requested paths */
export function bundleSizes(folder: string, requested: ReadonlySet<string>): Map<string, number> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|css)$/.test(name) && statSync(join(folder, name)).isFile())
    .filter((name) => [...requested].some((path) => path.endsWith(`/${name}`)));
  return new Map(
    files.map((name) => [name, brotliCompressSync(readFileSync(join(folder, name))).byteLength]),
  );
}

export const total = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((sum, size) => sum + size, 0);
