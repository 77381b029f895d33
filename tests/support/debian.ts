/** Debian's packages, for what tests need of a machine. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { APT_INSTALL, APT_OPTIONS } from "#scripts/debian-packages.mjs";

/** Whether packages can be installed: root, where there is apt-get. */
export const mayInstall = (): boolean =>
  process.getuid?.() === 0 && spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;

const aptGet = (...args: readonly string[]) =>
  spawnSync("apt-get", [...APT_OPTIONS, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    encoding: "utf8",
  });

/** Installs packages; what fails is told. @param what "the browser tests" */
export function install(packages: readonly string[], what: string, log: (line: string) => void): void {
  log(`Installing ${packages.join(" and ")} for ${what}.`);
  const wanted = [...APT_INSTALL, ...packages];
  if (aptGet(...wanted).status === 0) return;
  // the lists of packages are not there yet, or too old
  aptGet("update");
  const done = aptGet(...wanted);
  if (done.status !== 0)
    log(`apt-get failed:\n${(done.stderr ?? "").trim().split("\n").slice(-5).join("\n")}`);
}

/**
 * Finds a program, or installs the package of its name where that is possible.
 * @param what "the pooler's tests"
 * @throws in CI, where there is none
 */
export function ensureProgram(
  name: string,
  what: string,
): { readonly path: string } | { readonly reason: string } {
  const places = ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map((folder) => `${folder}/${name}`);
  const installed = () => places.find((path) => existsSync(path));
  if (!installed() && mayInstall()) install([name], what, console.log);
  const path = installed();
  if (path !== undefined) return { path };
  const reason = `${name} is not installed, and only root can install it (apt-get install ${name})`;
  if (process.env.CI) throw new Error(reason);
  return { reason };
}
