/** `npm run backup` and `npm run restore` on the demonstration's data, quiet and under load. */
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeBackup } from "#db/backup/dump.ts";
import { sumOf, verifyBackup } from "#db/backup/manifest.ts";
import { violatedRules } from "#db/checks.ts";
import { connect } from "#db/connection.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { formatKeys, keysFromFolder, makeKeys, parseKeys } from "#db/field-keys.ts";
import { createFolder } from "#db/files/folder.ts";
import { seedDemonstration } from "#db/seeds/demonstration.ts";
import { databaseName } from "#scripts/lib/data-loss.ts";
import {
  emptyTarget,
  passphrase,
  rowsByTable,
  schemaOf,
  task,
  temporaryFolder,
} from "../../support/database/backups.ts";
import { type TestDatabase, testDatabase } from "../../support/database/database.ts";

const place = temporaryFolder();
const backup = join(place, "2026-03-10");
const filesDir = join(place, "files");
const keysDir = join(place, "keys");
let source: TestDatabase;
let db: Knex;
let env: NodeJS.ProcessEnv;
let said: { code: number | null; output: string };

/** Rows that a careless copy would lose: new months of the logs, every byte, characters that COPY escapes. */
async function addOddRows(db: Knex): Promise<void> {
  await db.raw("SELECT keep_access_log(current_date), keep_events(current_date)");
  const content = Buffer.concat([
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    randomBytes(3e5),
  ]);
  await db("logos").insert({ lang: "en", contentType: "image/png", content }).onConflict("lang").merge();
  const odd = [
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
  await db("configuration").update({ customerCompany: odd.join("|") });
}

beforeAll(async () => {
  source = await testDatabase();
  db = connect(source.url, { poolSize: 4, isLimited: false });
  makeKeys(keysDir);
  await seedDemonstration(source.url, keysDir, new Date(), createFolder(filesDir));
  await addOddRows(db);
  const { data, hash } = keysFromFolder(keysDir);
  env = {
    DATABASE_URL: source.url,
    FILES_DIR: filesDir,
    DATA_KEYS: formatKeys(data),
    HASH_KEYS: formatKeys(hash),
  };
  said = await task("backup", ["--to", backup], env);
}, 120_000);
afterAll(async () => {
  await db.destroy();
  await source.drop();
});

/** A copy of the backup, to be damaged. */
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
    expect(said.code, said.output).toBe(0);
    expect(said.output).toMatch(/holds \d+ rows and \d+ files .* was read back/);
    expect(said.output).not.toContain("Not so:");
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
    const { rows: there } = await target.db.raw(
      "SELECT sequencename, last_value FROM pg_sequences ORDER BY 1",
    );
    expect(there.filter(own)).toEqual(sequences.filter(own));
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

  it("stores the keys in a separate file, encrypted with the passphrase", () => {
    const encrypted = readFileSync(`${backup}.keys`, "utf8");
    for (const secret of [env.DATA_KEYS, env.HASH_KEYS])
      expect(encrypted).not.toContain(secret?.split(":")[1]);
    expect(readdirSync(backup).sort()).toEqual(["SHA256SUMS", "database", "files", "manifest.json"]);
  });
});

