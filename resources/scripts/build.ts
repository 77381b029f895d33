/** Task `build`: the public site into `dist/visitor`, the console into `dist/console`. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { messageOf } from "#contract/thrown.ts";
import { CONSOLE_DIR, ROOT, SITE_DIR } from "./lib/paths.ts";
import { runTool } from "./lib/tools.ts";

/** A bundle for browsers, with its Vite configuration and sources. */
interface Bundle {
  readonly name: string;
  readonly folder: string;
  readonly config: string;
  readonly sources: readonly string[];
}

const shared = [
  "api/contract",
  ...["browser", "fonts", "i18n", "icons", "scripts/build.ts"].map((name) => `resources/${name}`),
  "package.json",
  "package-lock.json",
];

const bundles: readonly Bundle[] = [
  { name: "public site", folder: SITE_DIR, config: "web/vite.config.ts", sources: ["web", ...shared] },
  {
    name: "console",
    folder: CONSOLE_DIR,
    config: "desktop/console.config.ts",
    sources: ["desktop", ...shared],
  },
];

const stampOf = ({ folder }: Bundle) => `${folder}.stamp`;
const TEXT = new Set([".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt", ".xml"]);
/** Smaller responses fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/** A hash over the content of all sources; takes milliseconds. */
function sourceStamp({ sources }: Bundle): string {
  const hash = createHash("sha256");
  const add = (path: string) => {
    const full = join(ROOT, path);
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
    else hash.update(`${path}\0`).update(readFileSync(full));
  };
  for (const source of sources) add(source);
  return hash.digest("hex");
}

/** True if the bundle exists and was built from the current sources. */
function isFresh(bundle: Bundle): boolean {
  const stamp = stampOf(bundle);
  return (
    existsSync(stamp) && existsSync(bundle.folder) && readFileSync(stamp, "utf8") === sourceStamp(bundle)
  );
}

/** Builds in a temporary folder and renames it on success, so a failed build breaks nothing. */
async function build(bundle: Bundle, signal?: AbortSignal): Promise<void> {
  const began = Date.now();
  const stamp = sourceStamp(bundle);
  const draft = `${bundle.folder}.${process.pid}`;
  const args = ["build", "--config", bundle.config, "--outDir", draft, "--emptyOutDir", "--logLevel", "warn"];
  const { code } = await runTool("vite", args, {
    env: { NODE_ENV: "production" },
    ...(signal && { signal }),
  });
  if (code !== 0) throw new Error(`The ${bundle.name} could not be built; the error is above.`);
  await compress(draft);
  rmSync(stampOf(bundle), { force: true });
  rmSync(bundle.folder, { recursive: true, force: true });
  renameSync(draft, bundle.folder);
  writeFileSync(stampOf(bundle), stamp);
  console.log(`Built the ${bundle.name} in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

/** Builds the bundles that are out of date. */
export async function buildStale(signal?: AbortSignal): Promise<void> {
  for (const bundle of bundles.filter((each) => !isFresh(each))) await build(bundle, signal);
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Writes `.br` and `.gz` next to every text file at the highest compression: built once, sent often. */
async function compress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < MIN_COMPRESSED_BYTES) return;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await writeFile(`${file}.br`, await compressBrotli(content, { params }));
      await writeFile(`${file}.gz`, await compressGzip(content, { level: 9 }));
    }),
  );
}

if (import.meta.main) {
  try {
    for (const bundle of bundles) await build(bundle);
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
