/** Manifests of a release, kept as text so that fields only the updater knows survive. */
import type { Manifest } from "#api/features/desktop-updates/manifests.ts";

export const archs = ["x64", "arm64"] as const;
export type ReleaseArch = (typeof archs)[number];

/** A parsed manifest with its text. */
export interface ManifestText extends Manifest {
  readonly name: string;
  readonly text: string;
}

/** @returns architectures of a file; all for one without an architecture in its name */
const archsOf = (name: string): readonly ReleaseArch[] => {
  if (name.includes("arm64")) return ["arm64"];
  return /x64|x86_64|amd64/.test(name) ? ["x64"] : archs;
};

/** Negative if the first is older; by semver a pre-release (1.2.0-beta.3) comes before its release. */
export function compareVersions(one: string, other: string): number {
  const [oneMain = "", onePrerelease] = splitVersion(one);
  const [otherMain = "", otherPrerelease] = splitVersion(other);
  const byNumber = oneMain.localeCompare(otherMain, "en", { numeric: true });
  if (byNumber !== 0 || onePrerelease === otherPrerelease) return byNumber;
  if (onePrerelease === undefined) return 1;
  return otherPrerelease === undefined
    ? -1
    : onePrerelease.localeCompare(otherPrerelease, "en", { numeric: true });
}

function splitVersion(version: string): [main: string, prerelease: string | undefined] {
  const at = version.indexOf("-");
  return at < 0 ? [version, undefined] : [version.slice(0, at), version.slice(at + 1)];
}

const filesBlock = /^files:\n((?: {2}.*\n)+)/m;
const urlOf = (entry: string) => /^ {2}- url: (["']?)(.+)\1$/m.exec(entry)?.[2] ?? "";

/** electron-builder's order: the zip for updates on macOS first, and x64 before arm64 for updaters that use the first. */
const rank = (entry: string) =>
  (urlOf(entry).endsWith(".zip") ? 0 : 2) + (archsOf(urlOf(entry)).includes("x64") ? 0 : 1);

/**
 * Merges the entries of two manifests of one version.
 * @returns the text of the first with the entries of both
 * @throws Error for different versions, or one file with different content
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
 * Merges a new manifest with the published one.
 * @param without architectures no longer built
 * @returns its text; undefined if the beta channel already has a newer version
 * @throws Error for an older version, or for an architecture that would lose its updates
 */
export function nextManifest(
  next: ManifestText,
  published: ManifestText | undefined,
  without: readonly ReleaseArch[] = [],
): string | undefined {
  if (!published) return next.text;
  const order = compareVersions(next.version, published.version);
  if (order === 0) return mergeManifests(next, published);
  if (order < 0) {
    if (next.name.startsWith("beta")) return undefined;
    throw new Error(
      `${next.name} offers ${published.version} already; ${next.version} is older, and no program goes back.`,
    );
  }
  const made = next.files.flatMap(({ name }) => archsOf(name));
  const lost = published.files
    .flatMap(({ name }) => archsOf(name))
    .find((arch) => !made.includes(arch) && !without.includes(arch));
  if (lost === undefined) return next.text;
  throw new Error(
    `${next.name} offers ${published.version} for ${lost}, too; ${next.version} has nothing for it. ` +
      `Release all architectures at once (--from for each folder), or say --without ${lost}.`,
  );
}
