/**
 * Splits each language of resources/i18n into three parts, imported as `#texts/ko/first` and so on: `first` for the home
 * page and the frame of every page, `link` for the pages of links in messages, `more` for the rest.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const groups: Readonly<Record<string, string>> = {
  site: "first",
  leave: "first",
  home: "first",
  failure: "first",
  link: "link",
  decide: "link",
};

interface Texts {
  readonly visitor: Readonly<Record<string, object>>;
  readonly error: object;
  readonly field: object;
  readonly status: object;
}

const read = (folder: string, language: string): Texts =>
  JSON.parse(readFileSync(path.join(folder, `${language}.json`), "utf8"));

function partOf({ visitor, error, field, status }: Texts, part: string): object {
  const own = Object.entries(visitor).filter(([group]) => (groups[group] ?? "more") === part);
  return { visitor: Object.fromEntries(own), ...(part === "more" && { error, field, status }) };
}

/** All texts of the site in all languages, whose characters the first font file contains. */
export const allTexts = (folder: string): string =>
  ["ko", "en"]
    .map((language) => read(folder, language))
    .map(({ visitor, error, field, status }) => JSON.stringify({ visitor, error, field, status }))
    .join("");

const address = /^#texts\/(\w+)\/(first|more|link)$/;

/** Without "#": in development ids are URLs, which would lose everything after it. */
const resolved = /^\0texts:(\w+):(first|more|link)$/;

export function textParts(folder: string): Plugin {
  return {
    name: "visitor-texts",
    enforce: "pre",
    resolveId(id) {
      const [, language, part] = address.exec(id) ?? [];
      return language && part ? `\0texts:${language}:${part}` : undefined;
    },
    load(id) {
      const [, language, part] = resolved.exec(id) ?? [];
      if (!language || !part) return undefined;
      this.addWatchFile(path.join(folder, `${language}.json`));
      return `export default ${JSON.stringify(partOf(read(folder, language), part))}`;
    },
  };
}
