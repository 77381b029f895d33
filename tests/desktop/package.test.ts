import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import type * as Asar from "@electron/asar";
import type * as Fuses from "@electron/fuses";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { packDesktop } from "#scripts/package.ts";
import { builderConfig } from "../../desktop/builder.config.ts";
import { suiteFolder } from "./support/folder.ts";
import { stubRuntime } from "./support/stub-runtime.ts";

const require = createRequire(import.meta.url);
const asar: typeof Asar = require("@electron/asar");
const { getCurrentFuseWire, FuseV1Options }: typeof Fuses = require("@electron/fuses");

/** The digits in the program's row of fuses. */
const [disabled, enabled] = Buffer.from("01");

const folder = suiteFolder();
const unpacked = join(folder, "out/linux-unpacked");
const archive = join(unpacked, "resources/app.asar");

/** Packs the built app for Linux, up to the installers, around a program that only has Electron's fuses. */
beforeAll(async () => {
  const app = inject("desktopBuild");
  // what must never get in, lying where it might be picked up
  writeFileSync(join(app, ".env"), "SECRET=1");
  writeFileSync(join(app, "main/index.js.map"), "{}");
  mkdirSync(join(app, "tests"), { recursive: true });
  writeFileSync(join(app, "tests/some.test.js"), "");
  const config = builderConfig({
    release: false,
    env: { DESKTOP_UPDATE_URL: "https://visit.example.com/desktop/updates/" },
  });
  await packDesktop(
    {
      ...config,
      electronDist: stubRuntime(join(folder, "electron")),
      directories: { ...config.directories, app, output: join(folder, "out") },
      compression: "store",
    },
    { platforms: ["linux"], archs: ["x64"], dir: true },
  );
}, 120_000);

describe("the package for Linux, on a program that stands in for Electron's", () => {
  it("has its fuses set: no Node from outside, only our archive, cookies encrypted", async () => {
    const fuses = await getCurrentFuseWire(join(unpacked, "visitor-desk"));
    const state = (fuse: number) => fuses[fuse as keyof typeof fuses];
    for (const off of [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ])
      expect(state(off), FuseV1Options[off]).toBe(disabled);
    for (const on of [
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
    ])
      expect(state(on), FuseV1Options[on]).toBe(enabled);
  });

  it("holds the built files and nothing else: no sources, maps, tests, packages or settings", () => {
    const files = asar.listPackage(archive, { isPack: false }).filter((path) => /\.\w+$/.test(path));
    const built = /^\/renderer\/assets\/dist\/[\w.-]+-[\w-]{8}\.(?:js|css|woff2|svg)$/;
    const main = /^\/main\/chunks\/main-[\w-]{8}\.js$/;
    expect(files.filter((path) => !built.test(path) && !main.test(path)).sort()).toEqual([
      "/main/index.js",
      "/package.json",
      "/preload/index.cjs",
      "/renderer/console.html",
      "/renderer/files.json",
      "/renderer/index.html",
    ]);
    expect(files.filter((path) => built.test(path)).length).toBeGreaterThan(10);
    expect(existsSync(`${archive}.unpacked`)).toBe(false);
  });

  it("starts what was built, under its own name", () => {
    const packed = JSON.parse(asar.extractFile(archive, "package.json").toString());
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(packed).toMatchObject({
      name: "visitor-desk",
      productName: "Visitor Desk",
      version,
      main: "main/index.js",
    });
    expect(packed).not.toHaveProperty("dependencies");
    expect(asar.extractFile(archive, "main/index.js").toString()).not.toContain("sourceMappingURL");
  });

  it("looks for updates where it was told to", () => {
    const update = readFileSync(join(unpacked, "resources/app-update.yml"), "utf8");
    expect(update).toContain("provider: generic\nurl: https://visit.example.com/desktop/updates\n");
  });

  it("brings Korean and English only", () => {
    expect(existsSync(join(unpacked, "locales/ko.pak"))).toBe(true);
    expect(existsSync(join(unpacked, "locales/de.pak"))).toBe(false);
  });
});

it("the main process is bundled whole: it asks for nothing but Electron and Node", () => {
  const folder = join(inject("desktopBuild"), "main");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const code = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  const asked = [
    ...code.matchAll(/\b(?:__require\w*|require|from|import) ?\(?"((?:node:)?[@a-z][\w@/.-]*)"/g),
  ];
  const names = [...new Set(asked.map(([, name = ""]) => name.replace(/^node:/, "")))];
  // the updater is among them, and with it what it asks for
  expect(names).toEqual(expect.arrayContaining(["electron", "zlib", "child_process"]));
  expect(names.filter((name) => name !== "electron" && !builtinModules.includes(name))).toEqual([]);
});

it("development leaves no trace in what is packaged", () => {
  const main = readFileSync(join(inject("desktopBuild"), "main/index.js"), "utf8");
  expect(main).not.toContain("'self' 'unsafe-inline'");
  expect(main).not.toContain("ws://");
  expect(
    readFileSync(join(inject("desktopBuild"), "preload/index.cjs"), "utf8").match(/require\([^)]*\)/g),
  ).toEqual(['require("electron")']);
});
