/** Responses of `/readyz` (docs/reliability.md). */
import { randomBytes } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { serve } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";
import { markFinished, markUnfinished } from "#db/backup/restored.ts";
import { FieldCipher, type Key } from "#db/field-cipher.ts";
import { confirmKeys } from "#db/key-canaries.ts";
import { sharedEnv } from "../../support/api-process.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { addVisit } from "../../support/visits/visits.ts";

const key = (id: string): Key => ({ id, secret: randomBytes(32) });
const [d1, d2, h1] = [key("d1"), key("d2"), key("h1")];
const { server, site } = await seededSite({ cipher: new FieldCipher({ data: [d1], hash: [h1] }) });
const { db } = server;

const readyz = async () => {
  const { status, body } = await server.get("/readyz");
  return [status, body.status];
};

beforeEach(async () => {
  server.now = new Date();
  await truncate(db, "visits", "key_canaries");
  await confirmKeys(db, server.cipher);
});

it("/readyz succeeds with the keys that the database was written with", async () => {
  await addVisit(server, site, { cellphone: "010-0000-1234" });
  expect(await readyz()).toEqual([200, "ready"]);
});

it("/readyz fails for a database written with other keys", async () => {
  await truncate(db, "key_canaries");
  await confirmKeys(db, new FieldCipher({ data: [key("d1")], hash: [h1] }));
  expect(await readyz()).toEqual([503, "keys differ"]);
});

it("/readyz fails when another process writes with a newer key, until it is known", async () => {
  const newer = new FieldCipher({ data: [d2, d1], hash: [h1] });
  await confirmKeys(db, newer);
  expect(await readyz()).toEqual([200, "ready"]);
  await addVisit(Object.assign(Object.create(server), { cipher: newer }), site, {
    cellphone: "010-0000-1234",
  });
  expect(await readyz()).toEqual([503, "keys differ"]);
});

it.each([6, -6])("/readyz fails when the clock is %s minutes ahead of the database's", async (minutes) => {
  server.now = new Date(Date.now() + minutes * 60_000);
  expect(await readyz()).toEqual([503, "clocks differ"]);
  server.now = new Date(Date.now() + (minutes - Math.sign(minutes) * 2) * 60_000);
  expect(await readyz()).toEqual([200, "ready"]);
});

it("/readyz returns each job's last run, and marks jobs late by twice their period", async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const doneAt = [ago(170), ago(190), ago(2), ago(4), null];
  const jobs = doneAt.map((at, n) => ({ name: `job${n}`, minute: n < 2 ? 2 : null, doneAt: at }));
  await db("jobRuns").insert(jobs.map((job) => ({ ...job, addedAt: ago(500) })));
  const { status, body } = await server.get("/readyz");
  expect(status).toBe(200);
  const isOverdue = [false, true, false, true, true];
  expect(body.jobs).toEqual(
    doneAt.map((at, n) => ({ name: `job${n}`, doneAt: at?.toISOString() ?? null, isOverdue: isOverdue[n] })),
  );
  const paused = { job: "restored", amount: 0, total: 0, through: "2026-03-09", foundAt: ago(9) };
  await db("pausedJobs").insert(paused);
  expect((await server.get("/readyz")).body.jobs).toMatchObject(doneAt.map(() => ({ isOverdue: false })));
  await truncate(db, "job_runs", "paused_jobs");
});

it("/readyz fails while a restore is unfinished, and no process starts", async () => {
  await db.transaction(markUnfinished);
  expect(await readyz()).toEqual([503, "restore unfinished"]);
  const env = sharedEnv(server.databaseUrl);
  await expect(serve({ settings: readSettings(env), databaseUrl: server.databaseUrl })).rejects.toThrow(
    /^A restore of this database was broken off, or is still at work: .* Run npm run restore again/,
  );
  await db.transaction(markFinished);
  expect(await readyz()).toEqual([200, "ready"]);
});