describe("backup or restore is refused", () => {
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

  it.each<[string, (folder: string) => void, RegExp]>([
    [
      "a table's file is truncated",
      (folder) => writeFileSync(join(folder, "database/visits.copy.gz"), "cut"),
      /database\/visits\.copy\.gz has changed since it was written/,
    ],
    [
      "a file is missing",
      (folder) => rmSync(join(folder, "files"), { recursive: true }),
      /files\/.* is missing/,
    ],
    [
      "the manifest is changed",
      (folder) => appendFileSync(join(folder, "manifest.json"), " "),
      /manifest\.json has changed/,
    ],
    ["the checksums are missing", (folder) => rmSync(join(folder, "SHA256SUMS")), /no whole backup/],
  ])("when %s", async (name, damage, sentence) => {
    const copy = copyOfBackup(name.replaceAll(" ", "-"));
    damage(copy);
    await expect(verifyBackup(copy)).rejects.toThrow(sentence);
  });

  it("with a sentence when the backup is damaged", async () => {
    const copy = copyOfBackup("cut");
    rmSync(join(copy, "SHA256SUMS"));
    await refused(copy, /no whole backup/);
  });

  it("when the key file cannot be written or exists; a restore that fails later leaves no key file", async () => {
    await refused(backup, /keys cannot be written to .*none\/x\.env: ENOENT/, { keysTo: "none/x.env" });
    await refused(backup, /2026-03-10\.keys is there already/, { keysTo: "2026-03-10.keys" });
    const { output } = await task("restore", ["--from", backup, "--keys-to", join(place, "never.env")], {
      ...{
        DATABASE_URL: target.url,
        FILES_DIR: target.filesDir,
        ERASURE_REGISTER: join(place, "none.jsonl"),
      },
    });
    expect(output).toContain("There is no register");
    expect(existsSync(join(place, "never.env"))).toBe(false);
  });

  it("with a wrong passphrase or another backup's keys", async () => {
    await refused(backup, /The passphrase of the keys is wrong\./, {
      BACKUP_PASSPHRASE: "another passphrase",
    });
    const copy = copyOfBackup("other-keys");
    appendFileSync(`${copy}.keys`, " ");
    await refused(copy, /damaged, or another backup's/);
    expect(existsSync(join(place, "never.env"))).toBe(false);
  });

  /** A copy whose manifest names other migrations. */
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
    const there = connect(other.url, { poolSize: 1 });
    await there("companies").insert({ name: "여기 있던 회사" });
    const run = (...more: string[]) =>
      task("restore", ["--from", backup, "--without-erasure-register", ...more], {
        ...env,
        DATABASE_URL: other.url,
        FILES_DIR: join(temporaryFolder(), "files"),
      });
    expect((await run()).output).toContain("Stop the servers first: 1 of their connections");
    await there.destroy();
    const { code, output } = await run("--yes-lose-data=visitor");
    expect(code).toBe(1);
    expect(output).toContain("table public.companies (1 row)");
    const consent = `--yes-lose-data=${databaseName(other.url)}`;
    expect(output).toContain(consent);
    const done = await run(consent);
    expect(done.code, done.output).toBe(0);
    await other.drop();
  }, 60_000);

  it("when the backup cannot be read back, and its files are removed", async () => {
    const folder = join(place, "unreadable");
    const one = connect(source.url, { poolSize: 1, isLimited: false });
    const keys = {
      keys: { data: parseKeys(env.DATA_KEYS ?? ""), hash: parseKeys(env.HASH_KEYS ?? "") },
      path: `${folder}.keys`,
      // Read once the rows are written: the disk loses some of them then.
      get passphrase() {
        const draft =
          readdirSync(place).find((name) => /^unreadable\.[0-9a-f]{8}\.partial$/.test(name)) ?? "";
        writeFileSync(join(place, draft, "database/visits.copy.gz"), gzipSync("one row\n"));
        return passphrase;
      },
    };
    const taken = takeBackup({ db: one, files: createFolder(filesDir), folder, version: "0.1.0", keys });
    await expect(taken).rejects.toThrow(/visits\.copy\.gz does not hold \d+ rows/);
    await one.destroy();
    expect(readdirSync(place).filter((name) => name.startsWith("unreadable"))).toEqual([]);
  });

  it("when it would overwrite another backup", async () => {
    const again = await task("backup", ["--to", backup], env);
    expect(again.code).toBe(1);
    expect(again.output).toContain("is there already");
    expect(readdirSync(place).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });
});

it("a backup removes drafts of killed backups after a day, not drafts being written", async () => {
  const folder = join(temporaryFolder(), "next");
  const [killed, running] = ["0a1b2c3d", "4e5f6071"].map((id) => `${folder}.${id}.partial`) as [
    string,
    string,
  ];
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
  for (const draft of [killed, running]) {
    mkdirSync(join(draft, "database"), { recursive: true });
    writeFileSync(join(draft, "database/visits.copy.gz"), "cut");
    for (const path of ["database", "."]) utimesSync(join(draft, path), twoDaysAgo, twoDaysAgo);
  }
  utimesSync(join(killed, "database/visits.copy.gz"), twoDaysAgo, twoDaysAgo);
  writeFileSync(`${folder}.00000000.partial`, "no folder");
  const { code, output } = await task("backup", ["--to", folder], env);
  expect(code, output).toBe(0);
  const left = readdirSync(dirname(folder)).sort();
  expect(left).toEqual(["next", "next.00000000.partial", basename(running), "next.keys"]);
});

