/**
 * Task `release`: publishes the packaged desktop app from `release/` to the folder that the server offers to installed apps.
 *   npm run release -- [--from FOLDER]… [--to FOLDER] [--without ARCHITECTURE]
 *   npm run release -- --new-key      makes the key that signs manifests
 * Installers go first and manifests last, each renamed only when it is complete: an incomplete release is never offered.
 * Several architectures share one manifest (release-manifests.ts). The software bill of materials is added.
 */

import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { copyFile, cp, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  manifestName,
  packageName,
  parseManifest,
  sha512Of,
} from "#api/features/desktop-updates/manifests.ts";
import { readSettings } from "#api/settings.ts";
import { messageOf } from "#contract/thrown.ts";
import { signManifest } from "../../desktop/update-signature.ts";
import { ROOT } from "./lib/paths.ts";
import { templatesName } from "./lib/policy-templates.ts";
import {
  archs,
  type ManifestText,
  mergeManifests,
  nextManifest,
  type ReleaseArch,
} from "./lib/release-manifests.ts";
import { readSbom, sbomName } from "./lib/sbom.ts";

/** Prefix of unfinished files: the server does not serve names that begin with it. */
const draftPrefix = ".draft-";

async function readManifest(folder: string, name: string): Promise<ManifestText | undefined> {
  const text = await readFile(join(folder, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const manifest = parseManifest(text);
  return manifest && { ...manifest, name, text };
}

/** @throws Error if a file of the manifest is missing or differs */
async function checkManifest(from: string, name: string): Promise<ManifestText> {
  const manifest = await readManifest(from, name);
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

async function publishFile(from: string, to: string, name: string): Promise<void> {
  const draft = join(to, draftPrefix + name);
  await copyFile(join(from, name), draft);
  const handle = await open(draft, "r+");
  await handle.sync().finally(() => handle.close());
  if ((await sha512Of(draft)) !== (await sha512Of(join(from, name))))
    throw new Error(`${name} arrived damaged in ${to}; nothing was released.`);
  await rename(draft, join(to, name));
}

async function publishText(text: string, to: string, name: string): Promise<void> {
  const draft = join(to, draftPrefix + name);
  await writeFile(draft, text, { flush: true });
  await rename(draft, join(to, name));
}

/** True if the same file was already released. @throws Error for a different file with this name: caches keep released files */
async function isAlreadyReleased(from: string, to: string, name: string): Promise<boolean> {
  if (!(await stat(join(to, name)).catch(() => undefined))) return false;
  if ((await sha512Of(join(from, name))) === (await sha512Of(join(to, name)))) return true;
  throw new Error(`${name} was released before with other content; a new build needs a new version.`);
}

/** Verified contents of one folder. */
interface Packed {
  readonly from: string;
  readonly packages: readonly string[];
  readonly manifests: readonly ManifestText[];
}

async function readPacked(from: string): Promise<Packed> {
  const names = await readdir(from).catch(() => []);
  const manifestNames = names.filter((name) => manifestName.test(name));
  if (manifestNames.length === 0) throw new Error(`There is nothing to release in ${from}: npm run package.`);
  const manifests = await Promise.all(manifestNames.map((name) => checkManifest(from, name)));
  const named = new Set(manifests.flatMap(({ files }) => files.map(({ name }) => name)));
  const belongs = (name: string) =>
    named.has(name) || manifests.some(({ version }) => name.includes(`-${version}-`));
  return {
    from,
    manifests,
    packages: names.filter((name) => packageName.test(name) && belongs(name)).sort(),
  };
}

/** Merges the manifests of all folders that have the same name. */
function mergeByName(packed: readonly Packed[]): ManifestText[] {
  const byName = new Map<string, ManifestText>();
  for (const manifest of packed.flatMap(({ manifests }) => manifests)) {
    const other = byName.get(manifest.name);
    const text = other ? mergeManifests(other, manifest) : manifest.text;
    const files = [...(other?.files ?? []), ...manifest.files];
    byName.set(manifest.name, { ...manifest, files, text });
  }
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Administrative templates; those of a version never change. */
async function publishTemplates(from: string, to: string, version: string): Promise<string[]> {
  const name = templatesName(version);
  const entries = await readdir(join(from, name), { recursive: true, withFileTypes: true }).catch(() => []);
  if (entries.length === 0) return [];
  if (await stat(join(to, name)).catch(() => undefined)) {
    for (const { name: file, parentPath } of entries.filter((entry) => entry.isFile()))
      await isAlreadyReleased(
        parentPath,
        parentPath.replace(from, () => to),
        file,
      );
    return [];
  }
  const draft = join(to, draftPrefix + name);
  await cp(join(from, name), draft, { recursive: true });
  await rename(draft, join(to, name));
  return [name];
}

/**
 * Releases what was packed.
 * @param folders that `npm run package` filled, on one machine or on several
 * @param to the server's folder, made where it is missing
 * @param without architectures no longer built
 * @param key signs the manifests
 * @returns names of the published files, in order
 * @throws Error with nothing changed, except for installers that no manifest lists yet
 */
export async function releaseDesktop(
  folders: readonly string[],
  to: string,
  without: readonly ReleaseArch[] = [],
  key?: KeyObject,
): Promise<string[]> {
  const packed: Packed[] = [];
  for (const folder of folders) packed.push(await readPacked(folder));
  const manifests: { name: string; text: string }[] = [];
  for (const manifest of mergeByName(packed)) {
    const text = nextManifest(manifest, await readManifest(to, manifest.name), without);
    if (text !== undefined) manifests.push({ name: manifest.name, text: key ? sign(text, key) : text });
  }
  await mkdir(to, { recursive: true });
  const published: string[] = [];
  try {
    for (const { from, packages, manifests: own } of packed) {
      for (const name of packages) {
        if (await isAlreadyReleased(from, to, name)) continue;
        await publishFile(from, to, name);
        published.push(name);
      }
      for (const version of new Set(own.map((manifest) => manifest.version)))
        published.push(...(await publishTemplates(from, to, version)));
    }
    for (const { name, text } of manifests) {
      await publishText(text, to, name);
      published.push(name);
    }
  } finally {
    const drafts = (await readdir(to)).filter((name) => name.startsWith(draftPrefix));
    await Promise.all(drafts.map((name) => rm(join(to, name), { recursive: true, force: true })));
  }
  return published;
}

/** @returns the manifest's text with its signature at the end */
function sign(text: string, key: KeyObject): string {
  const { version = "", files = [] } = parseManifest(text) ?? {};
  const signature = signManifest(
    { version, files: files.map(({ name: url, ...file }) => ({ url, ...file })) },
    key,
  );
  return `${text.trimEnd()}\nsignature: ${signature}\n`;
}

/** Writes a new release key. @returns the public key, for DESKTOP_UPDATE_KEY @throws Error if the file exists */
export async function makeReleaseKey(file: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  await mkdir(dirname(file), { recursive: true });
  const pem = privateKey.export({ format: "pem", type: "pkcs8" });
  await writeFile(file, pem, { mode: 0o600, flag: "wx", flush: true });
  return publicKey.export({ format: "der", type: "spki" }).toString("base64");
}

/** @returns the release key; undefined without one */
async function readReleaseKey(file: string): Promise<KeyObject | undefined> {
  const pem = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return pem && createPrivateKey(pem);
}

const isArch = (name: string): name is ReleaseArch => archs.some((arch) => arch === name);

async function main(): Promise<void> {
  const list = { type: "string", multiple: true, default: [] as string[] } as const;
  const newKey = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    options: { from: list, to: { type: "string" }, without: list, "new-key": newKey },
  });
  const keyFile = resolve(ROOT, process.env.DESKTOP_RELEASE_KEY ?? ".data/desktop-release-key.pem");
  if (values["new-key"]) {
    const built = await makeReleaseKey(keyFile);
    console.log(`${keyFile} is the release key: keep it secret, and a copy of it.`);
    console.log(`For npm run package:\nDESKTOP_UPDATE_KEY=${built}`);
    return;
  }
  const unknown = values.without.find((name) => !isArch(name));
  if (unknown !== undefined) throw new Error(`--without takes ${archs.join(" or ")}, not ${unknown}.`);
  const from = (values.from.length > 0 ? values.from : ["release"]).map((folder) => resolve(ROOT, folder));
  const to = values.to === undefined ? readSettings(process.env).desktopUpdatesDir : resolve(ROOT, values.to);
  const sbom = await readSbom();
  const key = await readReleaseKey(keyFile);
  const published = await releaseDesktop(from, to, values.without.filter(isArch), key);
  if (!key && published.some((name) => /-linux.*\.yml$/.test(name)))
    console.log(`Without ${keyFile} nothing was signed: an AppImage does not install it.`);
  await publishText(sbom.text, to, sbomName(sbom.version));
  for (const name of [...published, sbomName(sbom.version)]) console.log(join(to, name));
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
