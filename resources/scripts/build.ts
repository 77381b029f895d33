/** Task `build`: the public site into `dist/visitor`, the console into `dist/console`. With `--if-stale` only what is out of date. */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { messageOf } from "#contract/thrown.ts";
import { withLock } from "#db/embedded/lock.mjs";
import { CONSOLE_DIR, ROOT, SITE_DIR } from "./lib/paths.ts";

/** Bundles for browsers. */
interface Face {
  readonly name: string;
  readonly folder: string;
  /** Vite's configuration, from the project's folder. */
  readonly config: string;
  /** Everything it is made from. */
  readonly sources: readonly string[];
}

const shared = [
  "api/contract",
  "resources/browser",
  "resources/fonts",
  "resources/i18n",
  "resources/icons",
  "resources/scripts/build.ts",
  "package.json",
  "package-lock.json",
];

const faces: readonly Face[] = [
  { name: "public site", folder: SITE_DIR, config: "web/vite.config.ts", sources: ["web", ...shared] },
  {
    name: "console",
    folder: CONSOLE_DIR,
    config: "desktop/console.config.ts",
    sources: ["desktop", ...shared],
  },
];

const stampOf = ({ folder }: Face) => `${folder}.stamp`;
const TEXT = new Set([".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt", ".xml"]);
/** Below this size compression saves nothing: the response fits one packet anyway. */
const WORTH_COMPRESSING = 1024;

/** A hash over the content of all sources; takes milliseconds. */
function sourceStamp({ sources }: Face): string {
  const hash = createHash("sha256");
  for (const source of sources) addToHash(hash, source);
  return hash.digest("hex");
}

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  const full = join(ROOT, path);
  const found = statSync(full, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    for (const name of readdirSync(full).sort()) addToHash(hash, `${path}/${name}`);
  } else if (found) {
    hash.update(`${path}\0${found.size}\0`).update(readFileSync(full));
  }
}

/** True where a bundle exists and was built from the current sources. */
function isFresh(face: Face): boolean {
  const stamp = stampOf(face);
  return existsSync(stamp) && existsSync(face.folder) && readFileSync(stamp, "utf8") === sourceStamp(face);
}

/** Names of the bundles to build; empty where all are current. */
export const staleFaces = (): string[] => faces.filter((face) => !isFresh(face)).map(({ name }) => name);

/** Builds in a temporary folder and renames it on success, so a failed build breaks nothing. */
async function build(face: Face): Promise<void> {
  const stamp = sourceStamp(face);
  const draft = `${face.folder}.new`;
  await vite(face, ["build", "--outDir", draft, "--emptyOutDir", "--logLevel", "warn"]);
  await compress(draft);
  rmSync(stampOf(face), { force: true });
  rmSync(face.folder, { recursive: true, force: true });
  renameSync(draft, face.folder);
  await writeFile(stampOf(face), stamp);
}

function vite({ name, config }: Face, args: string[]): Promise<void> {
  const script = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const path = join(ROOT, config);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args, "--config", path], {
      cwd: dirname(path),
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The ${name} could not be built; what is wrong is said above.`));
    });
  });
}

const asGzip = promisify(gzip);
const asBrotli = promisify(brotliCompress);

/** Writes `.br` and `.gz` beside every text file at the highest compression: built once, sent often. */
async function compress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < WORTH_COMPRESSING) return;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await writeFile(`${file}.br`, await asBrotli(content, { params }));
      await writeFile(`${file}.gz`, await asGzip(content, { level: 9 }));
    }),
  );
}

if (import.meta.main) {
  // Whoever started it is gone.
  process.once("disconnect", () => process.exit(1));
  // Listening alone must not keep it alive.
  process.channel?.unref();
  const ifStale = process.argv.includes("--if-stale");
  try {
    // another process may have built it meanwhile
    await withLock(join(ROOT, "dist", "build.lock"), {}, async () => {
      for (const face of faces) {
        if (ifStale && isFresh(face)) continue;
        const began = Date.now();
        await build(face);
        console.log(`Built the ${face.name} in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
      }
    });
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
