/** A site whose files, and whose register of erasures, are in buckets: backed up, lost, and restored. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRegister, writeErasures } from "#api/features/privacy/erasure-register.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { parseKeys } from "#db/field-keys.ts";
import { databaseId } from "#db/files/owner.ts";
import { confirmKeys } from "#db/key-canaries.ts";
import { startTestServer } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { emptyTarget, siteKeys, task, temporaryFolder } from "../../support/database/backups.ts";
import { testBucket } from "../../support/services/bucket.ts";
import { addImage } from "../../support/signage-calls.ts";
import { over, putTrash } from "../../support/visits/trash.ts";
import { addVisit } from "../../support/visits/visits.ts";

const cipher = new FieldCipher({ data: parseKeys(siteKeys.DATA_KEYS), hash: parseKeys(siteKeys.HASH_KEYS) });
const bucket = await testBucket();
const register = bucket.url("erasures");
const { server, site, crew } = await staffedSite({
  cipher,
  now: () => new Date(),
  env: { FILES_URL: bucket.url("site"), ERASURE_REGISTER: register },
});
const { db, deps } = server;
const place = temporaryFolder();
const envOf = (url: string, prefix: string) => ({
  ...siteKeys,
  DATABASE_URL: url,
  FILES_DIR: join(place, prefix),
  FILES_URL: bucket.url(prefix),
  ERASURE_REGISTER: register,
});

it("comes back with its files, in another prefix, and without those who were erased since", {
  tags: ["full"],
  timeout: 120_000,
}, async () => {
  await confirmKeys(db, cipher);
  await expect(readRegister(register, await databaseId(db))).rejects.toThrow(/^There is no register/);
  expect(await writeErasures(deps)).toBe(0);
  expect((await readRegister(register, await databaseId(db))).entries).toEqual([]);
  const { file } = await addImage(crew.desk);
  const [kept, gone] = [await addVisit(server, site, over), await addVisit(server, site, over)];
  const folder = join(place, "backup");
  const taken = await task("backup", ["--to", folder], envOf(server.databaseUrl, "site"));
  expect(taken.code, taken.output).toBe(0);
  expect(readdirSync(join(folder, "files"))).toEqual([file.url.slice(7)]);

  await db("visits").where({ id: gone.id }).update({ destroyOn: "2026-01-01" });
  await putTrash(crew.privacy, "hard", [gone.id]);
  bucket.become("failing");
  await expect(writeErasures(deps)).rejects.toThrow(/InternalError/);
  expect(await db("erasureOutbox")).toHaveLength(1);
  bucket.become("well");
  expect(await writeErasures(deps)).toBe(1);
  expect(await db("erasureOutbox")).toEqual([]);

  const target = await emptyTarget();
  const done = await task("restore", ["--from", folder], envOf(target.url, "restored"));
  expect(done.output).toContain("Erased again: 1 visits");
  expect(await target.db("visits").pluck("id")).toEqual([kept.id]);
  expect(await bucket.keys()).toEqual(
    expect.arrayContaining([`restored/${file.url.slice(7)}`, "restored/database-id"]),
  );
  const restored = await startTestServer({
    databaseUrl: target.url,
    cipher,
    env: { FILES_URL: bucket.url("restored") },
  });
  try {
    const bytes = async (url: string) => Buffer.from(await (await fetch(url + file.url)).arrayBuffer());
    expect((await bytes(restored.url)).equals(await bytes(server.url))).toBe(true);
  } finally {
    await restored.close();
  }

  const other = await emptyTarget();
  const refused = await task("restore", ["--from", folder], {
    ...envOf(other.url, "restored"),
    ERASURE_REGISTER: bucket.url("nothing-here"),
  });
  expect(refused.output).toMatch(/There is no register of erasures in s3:/);
});

it("keeps what the bucket does not take, and writes it once it does", async () => {
  await confirmKeys(db, cipher);
  await writeErasures(deps);
  const { id } = await addVisit(server, site, { ...over, destroyOn: "2026-01-01" });
  await putTrash(crew.privacy, "hard", [id]);
  bucket.become("failing");
  await expect(writeErasures(deps)).rejects.toThrow(/InternalError/);
  expect(await db("erasureOutbox")).toHaveLength(1);
  bucket.become("well");
  expect(await writeErasures(deps)).toBe(1);
  expect(await db("erasureOutbox")).toEqual([]);
  expect((await readRegister(register, await databaseId(db))).entries.at(-1)).toMatchObject({
    visitIds: [id],
  });
});

it("names a line of the register that cannot be read, and reads the others", async () => {
  await confirmKeys(db, cipher);
  await writeErasures(deps);
  const database = await databaseId(db);
  const before = await readRegister(register, database);
  await bucket.put("erasures/2026-01-01T00:00:00.000Z-broken.erasures.jsonl", '{"kind":"visits","datab');
  const { entries, unreadable } = await readRegister(register, database);
  expect(entries).toEqual(before.entries);
  expect(unreadable).toEqual([
    "Line 1 of s3://uploads/erasures/2026-01-01T00:00:00.000Z-broken.erasures.jsonl",
  ]);
});
