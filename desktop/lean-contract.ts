/**
 * What the console's build takes of the contract. Where a call goes, and constants, are imported without the schemas beside
 * which they are declared (`visits.ts?plain`), except where a form checks a body or a query; and of the schemas no more is left than
 * somebody uses. So the first screen carries no validator. Only in builds: in development, and where tests check what is
 * answered, the contract is whole.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

const isOfContract = /[\\/]api[\\/]contract[\\/].*\.ts$/;
const isOfRenderer = /[\\/]desktop[\\/]renderer[\\/].*\.tsx?$/;
const isPlainPart = /^(.*[\\/]api[\\/]contract[\\/].*\.ts)\?plain$/;

/** Of a declared call; body and query are for forms that check what they send. */
const address = new Set(["method", "path", "idempotent"]);
const kept = new Set([...address, "body", "query"]);

/** Text that takes the place of what stands between two offsets. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function apply(code: string, edits: readonly Edit[]): string {
  let done = "";
  let at = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    // within what has gone
    if (start < at) continue;
    done += code.slice(at, start) + text;
    at = end;
  }
  return done + code.slice(at);
}

const read = (file: string, code: string) => parseSync(file, code).program;

/** @returns what a call is declared with; undefined where something else is called */
function declaredIn(node: ESTree.Node | null): ESTree.ObjectExpression | undefined {
  if (node?.type !== "CallExpression" || node.callee.type !== "Identifier") return undefined;
  const [declared] = node.callee.name === "endpoint" ? node.arguments : [];
  return declared?.type === "ObjectExpression" ? declared : undefined;
}

const nameOf = (property: ESTree.ObjectProperty | ESTree.SpreadElement): string =>
  property.type === "Property" && property.key.type === "Identifier" ? property.key.name : "";

/** Words, numbers, and lists of them. */
function isConstant(node: ESTree.Node | null): boolean {
  if (node?.type === "Literal") return true;
  if (node?.type === "TSAsExpression") return isConstant(node.expression);
  if (node?.type === "ArrayExpression") return node.elements.every(isConstant);
  return (
    node?.type === "ObjectExpression" &&
    node.properties.every((property) => property.type === "Property" && isConstant(property.value))
  );
}

/** What a module exports that needs no schema, by name: addresses of its calls, and constants, as code. */
export function plainIn(file: string, code: string): Map<string, string> {
  const found = new Map<string, string>();
  const textOf = ({ start, end }: ESTree.Node) => code.slice(start, end);
  for (const statement of read(file, code).body) {
    const variables = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (variables?.type !== "VariableDeclaration") continue;
    for (const { id, init } of variables.declarations) {
      if (id.type !== "Identifier") continue;
      const parts = declaredIn(init)?.properties.filter((property) => address.has(nameOf(property)));
      const named = parts?.map(nameOf);
      // where one of them comes with others, "...shared", the call is taken whole
      const isWhole = named?.includes("method") && named.includes("path");
      const isAddress = parts?.every((part) => part.type === "Property" && isConstant(part.value));
      if (parts && isWhole && isAddress) found.set(id.name, `{ ${parts.map(textOf).join(", ")} }`);
      else if (init && isConstant(init)) found.set(id.name, textOf(init));
    }
  }
  return found;
}

/** Calls without what is not kept; and whatever else is called at the top, which only makes schemas, marked as free of effects. */
export function leanModule(file: string, code: string): string {
  const edits: Edit[] = [];
  const marked = new Set<number>();
  let depth = 0;
  const enter = () => void depth++;
  const leave = () => void depth--;
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    ExpressionStatement: enter,
    "ExpressionStatement:exit": leave,
    CallExpression(node) {
      const { start, end } = node;
      const declared = declaredIn(node);
      if (declared) {
        const { properties } = declared;
        edits.push({ start, end: declared.start, text: "(" }, { start: declared.end, end, text: ")" });
        for (const [index, property] of properties.entries())
          if (property.type === "Property" && !kept.has(nameOf(property)))
            edits.push({
              start: property.start,
              end: properties[index + 1]?.start ?? declared.end - 1,
              text: "",
            });
        // a chain of calls is marked where it begins
      } else if (depth === 0 && !marked.has(start)) {
        marked.add(start);
        edits.push({ start, end: start, text: "/* @__PURE__ */ " });
      }
    },
  }).visit(read(file, code));
  return apply(code, edits);
}

/**
 * Imports from `?plain` what a module takes of the contract without its schemas.
 * @param plainOf what can be had so, by the path below the contract
 */
export function importPlain(
  file: string,
  code: string,
  plainOf: (path: string) => ReadonlyMap<string, string>,
): string {
  const edits: Edit[] = [];
  for (const statement of read(file, code).body) {
    if (statement.type !== "ImportDeclaration" || statement.importKind === "type") continue;
    const [, path] = /^#contract\/(.*\.ts)$/.exec(statement.source.value) ?? [];
    if (!path) continue;
    const plain = plainOf(path);
    const values = statement.specifiers.filter(
      (one) => one.type !== "ImportSpecifier" || one.importKind !== "type",
    );
    const isPlain = ({ local: { name } }: ESTree.ImportDeclarationSpecifier) =>
      plain.has(name) && !new RegExp(`\\b${name}\\.(body|query)\\b`).test(code);
    if (!values.some(isPlain)) continue;
    const line = (some: readonly ESTree.ImportDeclarationSpecifier[], from: string) =>
      some.length > 0
        ? `import { ${some.map(({ start, end }) => code.slice(start, end)).join(", ")} } from "${from}";`
        : "";
    const text = [
      line(values.filter(isPlain), `#contract/${path}?plain`),
      line(
        values.filter((one) => !isPlain(one)),
        `#contract/${path}`,
      ),
    ].join("");
    edits.push({ start: statement.start, end: statement.end, text });
  }
  return apply(code, edits);
}

/** @param project the project's folder */
export function leanContract(project: string): Plugin {
  const known = new Map<string, ReadonlyMap<string, string>>();
  const plainOf = (path: string) => {
    const plain = known.get(path) ?? plainIn(path, readFileSync(join(project, "api/contract", path), "utf8"));
    known.set(path, plain);
    return plain;
  };
  return {
    name: "visitor:lean-contract",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: isPlainPart },
      handler(id) {
        const [, file = ""] = isPlainPart.exec(id) ?? [];
        const plain = [...plainIn(file, readFileSync(file, "utf8"))];
        return {
          code: plain.map(([name, code]) => `export const ${name} = ${code};`).join("\n"),
          moduleType: "ts",
        };
      },
    },
    transform: {
      filter: { id: [isOfContract, isOfRenderer] },
      handler: (code, id) => ({
        code: isOfContract.test(id) ? leanModule(id, code) : importPlain(id, code, plainOf),
        map: null,
      }),
    },
  };
}
