/** Manifests of a release, kept as text so that fields only the updater knows survive. */
import type { Manifest } from "#api/features/desktop-updates/manifests.ts";

export const archs = ["x64", "arm64"] as const;
export type ReleaseArch = (typeof archs)[number];

/** A parsed manifest with its text. */
export interface ManifestText extends Manifest {
  readonly name: string;
  readonly text: string;
}

/** @returns what a file is for; one that names no architecture is for all */
const archsOf = (name: string): readonly ReleaseArch[] => {
  if (name.includes("arm64")) return ["arm64"];
  return /x64|x86_64|amd64/.test(name) ? ["x64"] : archs;
};

/** Negative where the first is older; by semver a pre-release (1.2.0-beta.3) comes before its release. */
export function compareVersions(one: string, other: string): number {
  const [oneMain = "", oneTrial] = split(one);
  const [otherMain = "", otherTrial] = split(other);
  const byNumber = oneMain.localeCompare(otherMain, "en", { numeric: true });
  if (byNumber !== 0 || oneTrial === otherTrial) return byNumber;
  if (oneTrial === undefined) return 1;
  return otherTrial === undefined ? -1 : oneTrial.localeCompare(otherTrial, "en", { numeric: true });
}

function split(version: string): [main: string, trial: string | undefined] {
  const at = version.indexOf("-");
  return at < 0 ? [version, undefined] : [version.slice(0, at), version.slice(at + 1)];
}

const filesBlock = /^files:\n((?: {2}.*\n)+)/m;
const urlOf = (entry: string) => /^ {2}- url: (["']?)(.+)\1$/m.exec(entry)?.[2] ?? "";

/** As electron-builder sorts: the zip that macOS updates from first, and x64 before arm64 for updaters that take the first. */
const rank = (entry: string) =>
  (urlOf(entry).endsWith(".zip") ? 0 : 2) + (archsOf(urlOf(entry)).includes("x64") ? 0 : 1);

/**
 * Merges the entries of two manifests of one version.
 * @returns the text of the first with the entries of both
 * @throws where they are of two versions, or describe one file in two ways
 */
export function mergeManifests(first: ManifestText, second: ManifestText): string {
  if (first.version !== second.version)
    throw new Error(
      `${first.name} is for ${first.version} and for ${second.version}; only one version goes into it.`,
    );
  for (const file of first.files) {
    const twin = second.files.find(({ name }) => name === file.name);
    if (twin && twin.sha512 !== file.sha512)
      throw new Error(
        `${file.name} was released before with other content; a new build needs a new version.`,
      );
  }
  const [text, added] = [first.text, second.text].map((each) => each.replaceAll("\r\n", "\n"));
  const own = entriesOf(text);
  const names = own.map(urlOf);
  const entries = [...own, ...entriesOf(added).filter((entry) => !names.includes(urlOf(entry)))];
  entries.sort((a, b) => rank(a) - rank(b));
  const [top = ""] = entries;
  const sha512 = /^ {4}sha512: (.+)$/m.exec(top)?.[1] ?? "";
  return (text ?? "")
    .replace(filesBlock, () => `files:\n${entries.join("")}`)
    .replace(/^path: .+$/m, () => `path: ${urlOf(top)}`)
    .replace(/^sha512: .+$/m, () => `sha512: ${sha512}`);
}

function entriesOf(text = ""): string[] {
  const block = filesBlock.exec(text)?.[1] ?? "";
  return block.split(/^(?= {2}- )/m);
}

/**
 * Merges a new manifest with the one already offered.
 * @param without architectures that are no longer made
 * @returns its text; undefined where a channel for trying out already offers something newer
 * @throws where an older version would come, or an architecture would lose its updates
 */
export function nextManifest(
  coming: ManifestText,
  offered: ManifestText | undefined,
  without: readonly ReleaseArch[] = [],
): string | undefined {
  if (!offered) return coming.text;
  const order = compareVersions(coming.version, offered.version);
  if (order === 0) return mergeManifests(coming, offered);
  if (order < 0) {
    if (coming.name.startsWith("beta")) return undefined;
    throw new Error(
      `${coming.name} offers ${offered.version} already; ${coming.version} is older, and no program goes back.`,
    );
  }
  const made = coming.files.flatMap(({ name }) => archsOf(name));
  const lost = offered.files
    .flatMap(({ name }) => archsOf(name))
    .find((arch) => !made.includes(arch) && !without.includes(arch));
  if (lost === undefined) return coming.text;
  throw new Error(
    `${coming.name} offers ${offered.version} for ${lost}, too; ${coming.version} has nothing for it. ` +
      `Release all architectures at once (--from for each folder), or say --without ${lost}.`,
  );
}
