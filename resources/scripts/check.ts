/** Task `check`: format, lint, import rules, types, unused code and texts. */
import { runTool } from "./lib/tools.ts";

// single-threaded: the steps fill the processors by themselves, and several checkers do much of the same work each.
// GOGC: the compiler, written in Go, takes a quarter less time where it collects its garbage less often, and 20 % more memory
const STEPS = [
  { name: "format and lint", tool: "biome", args: ["check"] },
  { name: "types", tool: "tsc", args: ["-p", ".", "--singleThreaded"] },
  { name: "types of the public site", tool: "tsc", args: ["-p", "web", "--singleThreaded"] },
  { name: "types of the desktop app", tool: "tsc", args: ["-p", "desktop", "--singleThreaded"] },
  {
    name: "import rules",
    tool: "depcruise",
    args: [
      ...["--config", ".dependency-cruiser.mjs", "--cache", "node_modules/.cache/dependency-cruiser"],
      ...["--cache-strategy", "content"],
      ...["api", "db", "desktop", "web", "resources"],
    ],
  },
  { name: "texts and SQL", tool: "sources", args: [] },
  { name: "unused files, exports and dependencies", tool: "knip", args: ["--no-progress", "--cache"] },
] as const;

/**
 * Runs all steps in parallel and prints the output of failed ones.
 * @returns the names of the steps that failed
 */
export async function check(): Promise<string[]> {
  const results = await Promise.all(
    STEPS.map(async ({ name, tool, args }) => {
      const began = Date.now();
      const { code, output } = await runTool(tool, [...args], { capture: true, env: { GOGC: "400" } });
      return { name, failed: code !== 0, output, seconds: (Date.now() - began) / 1000 };
    }),
  );
  for (const { name, failed, output, seconds } of results) {
    console.log(`${failed ? "FAILED" : "ok    "} ${name} (${seconds.toFixed(1)} s)`);
    if (failed) console.log(output);
  }
  return results.filter(({ failed }) => failed).map(({ name }) => name);
}

if (import.meta.main) process.exitCode = (await check()).length > 0 ? 1 : 0;
