/** The register of erasures, in a file and in a bucket. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRegister, replayErasures, writeErasures } from "#api/features/privacy/erasure-register.ts";
import { databaseId } from "#db/files/owner.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { temporaryFolder } from "../../support/database/backups.ts";
import { testBucket } from "../../support/services/bucket.ts";
import { over, putTrash } from "../../support/visits/trash.ts";
import { addLoggedVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite({ now: () => new Date() });
const { db } = server;
const database = await databaseId(db);
const place = temporaryFolder();
const writeTo = (erasureRegister: string) => writeErasures({ db, settings: { erasureRegister } });

async function eraseVisit(name = "지운사람"): Promise<number> {
  const { id } = await addLoggedVisit(server, site, { ...over, name, destroyOn: "2026-01-01" });
  expect((await putTrash(crew.privacy, "hard", [id])).body).toEqual({ count: 1 });
  return id;
}

describe("register in a file", () => {
  const register = join(place, "erasures.jsonl");
  const lines = () => readFileSync(register, "utf8").split("\n");

  it("keeps entries it could not write, and writes them later", async () => {
    const id = await eraseVisit();
    await expect(writeTo(join(place, "no", "file"))).rejects.toThrow(/ENOENT/);
    expect(await db("erasureOutbox")).toMatchObject([{ entry: { kind: "visits", visitIds: [id] } }]);
    expect(await writeTo(register)).toBe(1);
    expect(lines().at(-2)).toContain(`"visitIds":[${id}]`);
    expect(await writeTo(register)).toBe(0);
  });

  it("terminates a truncated line and reads the others", async () => {
    await writeTo(register);
    const before = await readRegister(register, database);
    appendFileSync(register, '{"kind":"visits","datab');
    const id = await eraseVisit();
    await writeTo(register);
    const { entries, unreadable } = await readRegister(register, database);
    expect(entries).toHaveLength(before.entries.length + 1);
    expect(entries.at(-1)).toMatchObject({ visitIds: [id] });
    expect(unreadable).toEqual([`Line ${lines().length - 2} of ${register}`]);
  });

  it("contains no personal data, ignores entries of other databases, and can be replayed twice", async () => {
    await addLoggedVisit(server, site, { ...over, name: "나간사람", cellphone: "010-0000-2222" });
    const requests = "/dash/erasure-requests";
    for (const [name, decision] of [
      ["나간사람", "erase"],
      ["나중요청", "refuse"],
    ]) {
      const { body } = await crew.privacy.post(requests, { body: { name, cellPhone: "010-0000-2222" } });
      const decided = { body: { decision, reason: "본인 요청" } };
      expect((await crew.privacy.send("PUT", `${requests}/${body.id}`, decided)).status).toBe(200);
    }
    await eraseVisit("일행대표");
    await writeTo(register);
    const { entries } = await readRegister(register, database);
    expect(entries.slice(-4).map(({ kind }) => kind)).toEqual(["visits", "request", "request", "visits"]);
    expect(lines().join("\n")).not.toMatch(/나간사람|나중요청|일행대표|본인 요청|\b010-/);

    expect((await readRegister(register, crypto.randomUUID())).entries).toEqual([]);
    writeFileSync(join(place, "empty.jsonl"), "");
    expect(await readRegister(join(place, "empty.jsonl"), database)).toEqual({ entries: [], unreadable: [] });

    const options = { now: new Date(), timezone: "Asia/Seoul" };
    const replay = () => db.transaction((trx) => replayErasures(trx, entries, options));
    await replay();
    const before = await db("destructionRegister").orderBy("id");
    expect(await replay()).toBe(0);
    expect(await db("destructionRegister").orderBy("id")).toEqual(before);
  });
});

describe("register in a bucket", async () => {
  const bucket = await testBucket();
  const register = bucket.url("erasures");

  it("keeps entries the bucket rejects, and writes them later", async () => {
    await expect(readRegister(register, database)).rejects.toThrow(/^There is no register/);
    expect(await writeTo(register)).toBe(0);
    expect((await readRegister(register, database)).entries).toEqual([]);
    const id = await eraseVisit();
    bucket.setState("failing");
    await expect(writeTo(register)).rejects.toThrow(/InternalError/);
    expect(await db("erasureOutbox")).toHaveLength(1);
    bucket.setState("working");
    expect(await writeTo(register)).toBe(1);
    expect(await db("erasureOutbox")).toEqual([]);
    expect((await readRegister(register, database)).entries.at(-1)).toMatchObject({ visitIds: [id] });
  });

  it("reports unreadable lines and reads the others", async () => {
    await writeTo(register);
    const before = await readRegister(register, database);
    await bucket.put("erasures/2026-01-01T00:00:00.000Z-broken.erasures.jsonl", '{"kind":"visits","datab');
    const { entries, unreadable } = await readRegister(register, database);
    expect(entries).toEqual(before.entries);
    expect(unreadable).toEqual([
      "Line 1 of s3://uploads/erasures/2026-01-01T00:00:00.000Z-broken.erasures.jsonl",
    ]);
  });
});
