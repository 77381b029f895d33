import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import { lastLine, leftOutLine, problems } from "#scripts/lib/test-summary.ts";

let started: ChildProcess | undefined;

afterEach(() => started?.kill("SIGKILL"));

/** Starts a scope in a process of its own, under the body given; its output as lines. */
function scope(body: string) {
  const code = `
    import { runScoped, untilAborted } from ${JSON.stringify(import.meta.resolve("#scripts/lib/lifecycle.ts"))};
    await runScoped(async (scope) => { ${body} });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  started = child;
  const lines: string[] = [];
  const reader = createInterface(child.stdout as NodeJS.ReadableStream);
  reader.on("line", (line) => lines.push(line));
  // "close" is not sent after a disconnect
  const closed = Promise.all([once(child, "exit"), once(reader, "close")]).then(
    ([[code]]) => code as number | null,
  );
  const untilLogged = async (line: string) => {
    while (!lines.includes(line)) await once(reader, "line");
  };
  return { child, lines, closed, untilLogged };
}

const opened = `
  scope.defer(async () => console.log("database down"), () => console.log("database forced"));
  scope.defer(async () => console.log("server down"), () => console.log("server forced"));`;

test("resources are closed in reverse order after an error", async () => {
  const { lines, closed } = scope(`${opened} throw new Error("no luck");`);
  expect(await closed).toBe(1);
  expect(lines).toEqual(["server down", "database down"]);
});

test("simultaneous signals count as one request to stop", async () => {
  const { child, lines, closed, untilLogged } = scope(`${opened}
    scope.defer(() => new Promise((resolve) => setTimeout(resolve, 300)));
    console.log("up");
    await untilAborted(scope.signal);`);
  await untilLogged("up");
  child.kill("SIGINT");
  await untilLogged("Stopping. Once more to force it.");
  child.kill("SIGINT");
  child.kill("SIGTERM");
  expect(await closed).toBe(0);
  expect(lines.slice(-2)).toEqual(["server down", "database down"]);
});

test("a second signal forces the stop", async () => {
  const { child, lines, closed, untilLogged } = scope(`${opened}
    scope.defer(async () => { console.log("hanging"); await new Promise((resolve) => setTimeout(resolve, 60_000)); });
    console.log("up");
    await untilAborted(scope.signal);`);
  await untilLogged("up");
  child.kill("SIGINT");
  await untilLogged("hanging");
  // signals within half a second count as one, so it is repeated
  const again = setInterval(() => child.kill("SIGINT"), 50);
  expect(await closed).toBe(1);
  clearInterval(again);
  expect(lines.slice(-2)).toEqual(["server forced", "database forced"]);
});

test("a process ends when its parent dies", async () => {
  const { child, lines, closed, untilLogged } = scope(
    `${opened} console.log("up"); await untilAborted(scope.signal);`,
  );
  await untilLogged("up");
  child.disconnect();
  expect(await closed).toBe(0);
  expect(lines.slice(-2)).toEqual(["server down", "database down"]);
});

test("the summary of a test run counts failed check steps and missing results as failures", () => {
  const summary = {
    passed: 3,
    failed: ["a"],
    skipped: [{ reason: "no browser", tests: ["b", "c"] }],
    flaky: [],
    leftOut: 4,
  };
  const found = problems(["types"], 1, summary);
  expect(found).toEqual(["check: types", "a"]);
  expect(lastLine(found.length, summary)).toBe("3 passed, 2 failed, 2 skipped");
  expect(problems([], 1, { ...summary, failed: [] })).toHaveLength(1);
  expect(problems([], 0, undefined)).toHaveLength(1);
  expect(lastLine(1, undefined)).toBe("0 passed, 1 failed, 0 skipped");
});

test("a test run says how the tests that it left out run", () => {
  expect(leftOutLine(4, "full", [])).toBe("4 more tests run with `npm run test:full`.");
  expect(leftOutLine(4, "full", ["a.test.ts"])).toContain("`npm run test:full -- a.test.ts`");
  expect(leftOutLine(4, "engines", [])).toBe("4 tests tagged `engines` were left out.");
});
