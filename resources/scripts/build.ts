/** Task `build`: the public site into `dist/visitor`. With `--if-stale` only when its sources changed. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { withLock } from "#db/embedded/lock.mjs";
import { ROOT, SITE_DIR } from "./paths.ts";

/** Everything the site is made from. */
const SOURCES = [
  "web",
  "api/contract",
  "resources/i18n",
  "resources/icons",
  "resources/scripts/build.ts",
  "package.json",
  "package-lock.json",
];
const STAMP = `${SITE_DIR}.stamp`;
const TEXT = new Set([".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt", ".xml"]);
/** Below this a compressed answer is no smaller on the wire: it fits one packet anyway. */
const WORTH_COMPRESSING = 1024;

/** A hash over the content of all sources; takes milliseconds. */
export function sourceStamp(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) addToHash(hash, source);
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

/** Says whether `dist/visitor` is there and made from the sources as they are. */
export function isBuilt(): boolean {
  if (!existsSync(STAMP) || !existsSync(join(SITE_DIR, "index.html"))) return false;
  return readFileSync(STAMP, "utf8") === sourceStamp();
}

/** Builds beside the old site and puts the new one in its place when whole: a failed build breaks nothing. */
async function build(): Promise<void> {
  const stamp = sourceStamp();
  const draft = `${SITE_DIR}.new`;
  await vite(["build", "--outDir", draft, "--emptyOutDir", "--logLevel", "warn"]);
  await compress(draft);
  rmSync(STAMP, { force: true });
  rmSync(SITE_DIR, { recursive: true, force: true });
  renameSync(draft, SITE_DIR);
  await writeFile(STAMP, stamp);
}

function vite(args: string[]): Promise<void> {
  const script = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const config = join(ROOT, "web", "vite.config.ts");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args, "--config", config], {
      cwd: join(ROOT, "web"),
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error("The public site could not be built; what is wrong is said above."));
    });
  });
}

const asGzip = promisify(gzip);
const asBrotli = promisify(brotliCompress);

/** Writes `.br` and `.gz` beside every text file, as small as they get: made once, sent often. */
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
  const ifStale = process.argv.includes("--if-stale");
  try {
    // of two at once the second finds it done
    await withLock(join(ROOT, "dist", "build.lock"), {}, async () => {
      if (ifStale && isBuilt()) return;
      const began = Date.now();
      await build();
      console.log(`Built the public site in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
    });
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
