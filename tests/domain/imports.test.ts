import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const allowed = [
  ["api/contract", "zod/mini"],
  ["api/contract", "./phone.ts"],
  ["db/models", "#contract/phone.ts"],
  ["api/features/visits", "#db/connection.ts"],
  ["web/lib", "#contract/phone.ts"],
  ["web/lib", "#i18n/ko.json"],
  ["desktop/renderer/console/lib", "../../../ipc.ts"],
  ["desktop/main", "node:fs"],
  ["web/lib", "#browser/language.ts"],
  ["desktop/renderer/console/lib", "#browser/language.ts"],
  ["desktop/renderer/console/lib", "../../shared/desktop-app.ts"],
  ["desktop/renderer/connection", "../shared/desktop-app.ts"],
  ["resources/browser", "#contract/dates.ts"],
  ["resources/browser", "react"],
] as const;

const forbidden = [
  ["api/contract", "zod"],
  ["api/contract", "node:fs"],
  ["api/contract", "#db/connection.ts"],
  ["api/contract", "../log.ts"],
  ["db/models", "#api/log.ts"],
  ["db/models", "../../api/log.ts"],
  ["api/features/visits", "react"],
  ["web/lib", "#api/log.ts"],
  ["web/lib", "../../api/log.ts"],
  ["web/lib", "#db/connection.ts"],
  ["web/lib", "../../desktop/ipc.ts"],
  ["desktop/main", "../../web/lib/call.ts"],
  ["desktop/main", "#api/log.ts"],
  ["desktop/renderer/console/lib", "#api/log.ts"],
  ["desktop/renderer/console/lib", "node:fs"],
  ["desktop/renderer/console/lib", "electron"],
  ["desktop/renderer/console/lib", "../../../main/log.ts"],
  ["desktop/renderer/console/lib", "../../connection/texts.ts"],
  ["desktop/renderer/connection", "../console/lib/api.ts"],
  ["desktop/renderer/shared", "../console/lib/api.ts"],
  ["api/domain", "#browser/language.ts"],
  ["api/contract", "#browser/language.ts"],
  ["db/models", "#browser/language.ts"],
  ["resources/scripts", "#browser/language.ts"],
  ["resources/browser", "../../web/lib/call.ts"],
  ["resources/browser", "#api/log.ts"],
] as const;

const cases = [...allowed, ...forbidden];
const fileOf = (pair: (typeof cases)[number]) => `${pair[0]}/case-${cases.indexOf(pair)}.ts`;

let folder: string;
let report: string;

/** Lints every import as if it stood in a file of its folder. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "imports-"));
  const { overrides } = JSON.parse(readFileSync("biome.json", "utf8"));
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ overrides }));
  for (const pair of cases) {
    const file = join(folder, fileOf(pair));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import x from "${pair[1]}";\n\nexport default x;\n`);
  }
  const biome = resolve("node_modules/@biomejs/biome/bin/biome");
  const { stdout } = spawnSync(
    process.execPath,
    [biome, "lint", "--only=style/noRestrictedImports", "--reporter=json", "--max-diagnostics=none"],
    { cwd: folder, encoding: "utf8" },
  );
  report = stdout;
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("imports go one way", () => {
  it.each(allowed)("%s may import %s", (...pair) => {
    const found = allowed.find(([place, from]) => place === pair[0] && from === pair[1]);
    expect(found && report.includes(fileOf(found))).toBe(false);
  });

  it.each(forbidden)("%s may not import %s", (...pair) => {
    const found = forbidden.find(([place, from]) => place === pair[0] && from === pair[1]);
    expect(found && report.includes(fileOf(found))).toBe(true);
  });
});
