/**
 * The site's texts out of resources/i18n, in three parts a language: `first` is what the home page and the frame
 * around every page show, `more` is what the other pages add, `link` what only the pages of links in messages do. Imported as
 * `#texts/ko/first` and so on. Where a
 * language lacks a text the Korean one stands in.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const languages = ["ko", "en"];

const firstGroups = ["site", "leave", "home", "failure"];

type Tree = { readonly [key: string]: string | Tree };

function over(below: Tree, above: Tree): Tree {
  const merged: Record<string, string | Tree> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = merged[key];
    merged[key] =
      typeof value === "object" && typeof under === "object" ? over(under, value) : value || under || "";
  }
  return merged;
}

function read(folder: string, language: string): Tree {
  const own: Tree = JSON.parse(readFileSync(path.join(folder, `${language}.json`), "utf8"));
  return language === "ko" ? own : over(read(folder, "ko"), own);
}

function partOf({ visitor = {}, error, field, status }: Tree, part: string): object {
  const partOfGroup = (group: string) => {
    if (firstGroups.includes(group)) return "first";
    return group === "link" || group === "decide" ? "link" : "more";
  };
  const groups = Object.entries(visitor).filter(([group]) => partOfGroup(group) === part);
  return { visitor: Object.fromEntries(groups), ...(part === "more" && { error, field, status }) };
}

/** Everything the site itself may show, in all languages: what the first font file has to draw. */
export const allTexts = (folder: string): string =>
  languages
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
