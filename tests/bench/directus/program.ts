/**
 * Where the program of Directus is. It is no part of this project: neither its licence nor its weight belong here, so it is
 * installed into a folder of its own when the measurement is asked for.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmCommand } from "#scripts/install.mjs";

export const version = "12.4.0";

/** Of isolated-vm, which runs scripts of flows, Directus names a version that no Node from 24 on can build. */
const manifest = {
  private: true,
  dependencies: { directus: version },
  overrides: { "isolated-vm": "7.0.1" },
};

/** Not `directus/cli.js`, which first asks a registry for newer versions. */
const cliOf = (folder: string) => join(folder, "node_modules", "@directus", "api", "dist", "cli", "run.js");

/** No add-on has to be built: all come ready in packages. */
const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Takes the installation that `DIRECTUS_DIR` names, or that of an earlier run, or installs one.
 * @returns the script to run, or why there is none
 */
export async function directusProgram(): Promise<{ script: string } | { reason: string }> {
  const given = process.env.DIRECTUS_DIR;
  const folder = given ?? join(tmpdir(), `visitor-bench-directus-${version}`);
  const script = cliOf(folder);
  if (existsSync(script)) return { script };
  if (given) return { reason: `DIRECTUS_DIR names ${given}, where Directus is not installed` };
  console.log(`Installing Directus ${version} into ${folder}.`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const { command, args } = npmCommand();
  const npm = spawn(command, [...args, ...install], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const code = await once(npm, "exit").then(
    ([code]) => code,
    (error: Error) => error.message,
  );
  if (code !== 0) return { reason: `Directus ${version} could not be installed by npm (${code})` };
  return { script };
}
