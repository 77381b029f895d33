/**
 * The site's texts out of resources/i18n in three parts a language, imported as `#texts/ko/first` and so on: `first` is
 * what the home page and the frame around every page show, `link` what only the pages of links in messages show, `more` the rest.
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

/** Everything the site itself may show, in all languages: what the first font file has to draw. */
export const allTexts = (folder: string): string =>
  ["ko", "en"]
    .map((language) => read(folder, language))
    .map(({ visitor, error, field, status }) => JSON.stringify({ visitor, error, field, status }))
    .join("");

const address = /^#texts\/(\w+)\/(first|more|link)$/;

/** Without "#": in development an id is an address, and what follows a "#" would be lost. */
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
