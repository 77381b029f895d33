/** What the console's build takes of the contract says the same as the contract. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import { importPlain, leanModule, plainIn } from "../../desktop/lean-contract.ts";

const contract = join(ROOT, "api/contract");
const modules = globSync("**/*.ts", { cwd: contract });
const codeOf = (path: string) => readFileSync(join(contract, path), "utf8");
const plainOf = (path: string) => plainIn(path, codeOf(path));

/** What the code of an address or a constant comes to. */
const evaluate = (code: string): unknown =>
  Function(`"use strict"; return (${code.replaceAll(/\bas const\b/g, "")});`)();

test("addresses of calls and constants are those of the contract", async () => {
  let found = 0;
  for (const path of modules) {
    const whole: Record<string, unknown> = await import(join(contract, path));
    for (const [name, code] of plainOf(path)) {
      expect(whole[name], `${path} ${name}`).toEqual(
        code.includes("method:") ? expect.objectContaining(evaluate(code) as object) : evaluate(code),
      );
      found++;
    }
  }
  expect(found).toBeGreaterThan(100);
  expect(plainOf("visits/visits.ts").get("getProgress")).toBe(
    `{ method: "GET", path: "/dash/visits/progress" }`,
  );
});

test("only who checks a body takes the schemas along", () => {
  const code = `import { addCode, type Code, getCode, shaped } from "#contract/codes.ts";\ncheck(addCode.body); call(getCode);`;
  const plain = new Map([
    ["addCode", "{}"],
    ["getCode", "{}"],
  ]);
  expect(importPlain("form.tsx", code, () => plain).split("\n")[0]).toBe(
    `import { getCode } from "#contract/codes.ts?plain";import { addCode, shaped } from "#contract/codes.ts";`,
  );
});

test("of a call its address and body are left, and no schema is made that nothing uses", () => {
  const code = `const row = z.object({ name: line(30) });
export const addRow = endpoint({ method: "POST", path: "/rows", permission: "desk", body: z.object({}), response: row });`;
  const lean = leanModule("rows.ts", code);
  expect(lean).toContain("const row = /* @__PURE__ */ z.object({ name: /* @__PURE__ */ line(30) });");
  expect(lean).toMatch(
    /addRow = \(\{ method: "POST", path: "\/rows", body: \/\* @__PURE__ \*\/ z\.object\(\{\}\),\s*\}\);/,
  );
});

test("the console reads nothing of a call that the build leaves out", () => {
  const renderer = join(ROOT, "desktop/renderer");
  const calls = modules.flatMap((path) =>
    [...codeOf(path).matchAll(/\b(\w+) = endpoint\(/g)].map(([, name]) => name),
  );
  const other = new RegExp(
    `(?<!typeof )\\b(${calls.join("|")})\\.(?!body\\b|query\\b|method\\b|path\\b|idempotent\\b)\\w+`,
    "g",
  );
  const found = globSync("**/*.{ts,tsx}", { cwd: renderer }).flatMap((path) =>
    [...readFileSync(join(renderer, path), "utf8").matchAll(other)].map(([text]) => `${path}: ${text}`),
  );
  expect(calls.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
