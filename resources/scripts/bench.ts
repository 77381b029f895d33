/**
 * Task `bench`: measures calls against a bare server that does the same (tests/bench), and fails where a target is missed. Not
 * part of the tests.
 */
import { runScoped } from "./lib/lifecycle.ts";
import { runTool } from "./lib/tools.ts";

await runScoped(async ({ signal }) => {
  const args = ["run", "--config", "tests/bench/vitest.config.ts", ...process.argv.slice(2)];
  const { code } = await runTool("vitest", args, { signal, env: { NODE_ENV: "test" } });
  if (code !== 0) process.exit(1);
});