it("backups with a timestamp replace older ones of the same database, but keep the last complete one", async () => {
  const [nightly, keysFolder] = [join(place, "nightly"), join(place, "nightly-keys")];
  const names = ["2020-01-01", "2020-01-02", "2020-01-03", "2999-01-01"].map((day) => `${day}T033000Z`);
  const [oldest = "", old = "", another = "", ahead = ""] = names;
  const stay = ["2020-01-01", another, `${oldest}.0a1b2c3d.partial`];
  const manifest = readFileSync(join(backup, "manifest.json"), "utf8");
  const add = (name: string, text = manifest) => {
    mkdirSync(join(nightly, name), { recursive: true });
    writeFileSync(join(nightly, name, "manifest.json"), text);
  };
  for (const name of [oldest, old, ...stay]) add(name);
  add(another, manifest.replace(/(?<="databaseId": ").{8}/, "00000000"));
  mkdirSync(keysFolder);
  writeFileSync(join(keysFolder, `${oldest}.keys`), "");
  const take = (more: NodeJS.ProcessEnv = {}) =>
    task("backup", ["--into", nightly, "--keys-into", keysFolder, "--keep", "1"], { ...env, ...more });
  expect((await take({ BACKUP_PASSPHRASE: "short" })).code).toBe(1);
  expect(readdirSync(nightly)).toHaveLength(5);
  const lacking = await take({ FILES_DIR: join(place, "no-files") });
  expect(lacking.output).toContain("is missing from");
  expect(lacking.output.match(/Removed .*/g)).toEqual([`Removed ${oldest}.`]);
  add(ahead);
  const { code, output } = await take();
  expect(code, output).toBe(0);
  const removed = [`Removed ${old}.`, expect.any(String), `Removed ${ahead}.`];
  expect(output.match(/Removed .*/g)).toEqual(removed);
  const [made = "", ...more] = readdirSync(nightly).filter((name) => !stay.includes(name));
  expect(more).toEqual([]);
  expect(output).toContain(`${made} holds`);
  expect(readdirSync(keysFolder)).toEqual([`${made}.keys`]);
  expect((await task("backup", ["--to", "x", "--keep", "2"], env)).output).toMatch(/^Usage: npm run backup/);
}, 60_000);

it("a backup is consistent while the site is written to", { timeout: 60_000 }, async () => {
  const keys = { data: parseKeys(env.DATA_KEYS ?? ""), hash: parseKeys(env.HASH_KEYS ?? "") };
  let isDone = false;
  let written = 0;
  const write = async () => {
    while (!isDone) {
      await db.transaction(async (trx) => {
        const [visit] = await trx("visits").orderBy("id").limit(1);
        const { id: _, ...copied } = visit;
        const reserveNo = `260310-${(written++).toString().padStart(5, "0")}`;
        const generated = ["locationKind", "purposeKind"];
        const values = Object.fromEntries(
          Object.entries({ ...copied, reserveNo, leaderId: null }).filter(
            ([name]) => !generated.includes(name),
          ),
        );
        const [{ id }] = await trx("visits").insert(values).returning("id");
        await trx("visitLogs").insert({
          visitId: id,
          action: "apply",
          toCode: visit.statusCode,
          actorKind: "visitor",
          at: new Date(),
        });
        await trx("companies").insert({ name: `회사 ${reserveNo}` });
      });
    }
  };
  const writers = [write(), write()];
  while (written < 20) await new Promise((resolve) => setImmediate(resolve));
  const folder = join(place, "under-load");
  const one = connect(source.url, { poolSize: 1, isLimited: false });
  const manifest = await takeBackup({
    db: one,
    files: createFolder(filesDir),
    folder,
    version: "0.1.0",
    keys: { keys, passphrase, path: `${folder}.keys` },
  });
  isDone = true;
  await Promise.all(writers);
  await one.destroy();
  const target = await emptyTarget();
  const { code, output } = await task("restore", ["--from", folder, "--without-erasure-register"], {
    ...env,
    DATABASE_URL: target.url,
    FILES_DIR: target.filesDir,
  });
  expect(code, output).toBe(0);
  expect(await violatedRules(target.db)).toEqual([]);
  const [live, restored] = [await rowsByTable(db), await rowsByTable(target.db)];
  for (const [table, rows] of restored) {
    const all = new Set(live.get(table));
    if (table !== "paused_jobs")
      expect(
        rows.filter((row) => !all.has(row)),
        table,
      ).toEqual([]);
  }
  const counted = async (from: Knex) => ({
    visits: Number((await from("visits").where("reserveNo", "like", "260310-%").count())[0]?.count),
    companies: Number((await from("companies").where("name", "like", "회사 260310-%").count())[0]?.count),
  });
  const { visits, companies } = await counted(target.db);
  expect(companies).toBe(visits);
  expect(visits).toBeGreaterThan(0);
  expect(visits).toBeLessThan((await counted(db)).visits);
  expect(manifest.missingFiles).toEqual([]);
  const encrypted = await target.db("visits").whereNotNull("cellCipher").first();
  expect(new FieldCipher(keys).decryptPhone(encrypted, encrypted.reserveNo)).toMatch(/^0/);
});
