import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isInstalled, pinnedNode } from "#scripts/install.mjs";
import { ROOT } from "#scripts/lib/paths.ts";
import { temporaryFolder } from "../support/database/database-holder.ts";
import { runNode } from "../support/run-node.ts";

let folder: ReturnType<typeof temporaryFolder>;
let root: string;

const packages = {
  "": { name: "x" },
  "node_modules/a": { version: "1.0.0" },
  "node_modules/for-others": { version: "1.0.0", optional: true, os: ["plan9"] },
};
const { "node_modules/for-others": _others, ...installed } = packages;

function write(path: string, content: string, mode = 0o644) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode });
}
const writeLock = (content: object) => write("package-lock.json", JSON.stringify({ packages: content }));

beforeEach(() => {
  folder = temporaryFolder();
  root = folder.path;
  writeLock(packages);
});

afterEach(() => folder.remove());

describe("isInstalled", () => {
  beforeEach(() => {
    write("node_modules/.package-lock.json", JSON.stringify({ packages: installed }));
    write("node_modules/node/bin/node", "");
  });

  test("is true when npm's record matches the lock file for this platform", () => {
    expect(isInstalled(root)).toBe(true);
  });

  test.each([
    ["node_modules is missing", () => rmSync(join(root, "node_modules"), { recursive: true })],
    ["npm was interrupted", () => rmSync(join(root, "node_modules/.package-lock.json"))],
    ["the pinned Node is missing", () => rmSync(pinnedNode(root))],
    [
      "the lock file names another version",
      () => writeLock({ ...packages, "node_modules/a": { version: "2" } }),
    ],
    [
      "the lock file has another package",
      () => writeLock({ ...packages, "node_modules/b": { version: "1" } }),
    ],
  ])("is false when %s", (_, change) => {
    change();
    expect(isInstalled(root)).toBe(false);
  });
});

describe("fresh clone", () => {
  beforeEach(() =>
    cpSync(join(ROOT, "resources/scripts"), join(root, "resources/scripts"), { recursive: true }),
  );

  /** Stands in for npm, and writes its record. */
  const npm = `
    import { mkdirSync, writeFileSync } from "node:fs";
    mkdirSync("node_modules/node/bin", { recursive: true });
    writeFileSync("node_modules/node/bin/node", "#!/bin/sh\\necho the task runs: $*\\n", { mode: 0o755 });
    writeFileSync("node_modules/.package-lock.json", '${JSON.stringify({ packages: installed })}');`;

  const run = (task: string) =>
    runNode(root, ["resources/scripts/run.mjs", task], {
      npm_execpath: join(root, "npm", "npm-cli.js"),
      npm_node_execpath: process.execPath,
    });

  test("installs packages with the first task only", async () => {
    write("npm/npm-cli.js", npm);
    write("npm/package.json", '{"type":"module"}');
    const first = await run("check");
    expect(first.output).toMatch(/Installing packages[\s\S]*the task runs: .*check\.ts/);
    expect(await run("check")).toMatchObject({ code: 0, output: expect.not.stringContaining("Installing") });
  });

  test("reports an npm failure and runs nothing", async () => {
    write("npm/npm-cli.js", 'console.error("no network"); process.exit(1);');
    const { code, output } = await run("check");
    expect(code).toBe(1);
    expect(output).toMatch(/no network[\s\S]*The packages could not be installed/);
  });

  test("rejects an unknown task before installing", async () => {
    expect(await run("../evil")).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^There is no task/),
    });
  });
});
