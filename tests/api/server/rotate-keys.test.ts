import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { FieldCipher, type Key } from "#db/field-cipher.ts";
import { addKeys, keysFromFolder, makeKeys, watchedKeys } from "#db/field-keys.ts";
import { keysInUse, rotateKeys } from "#db/rotate-keys.ts";
import { answered, startOwnServer, type TestServer } from "../../support/api.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { eventually } from "../../support/events.ts";
import { runNode } from "../../support/run-node.ts";
import { koreanApplication } from "../../support/site.ts";

const key = (id: string): Key => ({ id, secret: randomBytes(32) });
const keys = { d1: key("d1"), d2: key("d2"), h1: key("h1"), h2: key("h2") };
const { d1, d2, h1, h2 } = keys;
const before = new FieldCipher({ data: [d1], hash: [h1] });
const during = new FieldCipher({ data: [d2, d1], hash: [h2, h1] });
const after = new FieldCipher({ data: [d2], hash: [h2] });

const text = (...list: Key[]) => list.map(({ id, secret }) => `${id}:${secret.toString("base64")}`).join(",");
const env = {
  before: { DATA_KEYS: text(d1), HASH_KEYS: text(h1) },
  during: { DATA_KEYS: text(d2, d1), HASH_KEYS: text(h2, h1) },
  after: { DATA_KEYS: text(d2), HASH_KEYS: text(h2) },
};

const { server, site } = await seededSite();
beforeEach(() => truncate(server.db, "visits", "messages", "erasure_requests", "totp_secrets"));

const number = (n: number) => `010-0000-${String(n).padStart(4, "0")}`;

async function addVisits(count: number, cipher = before): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => {
    const reserveNo = `260310-${String(n).padStart(5, "0")}`;
    return {
      reserveNo,
      ...cipher.encryptContact(number(n), reserveNo),
      statusCode: "approved",
      hostUserId: site.host,
      purposeId: site.purpose,
      name: `손님${n}`,
      startAt: new Date("2026-03-10T01:00Z"),
      endAt: new Date("2026-03-10T02:00Z"),
      origin: "public",
      lang: "ko",
      destroyOn: "2027-03-10",
      updatedAt: new Date("2026-03-01T00:00Z"),
    };
  });
  await server.db.batchInsert("visits", rows, 500);
}

/** Number of visits that a cipher decrypts and finds by number and last four digits. */
async function countDecryptable(cipher: FieldCipher): Promise<number> {
  const rows = await server.db("visits").whereNotNull("cellCipher").orderBy("reserveNo");
  return rows.filter((row, n) => {
    const found = (hashes: Buffer[], hash: Buffer) => hashes.some((one) => one.equals(hash));
    return (
      cipher.decrypt(row, row.reserveNo) === number(n) &&
      found(cipher.hashes(number(n)), row.cellHash) &&
      found(cipher.lastFourHashes(number(n).slice(-4)), row.cellLastFourHash)
    );
  }).length;
}

