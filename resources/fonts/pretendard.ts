/**
 * Splits Pretendard, so that a page loads only what it shows: for the public site, the lobby's player and the
 * console.
 *
 * `own.css`: one file with ASCII and every character of an app's own texts, which is enough for most screens.
 * `rest.css`: the package's own partition of Hangul for names and user texts; its frequent groups are subset again to
 * the weights in use, at less than half the size. Both are plain files, which Vite names, copies and links like any
 * others. They are built again when texts or package change.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

/** Part of the fingerprint: increase it when the output changes. */
const outputVersion = 5;

const weights = { wght: { min: 400, max: 700 } };

/** First of the package's groups with frequent Hangul. */
const firstFrequentGroup = 72;

const asciiAndSigns = `${Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("")}·…–—‘’“”©~`;

/** Characters per band of equal frequency. */
const bandSize = 400;

interface Group {
  readonly file: string;
  readonly characters: readonly string[];
}

const pretendard = path.dirname(createRequire(import.meta.url).resolve("pretendard/package.json"));
const partition = path.join(pretendard, "dist/web/variable/pretendardvariable-dynamic-subset.css");
const fullFont = path.join(pretendard, "dist/public/variable/PretendardVariable.ttf");

function charactersOf(range: string): string[] {
  return range.split(",").flatMap((part) => {
    const [, from = "0", to = from] = /U\+([0-9a-f]+)(?:-([0-9a-f]+))?/i.exec(part) ?? [];
    const first = Number.parseInt(from, 16);
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) =>
      String.fromCodePoint(first + index),
    );
  });
}

function groupsOf(css: string): Group[] {
  return [...css.matchAll(/url\(([^)]+)\)[^;]*;\s*unicode-range: ([^;]+);/g)].map(
    ([, url = "", range = ""]) => ({
      file: path.join(path.dirname(partition), url),
      characters: charactersOf(range),
    }),
  );
}

/** "U+ac00-ac0f,U+ac1c". */
function rangeOf(characters: readonly string[]): string {
  const points = characters.map((one) => one.codePointAt(0) ?? 0).sort((one, other) => one - other);
  const runs: [number, number][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run && point <= run[1] + 1) run[1] = point;
    else runs.push([point, point]);
  }
  const hex = (point: number) => point.toString(16);
  return runs.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(",");
}

/**
 * Fills the gaps between the Hangul of a rare group. The gaps are frequent characters of a face that is declared
 * later and therefore wins, and the style sheet is a third shorter.
 */
function withGapsFilled(characters: readonly string[]): string[] {
  const hangul = characters.filter((one) => one >= "가" && one <= "힣").map((one) => one.codePointAt(0) ?? 0);
  if (hangul.length === 0) return [...characters];
  const [from, to] = [Math.min(...hangul), Math.max(...hangul)];
  const span = Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
  return [...new Set([...characters, ...span])];
}

/** Bands by frequency, each cut in alphabetical order: neighbours make short ranges. */
function slicesOf(
  frequent: readonly Group[],
  ownCharacters: ReadonlySet<string>,
  sliceSize: number,
): string[][] {
  const byFrequency = frequent
    .toReversed()
    .flatMap((group) => group.characters.filter((one) => !ownCharacters.has(one)));
  const slices: string[][] = [];
  for (let band = 0; band < byFrequency.length; band += bandSize) {
    const sorted = byFrequency.slice(band, band + bandSize).sort();
    for (let at = 0; at < sorted.length; at += sliceSize) slices.push(sorted.slice(at, at + sliceSize));
  }
  return slices;
}

/** All faces of a family name the same weights: only then are they tried in order of declaration. */
const face = (family: string, url: string, range: string): string =>
  `@font-face{font-family:"${family}";font-weight:400 700;font-display:swap;src:url("${url}")format("woff2");unicode-range:${range}}\n`;

/**
 * System fonts scaled to Pretendard's metrics, so that lines do not move when it loads. The value for Noto is measured
 * (Hangul 0.94, Latin 0.96 of its width); the other two are approximate.
 */
