/**
 * Task `test`: the check and the tests of every change. Arguments go to vitest (`npm test -- tests/db`); with
 * arguments the check is skipped. `--full` adds the tests tagged `full`, without other browser engines where `--no-engines`
 * is given. The last line has the totals.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "./check.ts";
import { runScoped } from "./lib/lifecycle.ts";
import { lastLine, leftOutLine, problems, type TestSummary } from "./lib/test-summary.ts";
import { runTool } from "./lib/tools.ts";

const options = ["--full", "--no-engines"];
const args = process.argv.slice(2).filter((arg) => !options.includes(arg));
/** The tag of tests that are left out. */
const leftOut = !process.argv.includes("--full")
  ? "full"
  : process.argv.includes("--no-engines")
    ? "engines"
    : undefined;

const MEMORY_FOLDER = "/dev/shm";
/** Bytes that must be free: a run's databases take up to 2 GB. */
const MIN_FREE_BYTES = 4_000_000_000;

/** Makes a folder in memory for the databases of a whole run. @returns undefined without enough memory */
function folderInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize < MIN_FREE_BYTES || freemem() < MIN_FREE_BYTES) return undefined;
    const folder = mkdtempSync(join(MEMORY_FOLDER, "visitor-test-"));
    // accessible for PostgreSQL's user
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return undefined;
  }
}

/** Runs vitest until it ends or is aborted. @returns with the reporter's `summary`, undefined if it wrote none */
async function runTests(signal: AbortSignal): Promise<{ code: number; summary: TestSummary | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), "visitor-test-"));
  const file = join(folder, "summary.json");
  // a partial run, often repeated, reuses the database of the last one
  const memory = args.length > 0 ? undefined : folderInMemory();
  try {
    const reporter = join(import.meta.dirname, "lib/test-reporter.ts");
    const { code } = await runTool(
      "vitest",
      [
        "run",
        "--reporter=default",
        `--reporter=${reporter}`,
        ...(leftOut ? [`--tags-filter=!${leftOut}`] : []),
        ...args,
      ],
      {
        signal,
        env: {
          NODE_ENV: "test",
          // without a locale browsers and LibreOffice cannot read Korean file names
          ...(process.platform === "linux" && { LC_ALL: "C.UTF-8" }),
          TEST_SUMMARY: file,
          ...(memory && { TEST_DATA_DIR: memory }),
          // hundreds of processes load the same modules; it goes with the run, which knows many copies of the project
          NODE_COMPILE_CACHE: join(folder, "compile-cache"),
          ...(leftOut && { TEST_LEFT_OUT: leftOut }),
        },
      },
    );
    const summary = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    return { code, summary };
  } finally {
    for (const made of [folder, memory]) if (made) rmSync(made, { recursive: true, force: true });
  }
}

await runScoped(async ({ signal }) => {
  // at the same time: building and making a database first leave a processor free
  const [failedSteps, { code, summary }] = await Promise.all([
    args.length > 0 ? [] : check(),
    runTests(signal),
  ]);
  const found = problems(failedSteps, code, summary);
  if (summary?.leftOut) console.log(`\n${leftOutLine(summary.leftOut, leftOut, args)}`);
  for (const { reason, tests } of summary?.skipped ?? []) {
    console.log(`\nSKIPPED ${tests.length}: ${reason}`);
    for (const test of tests) console.log(`  ${test}`);
  }
  for (const test of summary?.flaky ?? []) console.log(`\nFLAKY, passed when tried again: ${test}`);
  console.log("");
  for (const problem of found) console.log(`FAILED ${problem}`);
  console.log(lastLine(found.length, summary));
  if (found.length > 0 || !summary?.passed) process.exit(1);
});
