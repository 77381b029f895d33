/** Destruction of thousands of visits in batches, without blocking other calls. */
import type { Knex } from "knex";
import { beforeEach, describe, expect, it } from "vitest";
import { destroyDue } from "#api/jobs/destroy-due.ts";
import { maxCompanions } from "#contract/visits/visit-actions.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { koreanApplication } from "../../support/site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const { db } = server;
const noon = new Date("2026-03-10T03:00:00Z");
const batch = 200;

beforeEach(async () => {
  server.log.length = 0;
  await truncate(db, "visits", "changes", "visit_statistics", "paused_jobs", "erasure_outbox", "messages");
});

/** Adds long overdue visits with log, message and link, each with companions. */
async function addDue(count: number, companions = 0): Promise<void> {
  const columns = `reserve_no, status_code, ended_because, leader_id, host_user_id, purpose_id, start_at, end_at, name,
    origin, lang, destroy_on`;
  const values = `'ended', 'done', leader, :host, :purpose, '2025-03-09T01:00Z', '2025-03-09T02:00Z', '홍길동', 'public',
    'ko'`;
  await db.raw(
    `WITH leaders AS (
       INSERT INTO visits (${columns})
       SELECT '250309-' || lpad(n::text, 5, '0'), ${values}, '2026-01-01'::date + n % 30
       FROM generate_series(1, :count::integer) AS n, (SELECT NULL::integer AS leader) AS no_leader RETURNING id)
     INSERT INTO visits (${columns})
     SELECT '250308-' || upper(lpad(to_hex(leader * 60 + n), 5, '0')), ${values}, '2026-01-30'
     FROM (SELECT id AS leader FROM leaders) AS leaders, generate_series(1, :companions::integer) AS n`,
    { count, companions, host: site.host, purpose: site.purpose },
  );
  await db.raw(`
    INSERT INTO visit_logs (visit_id, action, to_code, actor_kind, at) SELECT id, 'apply', 'applied', 'visitor', start_at FROM visits;
    INSERT INTO visit_links (visit_id, token_hash, created_at) SELECT id, sha256(id::text::bytea), start_at FROM visits;
    INSERT INTO messages (ref, visit_id, kind, event, text, lang, status, created_at, updated_at, cell_cipher, cell_key,
      cell_hash, cell_last_four_hash, cell_hash_key)
    SELECT 'due-' || id, id, 'sms', 'approve', '안내', 'ko', 'kept', start_at, start_at, '\\x00', 'k', sha256(id::text::bytea),
      sha256('1'), 'k' FROM visits`);
}

const run = (pool: Knex = db) => destroyDue({ ...server.deps, clock: () => noon, db: pool });

async function confirmAmount(): Promise<void> {
  expect(await run()).toBe(0);
  await db("pausedJobs").update({ confirmedAt: noon });
}

const destroyAll = (pool?: Knex) => confirmAmount().then(() => run(pool));

/** A pool that reports transactions before and after their commit. */
function watched(before: (trx: Knex.Transaction) => Promise<void>, after: () => Promise<void>): Knex {
  const transaction = async (work: (trx: Knex.Transaction) => Promise<unknown>) => {
    const done = await db.transaction(async (trx) => {
      const result = await work(trx);
      await before(trx);
      return result;
    });
    await after();
    return done;
  };
  return new Proxy(db, {
    get: (target, name, own) => (name === "transaction" ? transaction : Reflect.get(target, name, own)),
  });
}

interface Line {
  readonly visits: number[];
  /** rows of the same transaction */
  readonly changed: number[];
  readonly entries: number;
}

async function linesSince(id: number): Promise<Line[]> {
  const { rows } = await db.raw<{ rows: Line[] }>(
    `SELECT r.visit_ids AS visits,
       ARRAY(SELECT visit_id FROM changes c WHERE kind = 'visit' AND c.transaction::xid = r.xmin ORDER BY id) AS changed,
       (SELECT count(*) FROM erasure_outbox o WHERE o.xmin = r.xmin) AS entries
     FROM destruction_register r WHERE r.id > ? ORDER BY r.id`,
    [id],
  );
  return rows;
}
const lastLine = async (): Promise<number> =>
  (await db("destructionRegister").max("id as id").first())?.id ?? 0;
const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);

