/**
 * Task `package`: builds the desktop app and packages it into `release/`, for this system or the named ones.
 *   npm run package -- [--linux] [--win] [--mac] [--x64] [--arm64] [--dir] [--release]
 * `--dir` stops at the unpacked app. `--release` requires signatures and an update URL (desktop/builder.config.ts).
 */

import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Arch, build, type Configuration, Platform } from "electron-builder";
import { messageOf } from "#contract/thrown.ts";
import { builderConfig } from "../../desktop/builder.config.ts";
import packageJson from "../../package.json" with { type: "json" };
import { areIconsCurrent } from "./icons.ts";
import { ROOT } from "./lib/paths.ts";
import { buildPlayer } from "./lib/player.ts";
import { copyTemplates } from "./lib/policy-templates.ts";
import { runTool } from "./lib/tools.ts";

const PLATFORMS = { linux: Platform.LINUX, win: Platform.WINDOWS, mac: Platform.MAC } as const;
const ARCHS = { x64: Arch.x64, arm64: Arch.arm64 } as const;

export interface PackOptions {
  platforms: (keyof typeof PLATFORMS)[];
  archs: (keyof typeof ARCHS)[];
  /** only the unpacked app, no installers */
  dir: boolean;
}

/** Builds main, preload, renderer and the lobby's player. @param folder where to */
export async function buildDesktop(folder: string, options: { capture?: boolean } = {}): Promise<void> {
  const { code, output } = await runTool("electron-vite", ["build", "--outDir", folder], {
    ...options,
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) throw new Error(`${output}\nThe desktop app could not be built.`);
  await buildPlayer(folder, options);
}

/** Packages the build and adds the policy templates. @returns the paths of the packages */
export async function packDesktop(
  config: Configuration,
  { platforms, archs, dir }: PackOptions,
): Promise<string[]> {
  const targetArchs = archs.map((name) => ARCHS[name]);
  const targets = new Map(
    platforms.flatMap((name) => [...PLATFORMS[name].createTarget(dir ? "dir" : null, ...targetArchs)]),
  );
  const made = await build({ projectDir: ROOT, config, targets, publish: "never" });
  const output = resolve(ROOT, config.directories?.output ?? "release");
  return [...made, await copyTemplates(output, packageJson.version)];
}

function ownPlatform(): keyof typeof PLATFORMS {
  return process.platform === "darwin" ? "mac" : process.platform === "win32" ? "win" : "linux";
}

async function main(): Promise<void> {
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    options: { linux: flag, win: flag, mac: flag, x64: flag, arm64: flag, dir: flag, release: flag },
  });
  const named = (["linux", "win", "mac"] as const).filter((name) => values[name]);
  const platforms = named.length > 0 ? named : [ownPlatform()];
  const archs = (["x64", "arm64"] as const).filter((name) => values[name]);
  const config = builderConfig({ release: values.release, env: process.env, platforms });
  if (!areIconsCurrent()) throw new Error("The icons are older than their drawing: npm run icons.");
  await buildDesktop(join(ROOT, "dist", "desktop"));
  const made = await packDesktop(config, {
    platforms,
    archs: archs.length > 0 ? archs : [process.arch === "arm64" ? "arm64" : "x64"],
    dir: values.dir,
  });
  if (!config.publish) console.log("Without DESKTOP_UPDATE_URL: what was made never updates itself.");
  for (const path of made) console.log(path);
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
