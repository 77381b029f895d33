/** Restoring a backup of demonstration data. */
import { randomBytes } from "node:crypto";
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { readEncryptedKeys } from "#db/backup/encrypted-keys.ts";
import { sumOf, verifyBackup } from "#db/backup/manifest.ts";
import { violatedRules } from "#db/checks.ts";
import { connect } from "#db/connection.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { databaseName } from "#scripts/lib/data-loss.ts";
import {
  backedUpSite,
  emptyTarget,
  passphrase,
  restoreInto,
  rowsByTable,
  schemaOf,
  task,
} from "../../support/database/backups.ts";
import { testDatabase } from "../../support/database/database.ts";

/** Rows that a careless copy would lose: new partitions, all bytes, characters escaped by COPY. */
async function addOddRows(db: Knex): Promise<void> {
  await db.raw("SELECT keep_access_log(current_date), keep_events(current_date)");
  const content = Buffer.concat([
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    randomBytes(3e5),
  ]);
  await db("logos").insert({ lang: "en", contentType: "image/png", content }).onConflict("lang").merge();
  const special = [
    "\\N",
    "\\.",
    "two\nlines\r\n",
    "\ttab\v\b\f",
    "back\\slash\\",
    "한글 😀 \u200d",
    " ",
    "\x01",
    "x".repeat(2e5),
  ];
  await db("configuration").update({ customerCompany: special.join("|") });
}

const { place, backup, filesDir, keys, env, db } = await backedUpSite(addOddRows);

function copyOfBackup(name: string): string {
  const copy = join(place, name);
  cpSync(backup, copy, { recursive: true });
  cpSync(`${backup}.keys`, `${copy}.keys`);
  return copy;
}

const differing = (one: Map<string, string[]>, other: Map<string, string[]>) =>
  [...one.keys()].filter((table) => one.get(table)?.join() !== other.get(table)?.join());

const isUntouched = async (target: Knex) =>
  (await target.raw("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")).rows.length === 0;

describe("backup restored into an empty database", () => {
  it("has every row, file, constraint and sequence, and its keys in the given file", {
    timeout: 60_000,
  }, async () => {
    const target = await emptyTarget();
    const keysTo = join(place, "restored.env");
    const restored = await task(
      "restore",
      ["--from", backup, "--keys-to", keysTo, "--without-erasure-register"],
      { DATABASE_URL: target.url, FILES_DIR: target.filesDir },
    );
    expect(restored.code, restored.output).toBe(0);
    expect(differing(await rowsByTable(db), await rowsByTable(target.db))).toEqual(["paused_jobs"]);
    expect(await schemaOf(target.db)).toEqual(await schemaOf(db));
    expect(await violatedRules(target.db)).toEqual([]);
    const { rows: sequences } = await db.raw("SELECT sequencename, last_value FROM pg_sequences ORDER BY 1");
    const own = (row: { sequencename: string }) => !/^(knex|changes|paused|sessions)/.test(row.sequencename);
    const { rows: targetRows } = await target.db.raw(
      "SELECT sequencename, last_value FROM pg_sequences ORDER BY 1",
    );
    expect(targetRows.filter(own)).toEqual(sequences.filter(own));
    const uploads = readdirSync(filesDir).filter((name) => /^[0-9a-f]{32}/.test(name));
    expect(uploads.length).toBeGreaterThan(0);
    for (const name of uploads)
      expect(await sumOf(join(target.filesDir, name))).toBe(await sumOf(join(filesDir, name)));
    expect(readFileSync(join(target.filesDir, "database-id"), "utf8")).toBe(
      readFileSync(join(filesDir, "database-id"), "utf8"),
    );
    expect(readFileSync(keysTo, "utf8")).toBe(
      `DATA_KEYS=${env.DATA_KEYS ?? ""}\nHASH_KEYS=${env.HASH_KEYS ?? ""}\n`,
    );
  });
});

