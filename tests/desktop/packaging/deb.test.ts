/** The arguments with which electron-builder makes a deb; fpm, which comes from GitHub, is replaced by a script. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, Platform } from "electron-builder";
import { expect, inject, it, vi } from "vitest";
import { builderConfig } from "../../../desktop/builder.config.ts";
import type { Env } from "../../../desktop/signing.ts";
import { ownFolder } from "../support/folder.ts";
import { stubRuntime } from "../support/stub-runtime.ts";

const standIn = `#!/bin/sh
printf '%s\\n' "$@" > "$(dirname "$0")/args"
while [ "$1" != --package ]; do shift; done
: > "$2"
`;

async function packDeb(env: Env): Promise<string[]> {
  const folder = ownFolder();
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "visitor", version: "0.1.0" }));
  writeFileSync(join(folder, "fpm"), standIn, { mode: 0o755 });
  vi.stubEnv("CUSTOM_FPM_PATH", join(folder, "fpm"));
  const config = builderConfig({ release: false, env });
  try {
    await build({
      projectDir: project,
      targets: Platform.LINUX.createTarget("deb"),
      publish: "never",
      config: {
        ...config,
        electronDist: stubRuntime(join(folder, "electron"), "linux"),
        electronVersion: "45.4.1",
        linux: { ...config.linux, icon: join(process.cwd(), "resources/icons/desktop/png") },
        directories: { app: inject("desktopBuild"), output: join(folder, "out") },
        compression: "store",
      },
    });
  } finally {
    vi.unstubAllEnvs();
  }
  return readFileSync(join(folder, "args"), "utf8").split("\n");
}

it("a deb has a homepage and a maintainer without a Git remote", async () => {
  const args = await packDeb({});
  expect(args[args.indexOf("--url") + 1]).toBe("http://localhost");
  expect(args[args.indexOf("--maintainer") + 1]).toBe("The Visitor authors <visitor@localhost>");
}, 120_000);
