/** docs/deploy-desktop.md and docs/build-desktop.md, compared with the code. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { builderConfig } from "../../../desktop/builder.config.ts";
import { appId } from "../../../desktop/main/app-id.ts";
import { managedFiles } from "../../../desktop/main/policy/managed-preferences.ts";
import { registryNames } from "../../../desktop/main/policy/registry.ts";

const require = createRequire(import.meta.url);
const guide = readFileSync("docs/deploy-desktop.md", "utf8");
const buildGuide = readFileSync("docs/build-desktop.md", "utf8");
const { version } = require("electron/package.json");

/** All the code of a package, as it is installed. */
function codeOf(name: string): string {
  const folder = join(dirname(require.resolve(`${name}/package.json`)), "out");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".js"),
  );
  return files.map((path) => readFileSync(join(folder, path), "utf8")).join("\n");
}

describe("the guide for IT", () => {
  it("names every setting of the policy, in all spellings", () => {
    for (const [value, point] of Object.entries(registryNames))
      expect(guide).toContain(`| \`${point}\` | \`${value}\` |`);
    expect(guide).toContain(managedFiles("").computer);
  });

  it("names every variable that a build reads", () => {
    const code = ["builder.config.ts", "signing.ts"].map((name) =>
      readFileSync(join("desktop", name), "utf8"),
    );
    const names = new Set(code.join("\n").match(/\b(?:DESKTOP|APPLE)(?:_[A-Z]+)+\b/g));
    expect(names.size).toBeGreaterThan(12);
    expect([...names].filter((name) => !buildGuide.includes(`${name}`))).toEqual([]);
  });

  it("names no variable that electron-builder does not read", () => {
    const code = codeOf("app-builder-lib") + codeOf("builder-util");
    const names = new Set(buildGuide.match(/\b(?:WIN_CSC|CSC|APPLE|ELECTRON_BUILDER)_[A-Z_]+\b/g));
    expect(names.size).toBeGreaterThan(12);
    expect([...names].filter((name) => !code.includes(name))).toEqual([]);
  });

  it("has the ids of the program on Windows and macOS", () => {
    const { UUID } = require("builder-util-runtime");
    const nsis = UUID.v5(appId, UUID.parse("50e065bc-3134-11e6-9bab-38c9862bdaf3"));
    const { msi } = builderConfig({ release: false, env: {} });
    expect(guide).toContain(`Uninstall\\${nsis}'`);
    expect(guide).toContain(`| upgrade code | \`{${msi?.upgradeCode}}\``);
    expect(guide).toContain(`pkgutil --pkg-info ${appId} `);
  });

  it("lists the downloaded tools with the installed versions", () => {
    const code = codeOf("app-builder-lib") + codeOf("dmg-builder");
    const table = buildGuide.slice(buildGuide.indexOf("### What a build machine downloads"));
    const paths = [...table.matchAll(/`([\w.@-]+)\/([\w.-]+\.(?:7z|tar\.gz))`/g)];
    expect(paths.length).toBeGreaterThan(7);
    for (const [, release = "", file = ""] of paths) {
      expect(code).toContain(release);
      // one of them is put together by architecture
      expect(code.includes(file) || code.includes(file.replace("-arm64-", `-\${arch}-`)), file).toBe(true);
    }
    expect(table).toContain(`v${version}/electron-v${version}-win32-x64.zip`);
    expect(table).toContain(`SHASUMS256.txt-${version}`);
  });
});