describe("a backup is rejected", () => {
  it.each<[string, (copy: string) => void, RegExp]>([
    ["a file is missing", (copy) => rmSync(join(copy, "files"), { recursive: true }), /files\/.* is missing/],
    [
      "the manifest is changed",
      (copy) => appendFileSync(join(copy, "manifest.json"), " "),
      /manifest\.json has changed/,
    ],
    ["the checksums are missing", (copy) => rmSync(join(copy, "SHA256SUMS")), /no whole backup/],
  ])("when %s", async (name, damage, sentence) => {
    const copy = copyOfBackup(name.replaceAll(" ", "-"));
    damage(copy);
    await expect(verifyBackup(copy)).rejects.toThrow(sentence);
  });

  it("when its keys have changed", async () => {
    const { keys: sum } = await verifyBackup(backup);
    if (!sum) throw new Error("no keys");
    const changed = join(place, "changed.keys");
    writeFileSync(changed, `${readFileSync(`${backup}.keys`, "utf8")} `);
    await expect(readEncryptedKeys(changed, sum, passphrase)).rejects.toThrow(/damaged, or another backup's/);
  });
});

describe("a restore is refused", () => {
  let target: Awaited<ReturnType<typeof emptyTarget>>;
  beforeAll(async () => {
    target = await emptyTarget();
  });

  async function refused(
    folder: string,
    sentence: RegExp,
    { keysTo = "never.env", ...more }: NodeJS.ProcessEnv = {},
  ) {
    const { code, output } = await task(
      "restore",
      ["--from", folder, "--keys-to", join(place, keysTo), "--without-erasure-register"],
      { DATABASE_URL: target.url, FILES_DIR: target.filesDir, ...more },
    );
    expect(code, output).toBe(1);
    expect(output).toMatch(sentence);
    expect(output).not.toMatch(/\n\s+at /);
    expect(await isUntouched(target.db)).toBe(true);
  }

  it("when a table's file is truncated", async () => {
    const copy = copyOfBackup("truncated");
    writeFileSync(join(copy, "database/visits.copy.gz"), "cut");
    await refused(copy, /database\/visits\.copy\.gz has changed since it was written/);
  });

  it("when the key file exists or cannot be written; a restore that fails later leaves no key file", async () => {
    await refused(backup, /2026-03-10\.keys is there already/, { keysTo: "2026-03-10.keys" });
    await refused(backup, /keys cannot be written to .*none\/x\.env: ENOENT/, { keysTo: "none/x.env" });
    const { output } = await task("restore", ["--from", backup, "--keys-to", join(place, "never.env")], {
      ...{ DATABASE_URL: target.url, FILES_DIR: target.filesDir, ERASURE_REGISTER: "" },
    });
    expect(output).toContain("ERASURE_REGISTER is not set.");
    expect(readdirSync(place)).not.toContain("never.env");
  });

  it("with a wrong passphrase", async () => {
    await refused(backup, /The passphrase of the keys is wrong\./, {
      BACKUP_PASSPHRASE: "another passphrase",
    });
    expect(readdirSync(place)).not.toContain("never.env");
  });

  async function copyWith(name: string, change: (migrations: string[]) => void): Promise<string> {
    const copy = copyOfBackup(name);
    const path = join(copy, "manifest.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    change(manifest.migrations);
    manifest.version = "9.9.9";
    const before = await sumOf(path);
    writeFileSync(path, JSON.stringify(manifest));
    const sums = join(copy, "SHA256SUMS");
    writeFileSync(sums, readFileSync(sums, "utf8").replace(before, await sumOf(path)));
    return copy;
  }

  it("for a backup of a newer version", async () => {
    await refused(
      await copyWith("newer", (migrations) => migrations.push("29990101000000_later.ts")),
      /made by version 9\.9\.9, which is newer than this one .* install that version first/,
    );
  });

  it("for a backup from before the first release", async () => {
    await refused(
      await copyWith("unreleased", (migrations) => migrations.splice(0, 1, "20261120090000_search.ts")),
      /made by a version before the first release and cannot be restored/,
    );
  });

  it("over a database in use or without its name", async () => {
    const other = await testDatabase();
    const occupied = connect(other.url, { poolSize: 1 });
    await occupied("companies").insert({ name: "여기 있던 회사" });
    const into = { url: other.url, filesDir: join(place, "restored-files") };
    const run = (...argv: string[]) => restoreInto(into, backup, { cipher: new FieldCipher(keys), argv });
    await expect(run()).rejects.toThrow("Stop the servers first: 1 of their connections");
    await occupied.destroy();
    const consent = `--yes-lose-data=${databaseName(other.url)}`;
    await expect(run("--yes-lose-data=visitor")).rejects.toThrow(
      new RegExp(`table public\\.companies \\(1 row\\)[^]*${consent}`),
    );
    expect((await run(consent)).visits).toBeGreaterThan(0);
    await other.drop();
  }, 30_000);
});