describe("destroying thousands of visits", () => {
  it("runs in batches, each a transaction with its register row", async () => {
    await addDue(2_050);
    const ids: number[] = await db("visits").orderBy("id").pluck("id");
    const before = await lastLine();
    expect(await destroyAll()).toBe(2_050);
    const lines = await linesSince(before);
    expect(lines).toHaveLength(11);
    for (const { visits, changed, entries } of lines) {
      expect(visits.length).toBeLessThanOrEqual(batch);
      expect(sorted(changed)).toEqual(sorted(visits));
      expect(entries).toBe(1);
    }
    expect(sorted(lines.flatMap(({ visits }) => visits))).toEqual(ids);
    for (const table of ["visits", "visitLogs", "visitLinks", "visitSearch"])
      expect(await db(table), table).toEqual([]);
    expect(await db("messages").where({ erasedAt: null })).toEqual([]);
  });

  it("destroys each visit once when several processes run", async () => {
    await addDue(950);
    const open = await addVisit(server, site, { statusCode: "entered", destroyOn: "2026-01-01" });
    const before = await lastLine();
    await confirmAmount();
    const counts = await Promise.all([run(), run(), run()]);
    counts.push(await run());
    expect(counts.reduce((sum, count) => sum + count)).toBe(950);
    expect(await db("visits").pluck("id")).toEqual([open.id]);
    const ids = (await linesSince(before)).flatMap(({ visits }) => visits);
    expect(ids).toHaveLength(950);
    expect(new Set(ids).size).toBe(950);
    expect(await db("visitStatistics").sum("visits")).toEqual([{ sum: 950 }]);
  });

  it("counts companions and keeps them in the leader's batch", async () => {
    await addDue(20, maxCompanions);
    const parties = new Map<number, number>(
      (await db("visits").select("id", "leaderId")).map(({ id, leaderId }) => [id, leaderId ?? id]),
    );
    const before = await lastLine();
    expect(await destroyAll()).toBe(20 * (maxCompanions + 1));
    const lines = await linesSince(before);
    const heads = lines.map(({ visits }) => new Set(visits.map((id) => parties.get(id))));
    expect(Math.max(...lines.map(({ visits }) => visits.length))).toBeLessThanOrEqual(batch);
    expect(heads.reduce((sum, { size }) => sum + size, 0)).toBe(20);
  });

  it("locks one batch, blocks no other call, and holds no locks between batches", async () => {
    await addDue(650);
    const own = { name: "홍길동", cellPhone: "01012345678" };
    const ownVisit = await addVisit(server, site, { name: own.name, cellphone: "010-1234-5678" });
    const locked = async () => {
      const { rows } = await db.raw<{ rows: [{ count: number }] }>(
        `WITH free AS MATERIALIZED (SELECT id FROM visits FOR UPDATE SKIP LOCKED)
         SELECT (SELECT count(*) FROM visits) - (SELECT count(*) FROM free) AS count`,
      );
      return rows[0].count;
    };
    const during: number[] = [];
    const between: number[] = [];
    const job = watched(
      async (trx) => {
        const { rows } = await trx.raw("SELECT pg_backend_pid() AS pid");
        const { rows: strong } = await db.raw(
          `SELECT relation::regclass::text AS relation, mode FROM pg_locks WHERE pid = ? AND locktype = 'relation'
             AND mode NOT IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
          [rows[0].pid],
        );
        expect(strong).toEqual([]);
        during.push(await locked());
        const calls = [
          crew.desk.get("/dash/visits/progress"),
          crew.desk.get("/api/visit?q=홍길&size=20"),
          crew.desk.get("/dash/reports/visits?from=2025-03-01&to=2025-03-31"),
          server.post("/api/request/search", { body: own }),
          server.post("/api/request/simple/save/", {
            body: koreanApplication(site),
            headers: { "Idempotency-Key": `meanwhile-${during.length}` },
          }),
        ];
        if (during.length === 1) calls.push(crew.desk.put(`/dash/user/approve/${ownVisit.id}`, { body: {} }));
        for (const answer of await Promise.all(calls)) expect(answer.status, answer.text).toBe(200);
      },
      async () => void between.push(await locked()),
    );
    expect(await destroyAll(job)).toBe(650);
    expect(during).toEqual([200, 200, 200, 50, 0]);
    expect(between).toEqual([0, 0, 0, 0, 0]);
  });

  it("continues after the last complete batch when interrupted", async () => {
    await addDue(500);
    const before = await lastLine();
    let batches = 0;
    const job = watched(
      async () => {
        batches += 1;
        if (batches === 2) throw new Error("broken off");
      },
      async () => {},
    );
    await expect(destroyAll(job)).rejects.toThrow("broken off");
    expect(await db("visits")).toHaveLength(300);
    expect((await linesSince(before)).flatMap(({ visits }) => visits)).toHaveLength(200);
    expect(await run()).toBe(300);
    expect((await linesSince(before)).flatMap(({ visits }) => visits)).toHaveLength(500);
  });
});
