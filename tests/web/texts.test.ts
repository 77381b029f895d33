/** The texts of the site and the code that shows them belong together: nothing missing, nothing left over. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };
import { ROOT } from "#scripts/paths.ts";
import { flatten } from "../support/visitor-texts.ts";

const web = join(ROOT, "web");
const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Every node below one, with the one it hangs on. */
function* nodesIn(node: Node, parent?: Node): Generator<readonly [Node, Node | undefined]> {
  yield [node, parent];
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* nodesIn(child, node);
}

const code = files.map((name) => {
  const { program, errors } = parseSync(name, readFileSync(join(web, name), "utf8"));
  if (errors.length > 0) throw new Error(`${name} cannot be read.`);
  return { name, nodes: [...nodesIn(program as unknown as Node)] };
});

/** What stands in a string, or in a template between its blanks. */
const wordsOf = ({ type, value }: Node): string | undefined => {
  if (type === "Literal" && typeof value === "string") return value;
  if (type === "TemplateElement") return (value as { raw: string }).raw;
  return type === "JSXText" ? String(value).trim() : undefined;
};

const literals = code.flatMap(({ name, nodes }) =>
  nodes.flatMap(([node, parent]) => {
    const words = wordsOf(node);
    return words ? [{ name, words, node, parent }] : [];
  }),
);

const texts = { ko: flatten(ko), en: flatten(en) };
const ours = Object.keys(texts.ko).filter((key) => key.startsWith("visitor."));
const used = new Set(literals.map(({ words }) => words).filter((words) => /^visitor\.\w+\.\w+$/.test(words)));

const blanksIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe("texts", () => {
  it("are the same in Korean and in English", () => {
    expect(Object.keys(texts.en).sort()).toEqual(Object.keys(texts.ko).sort());
  });

  it("have the same blanks in both", () => {
    const differing = Object.entries(texts.ko)
      .filter(([key, text]) => String(blanksIn(text)) !== String(blanksIn(texts.en[key] ?? "")))
      .map(([key]) => key);
    expect(differing).toEqual([]);
  });

  it("are none of them empty or padded", () => {
    const bad = Object.values(texts).flatMap((one) =>
      Object.entries(one).filter(([, text]) => text.trim() === "" || text !== text.trim()),
    );
    expect(bad).toEqual([]);
  });

  it("that the public site asks for exist", () => {
    expect([...used].filter((key) => !(key in texts.ko))).toEqual([]);
  });

  it("of the public site are all used", () => {
    expect(ours.filter((key) => !used.has(key))).toEqual([]);
  });
});

/** Names that belong to the wire or to a language, not to what is said. */
const allowed = new Set(["이용약관", "필수동의", "선택동의", "안내문", "체크리스트", "한국어"]);

/** Attributes whose words a person reads or hears. */
const spoken = /^(aria-(label|description|roledescription|valuetext)|alt|title|placeholder|label|hint|lead)$/;

const attributeOf = ({ parent }: (typeof literals)[number]): string =>
  parent?.type === "JSXAttribute" ? String((parent.name as Node).name) : "";

describe("components", () => {
  it("say nothing in Korean but by their texts", () => {
    const said = literals.filter(({ words }) => /\p{Script=Hangul}/u.test(words) && !allowed.has(words));
    // what the build draws fonts from is no component
    expect(
      said.filter(({ name }) => !name.startsWith("build/")).map(({ name, words }) => [name, words]),
    ).toEqual([]);
  });

  it("say nothing in English but by their texts", () => {
    const said = literals.filter((one) => {
      const inside = one.node.type === "JSXText" || one.parent?.type === "JSXExpressionContainer";
      const isSpoken = spoken.test(attributeOf(one)) && !/^visitor\.\w+\.\w+$/.test(one.words);
      return /\p{L}{2}/u.test(one.words) && ((inside && !attributeOf(one)) || isSpoken);
    });
    expect(said.map(({ name, words }) => [name, words])).toEqual([]);
  });
});
