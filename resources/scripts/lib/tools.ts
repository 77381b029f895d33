import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./paths.ts";

/** Development tools, each a script of an installed package or of our own. */
const TOOLS = {
  biome: "node_modules/@biomejs/biome/bin/biome",
  depcruise: "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
  "electron-vite": "node_modules/electron-vite/bin/electron-vite.js",
  knip: "node_modules/knip/bin/knip.js",
  sources: "resources/scripts/lib/check-sources.ts",
  tsc: "node_modules/typescript/bin/tsc",
  vite: "node_modules/vite/bin/vite.js",
  vitest: "node_modules/vitest/vitest.mjs",
} as const;

export interface Outcome {
  code: number;
  /** what it printed; empty where it printed to our own output */
  output: string;
}

/**
 * Runs a tool with the current Node in the project folder.
 * @param options `capture`: collect what it prints instead of showing it; `signal`: ends it
 */
export function runTool(
  name: keyof typeof TOOLS,
  args: string[],
  options: { capture?: boolean; env?: NodeJS.ProcessEnv; signal?: AbortSignal } = {},
): Promise<Outcome> {
  const script = join(ROOT, TOOLS[name]);
  const out = options.capture ? "pipe" : "inherit";
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      ...(options.signal && { signal: options.signal }),
      stdio: ["ignore", out, out],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
