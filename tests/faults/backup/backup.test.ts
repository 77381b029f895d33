/** Backups of demonstration data, idle and under load. */
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Knex } from "knex";
import { expect, it } from "vitest";
import { takeBackup } from "#db/backup/dump.ts";
import type { KeysFile } from "#db/backup/encrypted-keys.ts";
import { violatedRules } from "#db/checks.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { createFolder } from "#db/files/folder.ts";
import {
  backedUpSite,
  emptyTarget,
  passphrase,
  restoreInto,
  rowsByTable,
  task,
  temporaryFolder,
} from "../../support/database/backups.ts";

const { place, backup, filesDir, keys, env, db, result } = await backedUpSite();
const takeInto = (folder: string, keysFile?: KeysFile) =>
  takeBackup({ db, files: createFolder(filesDir), folder, version: "0.1.0", keys: keysFile });

it("a backup reports its content, and stores the keys in a separate file, encrypted with the passphrase", () => {
  expect(result.code, result.output).toBe(0);
  expect(result.output).toMatch(/holds \d+ rows and \d+ files .* was read back/);
  expect(result.output).not.toContain("Not so:");
  const encrypted = readFileSync(`${backup}.keys`, "utf8");
  for (const secret of [env.DATA_KEYS, env.HASH_KEYS]) expect(encrypted).not.toContain(secret?.split(":")[1]);
  expect(readdirSync(backup).sort()).toEqual(["SHA256SUMS", "database", "files", "manifest.json"]);
});

it("a backup that cannot be read back fails, and its files are removed", async () => {
  const folder = join(place, "unreadable");
  const written = {
    keys,
    path: `${folder}.keys`,
    // Read after the rows are written: then the disk loses some.
    get passphrase() {
      const draft = readdirSync(place).find((name) => /^unreadable\.[0-9a-f]{8}\.partial$/.test(name)) ?? "";
      writeFileSync(join(place, draft, "database/visits.copy.gz"), gzipSync("one row\n"));
      return passphrase;
    },
  };
  await expect(takeInto(folder, written)).rejects.toThrow(/visits\.copy\.gz does not hold \d+ rows/);
  expect(readdirSync(place).filter((name) => name.startsWith("unreadable"))).toEqual([]);
});

it("a backup never overwrites another", async () => {
  await expect(takeInto(backup)).rejects.toThrow("is there already");
  expect(readdirSync(place).filter((name) => name.endsWith(".partial"))).toEqual([]);
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
  await takeInto(folder);
  const left = readdirSync(dirname(folder)).sort();
  expect(left).toEqual(["next", "next.00000000.partial", basename(running)]);
});

it("backups with a timestamp replace older ones of the same database, but keep the last complete one", async () => {
  const [nightly, keysFolder] = [join(place, "nightly"), join(place, "nightly-keys")];
  const names = ["2020-01-01", "2020-01-02", "2020-01-03", "2999-01-01"].map((day) => `${day}T033000Z`);
  const [oldest = "", old = "", another = "", ahead = ""] = names;
  const unrelated = ["2020-01-01", another, `${oldest}.0a1b2c3d.partial`];
  const manifest = readFileSync(join(backup, "manifest.json"), "utf8");
  const add = (name: string, text = manifest) => {
    mkdirSync(join(nightly, name), { recursive: true });
    writeFileSync(join(nightly, name, "manifest.json"), text);
  };
  for (const name of [oldest, old, ...unrelated]) add(name);
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
  const [made = "", ...more] = readdirSync(nightly).filter((name) => !unrelated.includes(name));
  expect(more).toEqual([]);
  expect(output).toContain(`${made} holds`);
  expect(readdirSync(keysFolder)).toEqual([`${made}.keys`]);
  expect((await task("backup", ["--to", "x", "--keep", "2"], env)).output).toMatch(/^Usage: npm run backup/);
}, 60_000);

it("a backup is consistent while the site is written to", { timeout: 60_000 }, async () => {
  let isDone = false;
  let count = 0;
  const write = async () => {
    while (!isDone) {
      await db.transaction(async (trx) => {
        const [visit] = await trx("visits").orderBy("id").limit(1);
        const { id: _, ...copied } = visit;
        const reserveNo = `260310-${(count++).toString().padStart(5, "0")}`;
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
  while (count < 20) await new Promise((resolve) => setImmediate(resolve));
  const folder = join(place, "under-load");
  const manifest = await takeInto(folder);
  isDone = true;
  await Promise.all(writers);
  const target = await emptyTarget();
  await restoreInto(target, folder, { cipher: new FieldCipher(keys) });
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
  expect(new FieldCipher(keys).decryptContact(encrypted, encrypted.reserveNo)).toMatch(/^0/);
});
