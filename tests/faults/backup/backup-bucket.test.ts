/** A destruction register in a bucket. */
import { expect, it } from "vitest";
import { readRegister, writeErasures } from "#api/features/privacy/erasure-register.ts";
import { databaseId } from "#db/files/owner.ts";
import { confirmKeys } from "#db/key-canaries.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { siteCipher } from "../../support/database/backups.ts";
import { testBucket } from "../../support/services/bucket.ts";
import { over, putTrash } from "../../support/visits/trash.ts";
import { addVisit } from "../../support/visits/visits.ts";

const bucket = await testBucket();
const register = bucket.url("erasures");
const { server, site, crew } = await staffedSite({
  cipher: siteCipher,
  now: () => new Date(),
  env: { ERASURE_REGISTER: register },
});
const { db, deps } = server;

it("a register in a bucket keeps entries the bucket rejects, and writes them later", async () => {
  await confirmKeys(db, siteCipher);
  const database = await databaseId(db);
  await expect(readRegister(register, database)).rejects.toThrow(/^There is no register/);
  expect(await writeErasures(deps)).toBe(0);
  expect((await readRegister(register, database)).entries).toEqual([]);
  const { id } = await addVisit(server, site, { ...over, destroyOn: "2026-01-01" });
  await putTrash(crew.privacy, "hard", [id]);
  bucket.setState("failing");
  await expect(writeErasures(deps)).rejects.toThrow(/InternalError/);
  expect(await db("erasureOutbox")).toHaveLength(1);
  bucket.setState("working");
  expect(await writeErasures(deps)).toBe(1);
  expect(await db("erasureOutbox")).toEqual([]);
  expect((await readRegister(register, database)).entries.at(-1)).toMatchObject({ visitIds: [id] });
});

it("a register in a bucket reports unreadable lines and reads the others", async () => {
  await confirmKeys(db, siteCipher);
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
