/** A restored site repeats erasures, sends nothing twice, and waits for an administrator. */
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import { readRegister, writeErasures } from "#api/features/privacy/erasure-register.ts";
import { openFileStorage } from "#api/files/storage.ts";
import { startJobs } from "#api/jobs/jobs.ts";
import { serve } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";
import { takeBackup } from "#db/backup/dump.ts";
import { isHeldAfterRestore, releaseRestored } from "#db/backup/restored.ts";
import { violatedRules } from "#db/checks.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { databaseId } from "#db/files/owner.ts";
import { confirmKeys } from "#db/key-canaries.ts";
import { migrate } from "#db/migrate.ts";
import { answered, startTestServer } from "../../support/api.ts";
import { addStaff, signIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import {
  emptyTarget,
  restoreInto,
  siteCipher,
  siteKeys,
  task,
  temporaryFolder,
} from "../../support/database/backups.ts";
import { query } from "../../support/database/database-holder.ts";
import { eventually } from "../../support/events.ts";
import { addMessage, messageOf } from "../../support/messages.ts";
import { testBucket } from "../../support/services/bucket.ts";
import { addImage } from "../../support/signage-calls.ts";
import { over, putTrash } from "../../support/visits/trash.ts";
import { addLoggedVisit, addPass, addVisit, passOf } from "../../support/visits/visits.ts";
import { addedWebhook } from "../../support/webhooks.ts";

const bucket = await testBucket();
const { server, site, crew } = await staffedSite({
  cipher: siteCipher,
  now: () => new Date(),
  env: { FILES_URL: bucket.url("site") },
});
const { db } = server;
const place = temporaryFolder();
const backup = join(place, "backup");
const register = join(place, "erasures.jsonl");
const siteFiles = openFileStorage(server.deps.settings);
const dump = { db, files: siteFiles, folder: backup, version: "0.1.0", keys: undefined };
const envOf = (url: string, filesDir: string) => ({
  ...siteKeys,
  DATABASE_URL: url,
  FILES_DIR: filesDir,
  ERASURE_REGISTER: register,
});
const consentOf = (url: string) => `--yes-lose-data=${new URL(url).pathname.slice(1)}`;

const requests = "/dash/erasure-requests";
const addErasureRequest = async (name: string, cellPhone: string): Promise<number> =>
  (await answered(crew.privacy.post(requests, { body: { name, cellPhone } }))).body.id;
const decide = (id: number, decision: "erase" | "refuse") =>
  answered(crew.privacy.send("PUT", `${requests}/${id}`, { body: { decision, reason: "본인 요청" } }));

await confirmKeys(db, siteCipher);
const keptVisitId = (await addLoggedVisit(server, site, { ...over, cellphone: "010-0000-1111" })).id;
const image = (await addImage(crew.desk)).file.url;
const inside = await addLoggedVisit(server, site, {
  statusCode: "entered",
  name: "나간사람",
  cellphone: "010-0000-2222",
});
const passNo = await addPass(server, { visitId: inside.id });
const leader = await addLoggedVisit(server, site, { ...over, name: "일행대표" });
const waiting = (await addLoggedVisit(server, site, over)).id;
await addLoggedVisit(server, site, { ...over, leaderId: leader.id });
const queued = (await addMessage(server, { visitId: keptVisitId })).id;
await addMessage(server, { visitId: inside.id });
const webhookId = (await addedWebhook(crew.admin, "https://93.184.216.34/hook")).webhook.id;
const delivery = { webhookId, visitId: keptVisitId, event: "applied", happenedAt: new Date() };
await db("webhookDeliveries").insert([
  { ...delivery, state: "waiting", nextAttemptAt: new Date() },
  { ...delivery, state: "sending", leasedUntil: new Date() },
  { ...delivery, state: "delivered", finishedAt: new Date() },
]);
const requestId = await addErasureRequest("나간사람", "010-0000-2222");
await takeBackup(dump);

// After the backup visitors leave, and some are erased.
await db("passes").where({ passNo }).update({ status: "available", visitId: null, issuedAt: null });
await db("visits").where({ id: inside.id }).update({ statusCode: "ended", endedBecause: "done" });
await decide(requestId, "erase");
const later = (await addLoggedVisit(server, site, { ...over, name: "나중사람", destroyOn: "2026-01-01" })).id;
await db("visits").where({ id: leader.id }).update({ destroyOn: "2026-01-01" });
expect((await putTrash(crew.privacy, "hard", [leader.id, later])).body).toEqual({ count: 3 });
const laterRequest = await addErasureRequest("나중요청", "010-0000-3333");
await decide(laterRequest, "refuse");
expect(await writeErasures({ db, settings: { erasureRegister: register } })).toBe(4);
expect(await db("erasureOutbox")).toEqual([]);
appendFileSync(register, '{"kind":"visits","datab\n');

/** Of the visit that is erased last: not yet in the register. */
async function queueErasure(url: string): Promise<void> {
  const erased = { visitIds: [waiting], persons: 1, messages: 0, retentionDays: [0] };
  const by = { actorKind: "job", hostUserId: null, at: new Date(0).toISOString() };
  const entry = JSON.stringify({ kind: "visits", why: "due", ...erased, ...by });
  await query(url, `INSERT INTO erasure_outbox (entry) VALUES ('${entry}')`);
}

/** Kills a restore in the transaction that repeats the erasures: no server and no backup may use the database. */
async function killHalfway(url: string, env: NodeJS.ProcessEnv): Promise<void> {
  await query(
    url,
    `CREATE SCHEMA held;
     CREATE FUNCTION held.wait() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
       IF EXISTS (SELECT FROM pg_event_trigger_dropped_objects() WHERE object_name = 'restore_unfinished')
       THEN PERFORM pg_sleep(600); END IF; END $$;
     CREATE EVENT TRIGGER held_restore ON sql_drop EXECUTE FUNCTION held.wait()`,
  );
  const restore = spawn(process.execPath, ["resources/scripts/restore.ts", "--from", backup], {
    env: { ...process.env, NODE_ENV: undefined, ...env },
    stdio: "ignore",
  });
  const here = "FROM pg_stat_activity WHERE datname = current_database() AND";
  const asleep = `${here} wait_event = 'PgSleep'`;
  await eventually(async () => {
    if (restore.exitCode !== null) throw new Error("The restore ended before it could be killed.");
    return (await query(url, `SELECT pid ${asleep}`)).length > 0;
  });
  restore.kill("SIGKILL");
  await query(url, `SELECT pg_terminate_backend(pid) ${asleep}`);
  await query(url, "DROP EVENT TRIGGER held_restore; DROP SCHEMA held CASCADE");
  const servers = `SELECT pid ${here} application_name LIKE 'visitor%'`;
  await eventually(async () => (await query(url, servers)).length === 0);

  expect(await query(url, "SELECT name FROM visits WHERE name = '나간사람'")).toHaveLength(1);
  const refusal = "A restore of this database was broken off";
  const started = serve({ settings: readSettings({ ...env, PORT: "0" }), databaseUrl: url });
  await expect(started).rejects.toThrow(refusal);
  const taken = await task("backup", ["--to", join(place, "half")], env);
  expect([taken.code, taken.output]).toEqual([1, expect.stringContaining(refusal)]);
  await queueErasure(url);
}

const target = await emptyTarget();
const targetEnv = { ...envOf(target.url, target.filesDir), FILES_URL: bucket.url("restored") };
await killHalfway(target.url, targetEnv);
const { code, output } = await task("restore", ["--from", backup, consentOf(target.url)], targetEnv);
const restored = await startTestServer({
  databaseUrl: target.url,
  cipher: siteCipher,
  now: () => new Date(),
  env: { FILES_URL: targetEnv.FILES_URL },
});
afterAll(() => restored.close());

describe("restored site", () => {
  it("is reported with its problems", () => {
    expect(code).toBe(1);
    expect(output).toMatch(
      /Line 5 of .* cannot be read, and was left out\.\nThe restored site has these problems\./,
    );
  });

  it("has its files, under another prefix of the bucket", async () => {
    const bytes = async (url: string) => Buffer.from(await (await fetch(url + image)).arrayBuffer());
    expect((await bytes(server.url)).length).toBeGreaterThan(0);
    expect((await bytes(restored.url)).equals(await bytes(server.url))).toBe(true);
    const keys = [`restored/${image.slice("/files/".length)}`, "restored/database-id"];
    expect(await bucket.keys()).toEqual(expect.arrayContaining(keys));
  });

  it("repeats the erasures since the backup and completes its destruction register", async () => {
    expect(output).toContain("Erased again: 4 visits");
    expect(await target.db("visits").pluck("id")).toEqual([keptVisitId]);
    expect(await passOf(target.db, passNo)).toMatchObject({ status: "available", visitId: null });
    const replayed = await target.db("destructionRegister").orderBy("id");
    const before = await db("destructionRegister").orderBy("id");
    const facts = ({ id, ...row }: Record<string, unknown>) => row;
    expect(replayed.slice(0, before.length).map(facts)).toEqual(before.map(facts));
    expect(await target.db("erasureRequests").where({ id: requestId }).first()).toMatchObject({
      state: "erased",
      name: "",
      cellCipher: null,
      erasedVisits: 1,
    });
    expect(await violatedRules(target.db)).toEqual([]);
    const check = await task("db", ["check"], targetEnv);
    expect(check.code, check.output).toBe(0);
  });

  it("reuses no id named in the register", async () => {
    const { id } = await addVisit(restored, site);
    expect(id).toBeGreaterThan(later);
    await target.db("visits").delete().where({ id });
    const { rows } = await target.db.raw("SELECT nextval('erasure_requests_id_seq') AS id");
    expect(rows[0].id).toBeGreaterThan(laterRequest);
  });

  it("has no sessions", async () => {
    expect(Number((await db("sessions").count())[0]?.count)).toBeGreaterThan(0);
    expect(await target.db("sessions")).toEqual([]);
    expect((await restored.get("/dash/user/current", { headers: { Cookie: crew.desk.cookie } })).status).toBe(
      401,
    );
  });

  it("writes to the register while other jobs wait, and retries", async () => {
    const folder = join(place, "later");
    const erasureRegister = join(folder, "erasures.jsonl");
    const entry = {
      ...{ kind: "request", at: new Date().toISOString(), requestId: laterRequest },
      ...{ state: "refused", decidedBy: crew.privacy.id, erasedVisits: 0 },
    };
    await target.db("erasureOutbox").insert({ entry });
    const jobs = startJobs(
      { ...restored.deps, settings: { ...restored.deps.settings, erasureRegister } },
      target.url,
    );
    await jobs.started;
    await eventually(() => /"job":"erasure-register".*job failed/.test(restored.log.join("\n")));
    expect(await isHeldAfterRestore(target.db)).toBe(true);
    mkdirSync(folder);
    // otherwise retried after ten seconds
    const now =
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'erasure-register' AND state = 'retry'";
    await eventually(async () => (await query(target.url, `${now} RETURNING id`)).length === 1);
    await eventually(() => existsSync(erasureRegister));
    await jobs.stop();
    const { entries } = await readRegister(erasureRegister, await databaseId(target.db));
    expect(entries).toEqual([entry]);
    expect(await target.db("erasureOutbox")).toEqual([]);
  });

  it("sends no queued messages, and pauses messages and jobs until an administrator confirms", async () => {
    expect(await messageOf(target.db, queued)).toMatchObject({ status: "unknown", error: "restored" });
    const deliveries = await target.db("webhookDeliveries").where({ webhookId }).orderBy("id");
    expect(deliveries.map(({ state, error }) => [state, error])).toEqual([
      ["unknown", "restored"],
      ["unknown", "restored"],
      ["delivered", ""],
    ]);
    const fresh = await addMessage(restored, { visitId: keptVisitId });
    expect(await sendDue(restored.deps)).toBe(0);
    const due = await addVisit(restored, site, {
      statusCode: "approved",
      startDate: "2025-03-01 10:00",
      endDate: "2025-03-01 12:00",
    });
    const jobs = startJobs(restored.deps, target.url);
    await jobs.started;
    await eventually(() => /"job":"end-visits".*job waits/.test(restored.log.join("\n")));
    expect((await target.db("visits").where({ id: due.id }).first()).statusCode).toBe("approved");

    const { loginId } = await addStaff(restored, site.company, "admin");
    const admin = await signIn(restored, loginId);
    const { body } = await admin.get("/dash/paused-jobs");
    expect(body).toMatchObject([{ job: "restored", amount: 1, total: 1, confirmedAt: null }]);
    const put = (amount: number) =>
      admin.send("PUT", "/dash/paused-jobs/restored", { body: { job: "restored", amount } });
    expect((await put(2)).status).toBe(405);
    expect((await put(1)).status).toBe(200);
    expect((await admin.get("/dash/paused-jobs")).body).toEqual([]);
    await jobs.stop();
    const again = startJobs(restored.deps, target.url);
    await again.started;
    await eventually(
      async () => (await target.db("visits").where({ id: due.id }).first()).statusCode === "ended",
    );
    await again.stop();
    await eventually(async () => (await messageOf(target.db, fresh.id)).status === "kept");
  }, 60_000);

  it("can also be confirmed by command", async () => {
    await target
      .db("pausedJobs")
      .insert({ job: "restored", amount: 0, total: 0, through: "2026-03-10", foundAt: new Date() });
    expect((await task("restore", ["--go"], targetEnv)).output).toContain("Jobs and messages go on.");
    expect(await isHeldAfterRestore(target.db)).toBe(false);
    expect(await releaseRestored(target.db, new Date())).toBe(false);
  });
});

describe("restore", () => {
  it("needs the register, outside its own files and backup", async () => {
    const other = await emptyTarget();
    await expect(restoreInto(other, backup, { register: "" })).rejects.toThrow(
      /is not set.*--without-erasure-register/,
    );
    await expect(restoreInto(other, backup, { register: join(place, "nowhere.jsonl") })).rejects.toThrow(
      /There is no register.*--without-erasure-register/,
    );
    for (const folder of [other.filesDir, backup]) {
      const refused = await task("restore", ["--from", backup], {
        ...envOf(other.url, other.filesDir),
        ERASURE_REGISTER: join(folder, "erasures.jsonl"),
      });
      expect(refused.code).toBe(1);
      expect(refused.output).toMatch(/ERASURE_REGISTER, .*, lies in .*Move the register elsewhere/);
    }
    expect(existsSync(other.filesDir)).toBe(false);
  }, 30_000);

  it("completes the register with erasures that wait in the replaced database, and makes none", async () => {
    const lost = await emptyTarget();
    await migrate(lost.url);
    await query(lost.url, `UPDATE configuration SET database_id = '${await databaseId(db)}'`);
    await queueErasure(lost.url);
    const path = join(place, "new.jsonl");
    const restore = () => restoreInto(lost, backup, { register: path, argv: [consentOf(lost.url)] });
    await expect(restore()).rejects.toThrow(
      /^Erasures that wait .* cannot be written to ERASURE_REGISTER: there is no .*new\.jsonl/,
    );
    writeFileSync(path, "");
    expect(await restore()).toMatchObject({ erased: 1 });
    expect(await lost.db("visits").where({ id: waiting })).toEqual([]);
  }, 30_000);

  it("is refused with other keys, and empties the database", async () => {
    const other = await emptyTarget();
    const key = { id: "k1", secret: Buffer.alloc(32, 7) };
    const strange = new FieldCipher({ data: [key], hash: [key] });
    await expect(restoreInto(other, backup, { cipher: strange })).rejects.toThrow(
      'the data key "k1" differs',
    );
    expect(await query(other.url, "SELECT to_regclass('public.visits') AS visits")).toEqual([
      { visits: null },
    ]);
  });
});

it("a backup, a restore and a check report a site that violates a database rule", async () => {
  const folder = join(place, "broken");
  await db.raw("SELECT setval('companies_id_seq', 1)");
  const result = await task("backup", ["--to", folder, "--without-keys"], {
    ...envOf(server.databaseUrl, server.deps.settings.filesDir),
    FILES_URL: bucket.url("site"),
  });
  await db.raw("SELECT setval('companies_id_seq', max(id)) FROM companies");
  const broken = expect.stringContaining("Not so: a sequence is as far as its table");
  expect([result.code, result.output]).toEqual([0, broken]);

  const other = await emptyTarget();
  const { problems } = await restoreInto(other, folder, { register });
  expect(problems).toEqual([expect.stringMatching(/^Line 5 of/), broken]);
  const check = await task("db", ["check"], envOf(other.url, other.filesDir));
  expect([check.code, check.output]).toEqual([
    1,
    expect.stringContaining("a sequence is as far as its table"),
  ]);
}, 30_000);
