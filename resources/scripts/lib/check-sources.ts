/** Checks what no linter knows: texts are complete and used, and raw SQL stays in `db/` and `queries`. Prints each problem. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };
import enManual from "#i18n/manual/en.json" with { type: "json" };
import koManual from "#i18n/manual/ko.json" with { type: "json" };
import { ROOT } from "./paths.ts";

/** Flattens a tree of texts, like flattenTexts of resources/browser, which scripts must not import. */
function flatten(tree: object, prefix = ""): Record<string, string> {
  const entries = Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as const]
      : Object.entries(flatten(value, `${prefix}${key}.`)),
  );
  return Object.fromEntries(entries);
}

const texts = { ko: flatten({ ...ko, manual: koManual }), en: flatten({ ...en, manual: enManual }) };
const keys = Object.keys(texts.ko);
const placeholders = (text = "") => String((text.match(/\{[\w.]+\}/g) ?? []).sort());

/** Both languages have the same keys with the same placeholders, and no text is empty or padded. */
function languageProblems(): string[] {
  const missing = (some: typeof texts.ko, others: typeof texts.ko, file: string) =>
    Object.keys(some).flatMap((key) => (key in others ? [] : [`${key}: not in ${file}`]));
  const differing = keys.filter((key) => placeholders(texts.ko[key]) !== placeholders(texts.en[key]));
  const padded = Object.values(texts).flatMap((all) => keys.filter((key) => all[key]?.trim() !== all[key]));
  const empty = Object.values(texts).flatMap((all) => keys.filter((key) => all[key] === ""));
  return [
    ...missing(texts.ko, texts.en, "en.json"),
    ...missing(texts.en, texts.ko, "ko.json"),
    ...differing.map((key) => `${key}: the languages have different placeholders`),
    ...padded.map((key) => `${key}: begins or ends with a space`),
    ...empty.map((key) => `${key}: is empty`),
  ];
}

/** The manual names texts of the console as they are shown: "{nav.board}". */
const unknownNames = (): string[] =>
  Object.values(texts).flatMap((all) =>
    keys
      .filter((key) => key.startsWith("manual."))
      .flatMap((key) =>
        [...(all[key] ?? "").matchAll(/\{(.*?)\}/g)]
          .filter(([, name]) => all[`console.${name}`]?.includes("{") ?? true)
          .map(([whole]) => `${key}: ${whole} is not a text of the console, or has placeholders itself`),
      ),
  );

const sources = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file) => ({ file, code: readFileSync(join(ROOT, file), "utf8") }));

/** A template like `console.action.${name}` uses each text whose varying part is a word of the code. */
function unusedTexts(): string[] {
  const code = sources("{api,db,desktop,web}/**/*.{ts,tsx}")
    .map((source) => source.code)
    .join("\n");
  const words = new Set(code.match(/\w+/g));
  const patterns = [...code.matchAll(/`((?:visitor|console)\.[\w.]*\$\{[^`]*)`/g)].map(
    ([, template = ""]) => {
      const parts = template.split(/\$\{.*?\}/).map((part) => part.replaceAll(".", "\\."));
      return new RegExp(`^${parts.join("(\\w+)")}$`);
    },
  );
  const isUsed = (key: string) =>
    words.has(key) ||
    code.includes(`"${key}"`) ||
    patterns.some((pattern) => {
      const [, ...varying] = pattern.exec(key) ?? [];
      return varying.length > 0 && varying.every((word) => words.has(word));
    });
  // the main process of the desktop app names texts by their last part
  const ofDesktop = (key: string) => key.startsWith("desktop.") && words.has(key.split(".").at(-1) ?? "");
  return keys
    .filter((key) => /^(visitor|console|desktop)\./.test(key) && !isUsed(key) && !ofDesktop(key))
    .map((key) => `${key}: not used`);
}

/** Names of languages, and words that belong to the interface of the API. */
const allowedKorean = /이용약관|필수동의|선택동의|안내문|체크리스트|한국어|언어/g;

/** Korean in a string or between tags belongs in ko.json. */
const koreanInCode = (): string[] =>
  sources("{web,desktop/renderer}/**/*.{ts,tsx}").flatMap(({ file, code }) => {
    const spoken = code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, "").replace(allowedKorean, "");
    const found = spoken.match(/["`>][^"`<>\n]*\p{Script=Hangul}[^"`<>\n]*["`<]/gu) ?? [];
    return found.map((text) => `${file}: ${text} belongs in ko.json`);
  });

/** `db.raw(…)`, `.whereRaw(…)`; the rate limiter brings its own statements. */
const rawSql = (): string[] =>
  sources("api/**/*.ts")
    .filter(({ file }) => !/\/queries(\.ts$|\/)/.test(file) && file !== "api/limits.ts")
    .filter(({ code }) => /\.raw[<(]|\.\w+Raw\(/.test(code))
    .map(({ file }) => `${file}: raw SQL belongs in the subject's queries`);

const problems = [...languageProblems(), ...unknownNames(), ...unusedTexts(), ...koreanInCode(), ...rawSql()];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
