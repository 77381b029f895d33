/** Debian's packages, for what tests need of a machine. */
import { spawnSync } from "node:child_process";

/** Whether packages can be installed: root, where there is apt-get. */
export const mayInstall = (): boolean =>
  process.getuid?.() === 0 && spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;

/** Installs packages; what fails is told. @param what "the browser tests" */
export function install(packages: readonly string[], what: string, log: (line: string) => void): void {
  log(`Installing ${packages.join(" and ")} for ${what}.`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, encoding: "utf8" } as const;
  const wait = ["-o", "DPkg::Lock::Timeout=300"];
  spawnSync("apt-get", [...wait, "update"], options);
  const done = spawnSync(
    "apt-get",
    [...wait, "install", "-y", "--no-install-recommends", ...packages],
    options,
  );
  if (done.status !== 0)
    log(`apt-get failed:\n${(done.stderr ?? "").trim().split("\n").slice(-5).join("\n")}`);
}
