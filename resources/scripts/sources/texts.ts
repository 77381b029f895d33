/** The texts and the code that shows them belong together: nothing missing, nothing left over. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };
import { ROOT } from "../lib/paths.ts";
import { askedTexts, type Literal, literalsIn, saidInEnglish, saidInKorean } from "./literals.ts";

type Tree = { readonly [key: string]: string | Tree };

/** Texts by address, "visitor.home.apply". */
export function flatten(tree: Tree, prefix = ""): Record<string, string> {
  const entries = Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as const]
      : Object.entries(flatten(value, `${prefix}${key}.`)),
  );
  return Object.fromEntries(entries);
}

const texts = { ko: flatten(ko), en: flatten(en) };
const known = Object.keys(texts.ko);

const placeholdersIn = (text: string) =>
  String([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());

function betweenLanguages(): string[] {
  const ofOne = (some: Record<string, string>, others: Record<string, string>) =>
    Object.keys(some).filter((key) => !(key in others));
  return [
    ...ofOne(texts.ko, texts.en).map((key) => `${key}: not in en.json`),
    ...ofOne(texts.en, texts.ko).map((key) => `${key}: not in ko.json`),
    ...known
      .filter((key) => placeholdersIn(texts.ko[key] ?? "") !== placeholdersIn(texts.en[key] ?? ""))
      .map((key) => `${key}: other placeholders in English than in Korean`),
    ...Object.values(texts).flatMap((one) =>
      Object.entries(one)
        .filter(([, text]) => text.trim() === "" || text !== text.trim())
        .map(([key]) => `${key}: empty, or begins or ends with a space`),
    ),
  ];
}

const faces = [
  {
    root: "visitor",
    folder: "web",
    allowed: ["이용약관", "필수동의", "선택동의", "안내문", "체크리스트", "한국어"],
  },
  { root: "console", folder: "desktop/renderer", allowed: ["한국어", "language 언어"] },
] as const;

/** Every name, id and state in the code, where what varies in an address comes from. */
function wordsOfCode(): Set<string> {
  const files = globSync("{api,db,desktop,web}/**/*.{ts,tsx}", { cwd: ROOT });
  return new Set(files.flatMap((file) => readFileSync(join(ROOT, file), "utf8").match(/\w+/g) ?? []));
}

const named = (folder: string, literals: readonly Literal[], problem: string) =>
  literals.map(({ name, words }) => `${folder}/${name}: "${words}" ${problem}`);

function ofFace({ root, folder, allowed }: (typeof faces)[number]): string[] {
  const literals = literalsIn(join(ROOT, folder)).filter(
    // the sources of the fonts' subsets are no screens
    ({ name }) => !name.startsWith("build/"),
  );
  const ours = known.filter((key) => key.startsWith(`${root}.`));
  const { missing, unused } = askedTexts(literals, root, ours, wordsOfCode());
  return [
    ...missing.map((key) => `${key}: used in ${folder}, but in no language`),
    ...unused.map((key) => `${key}: used nowhere in ${folder}`),
    ...named(folder, saidInKorean(literals, allowed), "is Korean outside ko.json"),
    ...named(
      folder,
      saidInEnglish(literals, new RegExp(`^${root}(\\.\\w+){2,}$`)),
      "is English outside en.json",
    ),
  ];
}

/** The main process names problems and states by their codes, which stand in ipc.ts. */
function ofMainProcess(): string[] {
  const code = globSync("desktop/**/*.{ts,tsx}", { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), "utf8"),
  );
  return known
    .filter((key) => key.startsWith("desktop."))
    .filter((key) => !code.some((file) => new RegExp(`\\b${key.split(".").at(-1)}\\b`).test(file)))
    .map((key) => `${key}: used nowhere in desktop`);
}

/** @returns what is wrong, a line each; empty where nothing is */
export const textProblems = (): string[] => [
  ...betweenLanguages(),
  ...faces.flatMap(ofFace),
  ...ofMainProcess(),
];
