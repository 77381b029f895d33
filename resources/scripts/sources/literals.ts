/** What is written in the code of a face: every string in it, and which of them people read or hear. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly [field: string]: unknown;
}

/** Words in a string, in a template between its blanks, or between tags. */
export interface Literal {
  /** The file, from the face's folder. */
  readonly name: string;
  readonly words: string;
  readonly node: Node;
  readonly parent: Node | undefined;
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

const wordsOf = ({ type, value }: Node): string | undefined => {
  if (type === "Literal" && typeof value === "string") return value;
  if (type === "TemplateElement") return (value as { raw: string }).raw;
  return type === "JSXText" ? String(value).trim() : undefined;
};

/** All literals of the code below a folder. @throws where a file cannot be parsed */
export function literalsIn(folder: string): Literal[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const { program, errors } = parseSync(name, readFileSync(join(folder, name), "utf8"));
      if (errors.length > 0) throw new Error(`${name} cannot be read.`);
      return [...nodesIn(program as unknown as Node)].flatMap(([node, parent]) => {
        const words = wordsOf(node);
        return words ? [{ name, words, node, parent }] : [];
      });
    });
}

/**
 * The addresses of texts that a face asks for. A template, `console.action.${name}`, asks for every text whose varying part is
 * a word of the code.
 * @param known the addresses of all texts
 * @param words of the code: names, ids, states
 */
export function askedTexts(
  literals: readonly Literal[],
  root: string,
  known: readonly string[],
  words: ReadonlySet<string>,
) {
  const whole = new RegExp(`^${root}(\\.\\w+){2,}$`);
  const asked = new Set(literals.filter(({ node }) => node.type === "Literal").map(({ words }) => words));
  const missing = [...asked].filter((words) => whole.test(words) && !known.includes(words));
  const patterns = templatesOf(literals, root);
  const unmatched = patterns.filter((pattern) => !known.some((key) => pattern.test(key))).map(String);
  const isVariant = (key: string) => (pattern: RegExp) =>
    pattern
      .exec(key)
      ?.slice(1)
      .every((word) => words.has(word)) ?? false;
  const isUsed = (key: string) => asked.has(key) || patterns.some(isVariant(key));
  return { missing: [...missing, ...unmatched], unused: known.filter((key) => !isUsed(key)) };
}

/** Templates that begin with the root, as patterns in which each varying part is one word. */
function templatesOf(literals: readonly Literal[], root: string): RegExp[] {
  const templates = new Set(
    literals.flatMap(({ parent, node }) =>
      node.type === "TemplateElement" && parent?.type === "TemplateLiteral" ? [parent] : [],
    ),
  );
  return [...templates].flatMap(({ quasis }) => {
    const parts = (quasis as Node[]).map(({ value }) => (value as { raw: string }).raw);
    const isAddress = parts[0]?.startsWith(`${root}.`) && parts.every((part) => /^[\w.]*$/.test(part));
    return isAddress
      ? [new RegExp(`^${parts.map((part) => part.replaceAll(".", "\\.")).join("(\\w+)")}$`)]
      : [];
  });
}

/** Attributes whose words a person reads or hears. */
const spoken =
  /^(aria-(label|description|roledescription|valuetext)|alt|title|placeholder|label|hint|lead|description|legend)$/;

const attributeOf = ({ parent }: Literal): string =>
  parent?.type === "JSXAttribute" ? String((parent.name as Node).name) : "";

/** Names of keys are the same in every language: `<Kbd>Ctrl</Kbd>`. */
const isKey = ({ parent }: Literal): boolean =>
  ((parent?.openingElement as Node | undefined)?.name as Node | undefined)?.name === "Kbd";

/** Words that are said without being in the files of texts. @param address what the address of a text looks like */
export const saidInEnglish = (literals: readonly Literal[], address: RegExp): Literal[] =>
  literals.filter((one) => {
    const inside = one.node.type === "JSXText" || one.parent?.type === "JSXExpressionContainer";
    const isSpoken = spoken.test(attributeOf(one)) && !address.test(one.words);
    return /\p{L}{2}/u.test(one.words) && !isKey(one) && ((inside && !attributeOf(one)) || isSpoken);
  });

/** Korean words in the code. @param allowed names that belong to the wire or to a language, not to what is said */
export const saidInKorean = (literals: readonly Literal[], allowed: readonly string[]): Literal[] =>
  literals.filter(({ words }) => /\p{Script=Hangul}/u.test(words) && !allowed.includes(words));
