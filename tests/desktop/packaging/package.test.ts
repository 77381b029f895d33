import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import type * as Asar from "@electron/asar";
import type * as Fuses from "@electron/fuses";
import { Target } from "electron-builder";
import { NtExecutable, NtExecutableResource } from "pe-library";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { packDesktop } from "#scripts/package.ts";
import { builderConfig } from "../../../desktop/builder.config.ts";
import { suiteFolder } from "../support/folder.ts";
import { stubRuntime } from "../support/stub-runtime.ts";

const require = createRequire(import.meta.url);
const asar: typeof Asar = require("@electron/asar");
const { getCurrentFuseWire, FuseV1Options }: typeof Fuses = require("@electron/fuses");

/** The digits in the program's row of fuses. */
const [disabled, enabled] = Buffer.from("01");

const folder = suiteFolder();

const packages = [
  { name: "Linux", platform: "linux", unpacked: "linux-unpacked", program: "visitor-desk" },
  { name: "Windows", platform: "win", unpacked: "win-unpacked", program: "Visitor Desk.exe" },
] as const;

/** app-update.yml is written only for such a target; a real installer needs tools from GitHub. */
class InstallerStandIn extends Target {
  outDir = folder;
  options = null;
  constructor() {
    super("nsis-stand-in");
  }
  async build() {}
}

/** Packs the built app, up to the installers, with stubs of Electron's program. */
beforeAll(async () => {
  const app = inject("desktopBuild");
  // files that must not be packed
  writeFileSync(join(app, ".env"), "SECRET=1");
  writeFileSync(join(app, "main/index.js.map"), "{}");
  mkdirSync(join(app, "tests"), { recursive: true });
  writeFileSync(join(app, "tests/some.test.js"), "");
  const env = {
    DESKTOP_UPDATE_URL: "https://visit.example.com/desktop/updates/",
    DESKTOP_PUBLISHER_NAME: "Example Inc.",
  };
  for (const { platform } of packages) {
    // electron-builder changes its configuration
    const config = builderConfig({ release: false, env });
    await packDesktop(
      {
        ...config,
        electronDist: stubRuntime(join(folder, `electron-${platform}`), platform),
        directories: { ...config.directories, app, output: join(folder, "out") },
        compression: "store",
        // signing needs a certificate
        win: { ...config.win, signAndEditExecutable: false },
        ...(platform === "win" && { beforePack: ({ targets }) => void targets.push(new InstallerStandIn()) }),
      },
      { platforms: [platform], archs: ["x64"], dir: true },
    );
  }
}, 120_000);

describe.each(packages)("the package for $name", ({ platform, ...paths }) => {
  const unpacked = join(folder, "out", paths.unpacked);
  const archive = join(unpacked, "resources/app.asar");
  const program = join(unpacked, paths.program);

  it("has its fuses set: Node's options are off, only the app's archive is loaded, cookies are encrypted", async () => {
    const fuses = await getCurrentFuseWire(program);
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
    const built = /^\/(?:renderer\/assets\/dist|player\/assets)\/[\w.-]+-[\w-]{8}\.(?:js|css|woff2|svg)$/;
    const main = /^\/main\/chunks\/main-[\w-]{8}\.js$/;
    expect(files.filter((path) => !built.test(path) && !main.test(path)).sort()).toEqual([
      ...["/main/index.js", "/package.json", "/player/did/worker.js", "/player/files.json"],
      ...["/player/pretendard-licence.txt", "/player/signage/index.html", "/preload/index.cjs"],
      ...["/renderer/console.html", "/renderer/files.json", "/renderer/index.html"],
      "/renderer/pretendard-licence.txt",
    ]);
    expect(files.filter((path) => built.test(path)).length).toBeGreaterThan(10);
    expect(existsSync(`${archive}.unpacked`)).toBe(false);
  });

  it("starts the built app, under its own name", () => {
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

  it("has the address of its updates", () => {
    const update = readFileSync(join(unpacked, "resources/app-update.yml"), "utf8");
    expect(update).toContain("provider: generic\nurl: https://visit.example.com/desktop/updates\n");
    // with it the updater compares signatures
    expect(update.includes("publisherName:\n  - Example Inc.")).toBe(platform === "win");
  });

  if (platform === "win")
    it("has the hash of its archive in its program", () => {
      const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(program)));
      const stored = entries.filter(({ type, id }) => type === "INTEGRITY" && id === "ELECTRONASAR");
      const { headerString } = asar.getRawHeader(archive);
      const value = createHash("sha256").update(headerString).digest("hex");
      expect(stored.map(({ bin }) => JSON.parse(Buffer.from(bin).toString()))).toEqual([
        [{ file: "resources\\app.asar", alg: "SHA256", value }],
      ]);
    });

  it("has Korean and English only", () => {
    expect(existsSync(join(unpacked, "locales/ko.pak"))).toBe(true);
    expect(existsSync(join(unpacked, "locales/de.pak"))).toBe(false);
  });
});

it("the policy templates are packed next to the installers", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const templates = join(folder, "out", `visitor-desk-${version}-policy`);
  for (const name of ["visitor-desk.admx", "ko-KR/visitor-desk.adml", "en-US/visitor-desk.adml"])
    expect(readFileSync(join(templates, name))).toEqual(readFileSync(join("resources/policy", name)));
  expect(existsSync(join(templates, "visitor-desk.mobileconfig"))).toBe(true);
});

it("the main process imports nothing but Electron and Node", () => {
  const folder = join(inject("desktopBuild"), "main");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const code = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  const imported = [
    ...code.matchAll(/\b(?:__require\w*|require|from|import) ?\(?"((?:node:)?[@a-z][\w@/.-]*)"/g),
  ];
  const names = [...new Set(imported.map(([, name = ""]) => name.replace(/^node:/, "")))];
  // with the updater
  expect(names).toEqual(expect.arrayContaining(["electron", "zlib", "child_process"]));
  expect(names.filter((name) => name !== "electron" && !builtinModules.includes(name))).toEqual([]);
});

it("the package contains nothing of the development server", () => {
  const main = readFileSync(join(inject("desktopBuild"), "main/index.js"), "utf8");
  expect(main).not.toContain("'self' 'unsafe-inline'");
  expect(main).not.toContain("ws://");
  expect(
    readFileSync(join(inject("desktopBuild"), "preload/index.cjs"), "utf8").match(/require\([^)]*\)/g),
  ).toEqual(['require("electron")']);
});