describe("rotating keys", () => {
  it("re-encrypts every number of every table, changes nothing else, and can be repeated", async () => {
    await addVisits(450);
    // a companion without a number
    await server
      .db("visits")
      .where({ reserveNo: "260310-00007" })
      .update({ cellCipher: null, cellKey: null, cellHash: null, cellLastFourHash: null, cellHashKey: null });
    const common = { createdAt: server.now, updatedAt: server.now };
    await server.db("messages").insert({
      ref: "m-1",
      kind: "sms",
      event: "apply",
      text: "안내",
      lang: "ko",
      status: "kept",
      ...before.encryptContact(number(1), "m-1"),
      ...common,
    });
    await server.db("erasureRequests").insert({
      requestNo: "260310-ABCDE",
      name: "손님",
      createdBy: site.host,
      createdAt: server.now,
      ...before.encryptContact(number(1), "260310-ABCDE"),
    });
    const plain = () =>
      server.db("visits").orderBy("id").select("id", "name", "reserveNo", "updatedAt", "destroyOn");
    const untouched = await plain();
    const { rotated, failed } = await rotateKeys(server.db, during);
    expect({ rotated, failed }).toEqual({ rotated: 451, failed: [] });
    expect(await plain()).toEqual(untouched);
    const message = await server.db("messages").first();
    expect(after.decrypt(message, "m-1")).toBe(number(1));
    expect(after.hashes(number(1))[0]).toEqual(message.cellHash);
    const request = await server.db("erasureRequests").first();
    expect(after.decrypt(request, "260310-ABCDE")).toBe(number(1));
    expect(await keysInUse(server.db)).toEqual([
      { kind: "data", key: "d2", rows: 451 },
      { kind: "hash", key: "h2", rows: 451 },
    ]);
    expect(await rotateKeys(server.db, during)).toEqual({ rotated: 0, failed: [] });
  });

  it("re-encrypts second-factor secrets and counts their keys as used", async () => {
    const { id } = await server.db("hostUsers").first("id");
    const encrypted = before.encryptSecret("JBSWY3DPEHPK3PXP", `totp:${id}`);
    const row = { hostUserId: id, ...encrypted, createdAt: server.now, confirmedAt: server.now };
    await server.db("totpSecrets").insert(row);
    expect(await keysInUse(server.db)).toContainEqual({ kind: "data", key: "d1", rows: 1 });
    expect(await rotateKeys(server.db, during)).toEqual({ rotated: 1, failed: [] });
    const stored = await server.db("totpSecrets").where({ hostUserId: id }).first();
    expect(after.decryptSecret(stored, `totp:${id}`)).toBe("JBSWY3DPEHPK3PXP");
    expect(await keysInUse(server.db)).toEqual([{ kind: "data", key: "d2", rows: 1 }]);
    expect((await rotateKeys(server.db, during)).rotated).toBe(0);
  });

  it("skips and reports unreadable numbers, and re-encrypts the others", async () => {
    await addVisits(3);
    const { id: _, ...row } = await server.db("visits").first();
    const reserveNo = "260310-99999";
    const lostKey = new FieldCipher({ data: [key("lost")], hash: [h1] });
    await server.db("visits").insert({ ...row, ...lostKey.encryptContact(number(1), reserveNo), reserveNo });
    const { rotated, failed } = await rotateKeys(server.db, during);
    expect(rotated).toBe(3);
    expect(failed).toEqual([expect.stringMatching(/^visits \d+: no data key named "lost"$/)]);
    expect(await server.db("visits").where({ reserveNo }).first()).toMatchObject({ cellKey: "lost" });
  });

  it("re-encrypts locked rows in the next run", async () => {
    await addVisits(3);
    const handling = await server.db.transaction();
    await handling.raw("SELECT FROM visits WHERE reserve_no = '260310-00001' FOR UPDATE");
    expect((await rotateKeys(server.db, during)).rotated).toBe(2);
    await handling.rollback();
    expect((await rotateKeys(server.db, during)).rotated).toBe(1);
  });

  it("re-encrypts once when several processes run", async () => {
    await addVisits(900);
    const done = await Promise.all([1, 2, 3].map(() => rotateKeys(server.db, during)));
    expect(done.reduce((sum, { rotated }) => sum + rotated, 0)).toBe(900);
    expect(await countDecryptable(after)).toBe(900);
    await expect(countDecryptable(before)).rejects.toThrow(/no data key named "d2"/);
  });
});

