import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { ROOT, SITE_DIR } from "#scripts/paths.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** folder of the built public site, for this run alone */
    publicSiteDir: string;
  }
}

/**
 * Builds the public site where it is stale. The tests get a copy: a build that somebody starts meanwhile takes
 * no files away.
 * @returns how to remove the copy
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const script = join(ROOT, "resources", "scripts", "build.ts");
  const build = spawn(process.execPath, [script, "--if-stale"], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: undefined },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(build, "close");
  if (code !== 0) throw new Error("The public site could not be built, so there is nothing to look at.");
  const copy = mkdtempSync(join(tmpdir(), "visitor-site-"));
  cpSync(SITE_DIR, copy, { recursive: true });
  project.provide("publicSiteDir", copy);
  return () => rmSync(copy, { recursive: true, force: true });
}
