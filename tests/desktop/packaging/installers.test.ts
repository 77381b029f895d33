/**
 * The installers for Linux, around the stand-in for Electron's program. electron-builder fetches the tools that make them
 * from GitHub; where that is out of reach, this is skipped.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { parseManifest } from "#api/features/desktop-updates/manifests.ts";
import { packDesktop } from "#scripts/package.ts";
import { releaseDesktop } from "#scripts/release.ts";
import { builderConfig } from "../../../desktop/builder.config.ts";
import { suiteFolder } from "../support/folder.ts";
import { stubRuntime } from "../support/stub-runtime.ts";

const tools = "https://github.com/electron-userland/electron-builder-binaries/releases";
const reachMs = 5_000;
const folder = suiteFolder();
const out = join(folder, "out");
let reason: string | undefined;

/** @returns why installers cannot be made here */
async function missing(): Promise<string | undefined> {
  if (process.platform !== "linux") return "installers for Linux are made on Linux";
  const reached = await fetch(tools, { method: "HEAD", signal: AbortSignal.timeout(reachMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
  return reached
    ? undefined
    : "electron-builder's tools for deb and AppImage cannot be fetched from github.com";
}

beforeAll(async () => {
  reason = await missing();
  if (reason) return;
  const config = builderConfig({
    release: false,
    env: { DESKTOP_UPDATE_URL: "https://visit.example.com/desktop/updates" },
  });
  await packDesktop(
    {
      ...config,
      electronDist: stubRuntime(join(folder, "electron"), "linux"),
      directories: { ...config.directories, app: inject("desktopBuild"), output: out },
      compression: "store",
    },
    { platforms: ["linux"], archs: ["x64"], dir: false },
  );
}, 300_000);

describe("the installers for Linux", () => {
  beforeEach((test) => {
    if (reason) test.skip(reason);
  });

  it("are a deb and an AppImage, named by the manifests of both channels", () => {
    const made = readdirSync(out).filter((name) => /\.(deb|AppImage)$/.test(name));
    expect(made).toHaveLength(2);
    for (const channel of ["latest", "beta"]) {
      const manifest = parseManifest(readFileSync(join(out, `${channel}-linux.yml`), "utf8"));
      expect(manifest?.files.map(({ name }) => name).sort()).toEqual(made.sort());
    }
  });

  it("are released as they were made", async () => {
    const placed = await releaseDesktop([out], join(folder, "offered"));
    expect(placed.slice(-2)).toEqual(["beta-linux.yml", "latest-linux.yml"]);
  });
});
