import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { installState, pinnedNode, wantedInstall } from "#scripts/install.mjs";
import { ROOT } from "#scripts/lib/paths.ts";
import { temporaryFolder } from "../support/database/database-holder.ts";
import { runNode } from "../support/run-node.ts";

let folder: ReturnType<typeof temporaryFolder>;
let root: string;

const packages = {
  "": { name: "x" },
  "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
  "node_modules/for-here": {
    version: "1.0.0",
    integrity: "sha512-h",
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
  },
  "node_modules/for-others": { version: "1.0.0", integrity: "sha512-o", optional: true, os: ["plan9"] },
};
type Packages = Record<string, object>;

const write = (path: string, content: string) => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};
const writeLock = (content: Packages) => write("package-lock.json", JSON.stringify({ packages: content }));
const writeInstalled = (content: Packages) =>
  write("node_modules/.package-lock.json", JSON.stringify({ packages: content }));

beforeEach(() => {
  folder = temporaryFolder();
  root = folder.path;
  writeLock(packages);
});

afterEach(() => folder.remove());

describe("whether to install", () => {
  const { "": _root, "node_modules/for-others": _others, ...installed } = packages;

  beforeEach(() => {
    mkdirSync(dirname(pinnedNode(root)), { recursive: true });
    writeFileSync(pinnedNode(root), "");
    writeInstalled(installed);
    write("node_modules/a/package.json", JSON.stringify({ version: "1.0.0" }));
  });

  test("nothing where the record fits the lock file", () => {
    write("node_modules/.visitor-install", wantedInstall(root));
    expect(installState(root)).toBe("current");
  });

  test.each([
    ["is gone", () => rmSync(join(root, "node_modules/a"), { recursive: true })],
    ["is half written", () => write("node_modules/a/package.json", "{")],
    [
      "is of another version",
      () => write("node_modules/a/package.json", JSON.stringify({ version: "0.9.0" })),
    ],
  ])("again where a package %s although the records fit", (_, spoil) => {
    write("node_modules/.visitor-install", wantedInstall(root));
    spoil();
    expect(installState(root)).toBe("outdated");
  });

  test("everything where there is nothing", () => {
    rmSync(join(root, "node_modules"), { recursive: true });
    expect(installState(root)).toBe("missing");
  });

  test("everything where an install was interrupted before it was recorded", () => {
    rmSync(join(root, "node_modules", ".package-lock.json"));
    expect(installState(root)).toBe("outdated");
  });

  test("only the record where npm itself has brought what the lock file names", () => {
    write("node_modules/.visitor-install", "of before");
    expect(installState(root)).toBe("unrecorded");
  });

  test("again where the lock file names another version", () => {
    write("node_modules/.visitor-install", wantedInstall(root));
    writeLock({ ...packages, "node_modules/a": { ...packages["node_modules/a"], version: "1.0.1" } });
    expect(installState(root)).toBe("outdated");
  });

  test("again where the lock file names one more, or tools were left out", () => {
    writeLock({ ...packages, "node_modules/b": { version: "2.0.0" } });
    expect(installState(root)).toBe("outdated");
  });

  test("again where the folder comes from another system", () => {
    const { "node_modules/for-here": _here, ...elsewhere } = installed;
    writeInstalled(elsewhere);
    expect(installState(root)).toBe("outdated");
  });
});

describe("a fresh clone", () => {
  beforeEach(() => {
    for (const path of ["resources/scripts", "db/embedded"]) {
      cpSync(join(ROOT, path), join(root, path), { recursive: true });
    }
  });

  test("hears of a taken port before anything is installed", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    try {
      const run = await runNode(root, ["resources/scripts/run.mjs", "start"], {
        PORT: String(port),
        // nothing could be installed from there
        npm_config_registry: "http://127.0.0.1:9",
      });
      expect(run.code).toBe(1);
      expect(run.output).toContain(`Port ${port} is taken`);
      expect(run.output).toContain(`PORT=${port + 1} npm start`);
      expect(run.output).not.toContain("Installing");
    } finally {
      server.close();
    }
  });

  test("says that there is no such task before anything is installed", async () => {
    const run = await runNode(root, ["resources/scripts/run.mjs", "../evil"], {});
    expect(run).toMatchObject({ code: 1, output: expect.stringContaining('no task "../evil"') });
  });
});