const fallbacks = [
  ["Noto", ["Noto Sans KR", "Noto Sans CJK KR", "Noto Sans CJK JP"], 0.945],
  ["Apple", ["Apple SD Gothic Neo", "AppleSDGothicNeo-Regular"], 1],
  ["Malgun", ["Malgun Gothic"], 0.945],
] as const;

const fallbackFaces = fallbacks
  .map(([name, fonts, size]) => {
    const metric = (share: number) => `${((share / size) * 100).toFixed(2)}%`;
    const sources = fonts.map((font) => `local("${font}")`).join(",");
    return `@font-face{font-family:"Pretendard Fallback ${name}";src:${sources};size-adjust:${(size * 100).toFixed(1)}%;ascent-override:${metric(0.9521)};descent-override:${metric(0.2412)};line-gap-override:0%}\n`;
  })
  .join("");

/** Ships the fonts' licence with the fonts. */
export const fontLicence = (): Plugin => ({
  name: "visitor-font-licence",
  generateBundle() {
    const source = readFileSync(path.join(pretendard, "dist/LICENSE.txt"));
    this.emitFile({ type: "asset", fileName: "pretendard-licence.txt", source });
  },
});

/**
 * Builds the font files where they are missing or stale.
 * @param texts all texts of the app
 * @param project the project's folder; output is kept in its `node_modules/.cache`
 * @param sliceSize frequent characters per file: few for a page with a name or two, up to 400 for lists
 * @returns the folder with `own.css`, `rest.css` and `covered.json`
 */
export async function makeFonts(texts: string, project: string, sliceSize = 100): Promise<string> {
  const letters = [...new Set(texts)]
    .filter((one) => one > "~")
    .sort()
    .join("");
  const css = readFileSync(partition, "utf8");
  const fingerprint = createHash("sha256")
    .update(`${outputVersion}\n${sliceSize}\n${letters}\n${css}`)
    .digest("hex")
    .slice(0, 16);
  const kept = path.join(project, "node_modules/.cache/visitor-fonts", fingerprint);
  if (existsSync(kept)) return kept;
  // Built in a temporary folder and moved, because another build may run at the same time.
  const target = `${kept}.${process.pid}`;
  mkdirSync(target, { recursive: true });

  const groups = groupsOf(css);
  const ownCharacters = new Set(asciiAndSigns + letters);
  const frequent = groups.slice(firstFrequentGroup);
  const allCharacters = [...ownCharacters, ...frequent.flatMap((group) => group.characters)].join("");
  const base = await subsetFont(readFileSync(fullFont), allCharacters, {
    targetFormat: "sfnt",
    variationAxes: weights,
  });

  const writeSubset = async (name: string, characters: readonly string[]) => {
    writeFileSync(
      path.join(target, name),
      await subsetFont(base, characters.join(""), { targetFormat: "woff2" }),
    );
    const family = name.startsWith("own") ? "Pretendard Own" : "Pretendard Variable";
    return face(family, `./${name}`, rangeOf(characters));
  };

  const own = await writeSubset("own.woff2", [...ownCharacters]);
  const rest = groups
    .slice(0, firstFrequentGroup)
    .map((group) => face("Pretendard Variable", group.file, rangeOf(withGapsFilled(group.characters))));
  for (const [index, characters] of slicesOf(frequent, ownCharacters, sliceSize).entries()) {
    rest.push(await writeSubset(`frequent-${index}.woff2`, characters));
  }
  writeFileSync(path.join(target, "own.css"), fallbackFaces + own);
  writeFileSync(path.join(target, "rest.css"), rest.join(""));
  writeFileSync(
    path.join(target, "covered.json"),
    JSON.stringify([...ownCharacters].filter((one) => one > "~").join("")),
  );
  try {
    renameSync(target, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
    rmSync(target, { recursive: true });
  }
  return kept;
}
