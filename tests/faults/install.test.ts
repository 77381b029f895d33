import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isAlive } from "#db/embedded/lock.mjs";
import { installState, pinnedNode, wantedInstall } from "#scripts/install.mjs";
import { ROOT } from "#scripts/lib/paths.ts";
import { temporaryFolder, until } from "../support/database/database-holder.ts";
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

describe("an install that is broken off", () => {
  /** Stands for npm: starts an install script, writes both numbers, and installs once it may. */
  const standIn = `
    import { spawn } from "node:child_process";
    import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    appendFileSync("npm-runs", process.pid + " " + child.pid + "\\n");
    const wait = setInterval(() => {
      if (!existsSync("may-install")) return;
      clearInterval(wait);
      child.kill();
      mkdirSync("node_modules/node/bin", { recursive: true });
      mkdirSync("node_modules/a");
      mkdirSync("node_modules/for-here");
      writeFileSync("node_modules/node/bin/node", "#!/bin/sh\\necho the task runs\\n", { mode: 0o755 });
      writeFileSync("node_modules/a/package.json", '{"version":"1.0.0"}');
    }, 20);`;

  const started: ChildProcess[] = [];

  beforeEach(() => {
    for (const path of ["resources/scripts", "db/embedded"])
      cpSync(join(ROOT, path), join(root, path), { recursive: true });
    write("npm/npm-cli.js", standIn);
    write("npm/package.json", '{"type":"module"}');
  });

  afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
  });

  /** Starts the product as \`npm start\` does; a process group of its own, as a terminal gives it. */
  function start() {
    const child = spawn(process.execPath, ["resources/scripts/run.mjs", "start"], {
      cwd: root,
      env: {
        ...process.env,
        PORT: "0",
        HOST: "127.0.0.1",
        npm_execpath: join(root, "npm", "npm-cli.js"),
        npm_node_execpath: process.execPath,
        npm_lifecycle_event: undefined,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    started.push(child);
    const said = { text: "" };
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said.text += chunk;
      });
    return { child, said, gone: once(child, "close") };
  }

  const runs = () => {
    const file = join(root, "npm-runs");
    if (!existsSync(file)) return [];
    // whole ones: the file is there before its first line
    const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    return lines.map((line) => line.split(" ").map((pid) => ({ pid: Number(pid) })));
  };

  test.each([
    ["Ctrl-C", (child: ChildProcess) => process.kill(-(child.pid ?? 0), "SIGINT")],
    ["a signal", (child: ChildProcess) => child.kill("SIGTERM")],
    ["kill -9", (child: ChildProcess) => child.kill("SIGKILL")],
  ])("by %s ends npm and what npm started, and the next start goes on", async (_, end) => {
    const first = start();
    await until(() => runs().length === 1);
    end(first.child);
    await first.gone;
    await until(() => !(runs()[0] ?? []).some(isAlive));

    write("may-install", "");
    const second = start();
    expect(await second.gone).toEqual([0, null]);
    expect(second.said.text).toContain("the task runs");
    expect(runs()).toHaveLength(2);
    expect(installState(root)).toBe("current");
  });

  test("of two starts one installs, and the other waits for it", async () => {
    const both = [start(), start()];
    await until(() => runs().length === 1 && both.some(({ said }) => /Waiting for process/.test(said.text)));
    write("may-install", "");
    for (const { gone, said } of both) {
      expect(await gone).toEqual([0, null]);
      expect(said.text).toContain("the task runs");
    }
    expect(runs()).toHaveLength(1);
  });

  test("leaves no record that says it went through", async () => {
    write("node_modules/.visitor-install", wantedInstall(root));
    writeInstalled(packages);
    const first = start();
    await until(() => runs().length === 1);
    // What npm had brought by then looks whole.
    mkdirSync(dirname(pinnedNode(root)), { recursive: true });
    writeFileSync(pinnedNode(root), "");
    write("node_modules/a/package.json", JSON.stringify({ version: "1.0.0" }));
    first.child.kill("SIGKILL");
    await first.gone;
    expect(installState(root)).toBe("outdated");
  });
});