describe("npm run keys:rotate", { timeout: 60_000 }, () => {
  const script = "resources/scripts/keys.ts";
  const run = (more: NodeJS.ProcessEnv, ...args: string[]) =>
    runNode(".", [script, "rotate", ...args], { DATABASE_URL: server.databaseUrl, ...more });

  it("lists unused keys, and creates none for an external database", async () => {
    await addVisits(5);
    const { code, output } = await run(env.during);
    expect(output).toContain("5 numbers were re-encrypted with the keys d2 and h2.");
    expect(output).toMatch(/No row needs the data key "d1" any more: it can be removed from DATA_KEYS\./);
    expect(output).toMatch(/No number needs the hash key "h1" any more\..*access log/);
    expect(code).toBe(0);
    const refused = await run(env.during, "--new");
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/add the new ones there/);
    expect((await run({ ...env.during, DATA_KEYS: text(key("other")) })).output).not.toContain("at Object");
  });

  it("keeps numbers readable when killed, and finishes in the next run", async () => {
    await addVisits(400);
    // The second batch of 200 waits for the lock before it writes.
    await server.db.raw(`
      CREATE OR REPLACE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END';
      CREATE OR REPLACE TRIGGER wait BEFORE UPDATE ON visits FOR EACH ROW
        WHEN (OLD.reserve_no = '260310-00300') EXECUTE FUNCTION wait()`);
    await server.db.transaction(async (lock) => {
      await lock.raw("SELECT pg_advisory_xact_lock(1)");
      const child = spawn(process.execPath, [script, "rotate"], {
        env: { ...process.env, DATABASE_URL: server.databaseUrl, ...env.during },
        stdio: "ignore",
      });
      const exited = once(child, "exit");
      const waiting = () =>
        server.db("pg_stat_activity").whereRaw("datname = current_database() AND wait_event = 'advisory'");
      await eventually(async () => (await waiting()).length === 1);
      child.kill("SIGKILL");
      await exited;
    });
    // It waits for the end of the killed transaction.
    await server.db.raw("DROP TRIGGER wait ON visits");
    expect(await server.db("visits").where({ cellKey: "d2" })).toHaveLength(200);
    expect(await countDecryptable(during)).toBe(400);
    expect((await run(env.during)).output).toContain("200 numbers were re-encrypted");
    expect(await countDecryptable(after)).toBe(400);
  });

  it("lets visitors find and submit visits before, during and after", async () => {
    const start = (cipher: FieldCipher) => startOwnServer({ sameDatabaseAs: server, cipher });
    const person = { name: "홍길동", cellPhone: "010-0000-9911" };
    const body = koreanApplication(site, { cellphone: person.cellPhone });
    const headers = { "Idempotency-Key": "rotation-1" };
    const apply = (api: TestServer) => api.post("/api/request/simple/save/", { body, headers });
    const found = async (api: TestServer) =>
      (await api.post("/api/request/search", { body: person })).body.map(
        (row: { reserveNo: string }) => row.reserveNo,
      );

    const old = await start(before);
    const first = await answered(apply(old));
    expect(await found(old)).toEqual([first.body.reserveNo]);

    const running = await start(during);
    expect(await found(running)).toEqual([first.body.reserveNo]);
    // The same request under old and new keys gets the same response.
    expect((await apply(running)).body).toEqual(first.body);
    let stop = false;
    const lookups = (async () => {
      const results = new Set<string>();
      while (!stop) results.add(JSON.stringify(await found(running)));
      return results;
    })();
    await addVisits(1_000);
    expect((await run(env.during)).code).toBe(0);
    stop = true;
    expect([...(await lookups)]).toEqual([JSON.stringify([first.body.reserveNo])]);

    expect(await found(await start(after))).toEqual([first.body.reserveNo]);
  });
});

describe("keys of the embedded database", () => {
  const folder = mkdtempSync(join(tmpdir(), "rotated-keys-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("are added and used for writing; a running process reads old and new ones without a restart", () => {
    makeKeys(folder);
    const running = new FieldCipher(watchedKeys(folder));
    const encrypted = running.encryptContact(number(1), "o");
    expect(encrypted).toMatchObject({ cellKey: "k1", cellHashKey: "k1" });
    expect(addKeys(folder)).toEqual({ data: "k2", hash: "k2" });
    expect(running.writing).toEqual({ cellKey: "k2", cellHashKey: "k2" });
    expect(running.decrypt(encrypted, "o")).toBe(number(1));
    expect(running.hashes(number(1))).toContainEqual(encrypted.cellHash);
    const other = new FieldCipher(keysFromFolder(folder));
    expect(running.decrypt(other.encryptContact(number(2), "o"), "o")).toBe(number(2));
    expect(addKeys(folder)).toEqual({ data: "k3", hash: "k3" });
    expect(keysFromFolder(folder).data.map(({ id }) => id)).toEqual(["k3", "k2", "k1"]);
  });

  it("stay in memory while their file is missing", () => {
    const away = mkdtempSync(join(tmpdir(), "rotated-keys-"));
    makeKeys(away);
    const running = new FieldCipher(watchedKeys(away));
    const encrypted = running.encryptContact(number(1), "o");
    rmSync(away, { recursive: true });
    expect(running.decrypt(encrypted, "o")).toBe(number(1));
  });
});
