/** Installs the packages of package-lock.json. Plain JavaScript: it runs on Node 20, before anything is installed. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The Node the project is pinned to, inside node_modules. @param {string} root */
export const pinnedNode = (root) =>
  join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/** @param {string} file */
const packagesIn = (file) => JSON.parse(readFileSync(file, "utf8")).packages;

/** Compares npm's record of what it installed, which it writes at the end, with the lock file. @param {string} root */
export function isInstalled(root) {
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record) || !existsSync(pinnedNode(root))) return false;
  const installed = packagesIn(record);
  return Object.entries(packagesIn(join(root, "package-lock.json"))).every(
    ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
  );
}

/** The npm that called us, run by the Node that runs it: the one on the path may be about to be replaced. */
export function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli && node && basename(cli) === "npm-cli.js" && existsSync(cli)) return { command: node, args: [cli] };
  return { command: "npm", args: [] };
}

/** @param {string} root @throws where npm fails, after its own output */
export function ensureInstalled(root) {
  if (isInstalled(root)) return;
  console.error("Installing packages; this takes a minute or two.");
  const { command, args } = npmCommand();
  // tools are needed whatever NODE_ENV says, and so are install scripts: one of them brings Node itself
  const needed = ["--include=dev", "--include=optional", "--ignore-scripts=false", "--engine-strict=false"];
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync(command, [...args, "ci", ...needed, ...quiet], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: command === "npm" && process.platform === "win32",
  });
  if (status !== 0) throw new Error("The packages could not be installed; npm's error is above.");
  if (!isInstalled(root)) throw new Error("npm did not install what package-lock.json names.");
}
