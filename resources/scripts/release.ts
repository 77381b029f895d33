/**
 * Task `release`: puts the packed desktop app from `release/` into the folder that the server offers to installed apps.
 *   npm run release -- [--from FOLDER] [--to FOLDER]
 * Installers go first and manifests last, each under its name only when it is whole: nobody is offered half a release.
 */
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  type Manifest,
  manifestName,
  packageName,
  parseManifest,
  sha512Of,
  updatesFolder,
} from "#api/domain/desktop-updates.ts";
import { readSettings } from "#api/settings.ts";
import { ROOT } from "./paths.ts";

/** In front of a name: the server serves no name that begins so. */
const draftMark = ".draft-";

/** @throws where a file that the manifest names is missing or not the one that it was written for */
async function checkManifest(from: string, name: string): Promise<Manifest> {
  const manifest = parseManifest(await readFile(join(from, name), "utf8"));
  if (!manifest) throw new Error(`${name} is not a manifest as \`npm run package\` writes it.`);
  for (const file of manifest.files) {
    const path = join(from, file.name);
    const found = await stat(path).catch(() => undefined);
    if (!found) throw new Error(`${name} names ${file.name}, which is not in ${from}.`);
    if (found.size !== file.size || (await sha512Of(path)) !== file.sha512)
      throw new Error(`${file.name} is not the file that ${name} was written for; pack it again.`);
  }
  return manifest;
}

async function place(from: string, to: string, name: string): Promise<void> {
  const draft = join(to, draftMark + name);
  await copyFile(join(from, name), draft);
  const handle = await open(draft, "r+");
  await handle.sync().finally(() => handle.close());
  if ((await sha512Of(draft)) !== (await sha512Of(join(from, name))))
    throw new Error(`${name} arrived damaged in ${to}; nothing was released.`);
  await rename(draft, join(to, name));
}

/** True where the very file is there already. @throws where another one has its name: caches keep what was released */
async function isThere(from: string, to: string, name: string): Promise<boolean> {
  if (!(await stat(join(to, name)).catch(() => undefined))) return false;
  if ((await sha512Of(join(from, name))) === (await sha512Of(join(to, name)))) return true;
  throw new Error(`${name} was released before with other content; a new build needs a new version.`);
}

/**
 * Releases what was packed.
 * @param from the folder that `npm run package` filled
 * @param to the server's folder, made where it is missing
 * @returns the names that were put there, in their order
 * @throws with everything as it was, but for installers that nothing names yet
 */
export async function releaseDesktop(from: string, to: string): Promise<string[]> {
  const names = await readdir(from).catch(() => []);
  const manifests = names.filter((name) => manifestName.test(name));
  if (manifests.length === 0) throw new Error(`There is nothing to release in ${from}: npm run package.`);
  const checked = await Promise.all(manifests.map((name) => checkManifest(from, name)));
  const versions = [...new Set(checked.map(({ version }) => version))];
  const named = new Set(checked.flatMap(({ files }) => files.map(({ name }) => name)));
  const belongs = (name: string) =>
    named.has(name) || versions.some((version) => name.includes(`-${version}-`));
  await mkdir(to, { recursive: true });
  const placed: string[] = [];
  try {
    for (const name of names.filter((each) => packageName.test(each) && belongs(each)).sort()) {
      if (await isThere(from, to, name)) continue;
      await place(from, to, name);
      placed.push(name);
    }
    for (const name of manifests.sort()) {
      await place(from, to, name);
      placed.push(name);
    }
  } finally {
    const drafts = (await readdir(to)).filter((name) => name.startsWith(draftMark));
    await Promise.all(drafts.map((name) => rm(join(to, name), { force: true })));
  }
  return placed;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { from: { type: "string" }, to: { type: "string" } } });
  try {
    const from = resolve(ROOT, values.from ?? "release");
    const to = values.to === undefined ? updatesFolder(readSettings(process.env)) : resolve(ROOT, values.to);
    for (const name of await releaseDesktop(from, to)) console.log(join(to, name));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
