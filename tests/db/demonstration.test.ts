import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verify } from "@node-rs/argon2";
import type { Knex } from "knex";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contentTypes } from "#contract/terms.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { keysFromFolder } from "#db/field-keys.ts";
import { connect } from "#db/knex.ts";
import { moveDemonstration, seedDemonstration } from "#db/seeds/demonstration.ts";
import { todaysParties } from "#db/seeds/today.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

const hour = 60 * 60 * 1000;
/** Seven past two in the afternoon in Seoul. */
const now = new Date("2026-03-10T05:07:00Z");
const later = (days: number, hours = 0) => new Date(now.getTime() + (days * 24 + hours) * hour);

const everyStatus = ["applied", "approved", "cancelled", "ended", "entered", "exited", "rejected"];

let keys: string;
let database: TestDatabase;
let db: Knex;

const open = async () => {
  database = await testDatabase();
  db = connect(database.url);
};
const close = async () => {
  await db.destroy();
  await database.drop();
};

beforeAll(() => {
  keys = mkdtempSync(join(tmpdir(), "demonstration-keys-"));
});
afterAll(() => rmSync(keys, { recursive: true }));

async function select<Row>(sql: string, moment = now): Promise<Row[]> {
  const withMoment = `WITH clock AS (SELECT CAST(:moment AS timestamptz) AS now,
    date_trunc('day', CAST(:moment AS timestamptz), 'Asia/Seoul') AS midnight) ${sql}`;
  return (await db.raw<{ rows: Row[] }>(withMoment, { moment })).rows;
}

const count = async (from: string): Promise<number> =>
  (await select<{ n: number }>(`SELECT count(*) AS n FROM ${from}`))[0]?.n ?? Number.NaN;

/** The different values of a column. */
const valuesOf = async (table: string, column: string): Promise<string[]> => {
  const rows = await select<{ value: string | null }>(`SELECT DISTINCT ${column} AS value FROM ${table}`);
  return rows.flatMap(({ value }) => value ?? []).sort();
};

/** Everything that a move could change. */
const everything = () =>
  Promise.all([
    db("visits").select().orderBy("id"),
    db("visitLogs").select().orderBy("id"),
    db("visitConsents").select().orderBy("id"),
    db("demonstration").select(),
  ]);

/** Visits whose log does not tell, step by step and up to the moment, how they came to their status. */
const badlyLogged = (moment: Date) =>
  select(
    `SELECT visit.id, visit.status_code FROM clock, visits AS visit LEFT JOIN (
       SELECT visit_id, array_agg(to_code ORDER BY id) AS codes, min(at) AS first, max(at) AS last,
         bool_and(fits) AS fits
       FROM (SELECT *, coalesce(at >= lag(at) OVER before, true)
               AND from_code IS NOT DISTINCT FROM lag(to_code) OVER before AS fits
             FROM visit_logs WINDOW before AS (PARTITION BY visit_id ORDER BY id)) AS log
       GROUP BY visit_id
     ) AS log ON log.visit_id = visit.id
     WHERE NOT coalesce(log.fits AND log.codes[cardinality(log.codes)] = visit.status_code
       AND log.first = visit.created_at AND log.last = visit.updated_at AND log.last <= clock.now, false)`,
    moment,
  );

/** Everybody inside holds a pass since they came in, and what is out was issued in the log. */
const badlyPassed = (moment: Date) =>
  select(
    `SELECT visit.id FROM clock, visits AS visit
     LEFT JOIN passes AS pass ON pass.visit_id = visit.id AND NOT pass.vehicle
     WHERE (visit.status_code = 'entered' AND pass.id IS NULL)
        OR (pass.id IS NOT NULL AND (pass.issued_at <> visit.entered_at OR pass.pass_no <> (
          SELECT pass_no FROM visit_logs WHERE visit_id = visit.id AND action = 'issue' ORDER BY id DESC LIMIT 1)))`,
    moment,
  );

/** Visits in a status that they cannot have at the moment, and people let in too early or too late. */
const impossible = (moment: Date) =>
  select(
    `SELECT id, status_code FROM visits, clock
     WHERE (status_code IN ('applied', 'approved', 'exited') AND end_at < midnight)
        OR (status_code IN ('entered', 'exited') AND start_at > now)
        OR (status_code = 'ended' AND end_at > now)
        OR entered_at IS DISTINCT FROM (SELECT max(at) FROM visit_logs WHERE visit_id = visits.id AND action = 'issue')
        OR (status_code = 'entered') <> (entered_at IS NOT NULL AND exited_at IS NULL)
        OR EXISTS (SELECT FROM visit_logs WHERE visit_id = visits.id AND action = 'issue'
             AND at NOT BETWEEN start_at - interval '60 minutes' AND end_at)`,
    moment,
  );

/** Visits that are not kept for a year, nor, for some days, for a month. */
const otherwiseKept = () =>
  count("visits WHERE destroy_on - (end_at AT TIME ZONE 'Asia/Seoul')::date NOT IN (365, 30)");

const overdue = (moment: Date) =>
  select("SELECT id FROM visits, clock WHERE status_code = 'entered' AND end_at < now", moment);

/** How many visits of the moment's day there are in each status. */
async function today(moment: Date): Promise<Record<string, number>> {
  const rows = await select<{ code: string; n: number }>(
    `SELECT status_code AS code, count(*) AS n FROM visits, clock
     WHERE start_at < midnight + interval '24 hours' AND end_at >= midnight GROUP BY 1 ORDER BY 1`,
    moment,
  );
  return Object.fromEntries(rows.map(({ code, n }) => [code, n]));
}

describe("a freshly filled database", () => {
  beforeAll(async () => {
    await open();
    await seedDemonstration(database.url, keys, now);
  });
  afterAll(close);

  it("holds 3 companies, 200 people, 400 visits, purposes and places, one of each not in use", async () => {
    expect(await count("companies WHERE en_name <> ''")).toBe(3);
    expect(await count("host_users")).toBe(200);
    expect(await count("visits")).toBe(400);
    expect(await count("user_codes WHERE kind = 9002 AND NOT in_use")).toBe(1);
    expect(await count("user_codes WHERE kind = 9003 AND NOT in_use")).toBe(1);
    expect(await count("user_codes WHERE en_name = ''")).toBe(0);
  });

  it("lets the four accounts sign in, and nobody else", async () => {
    const accounts = await db("hostUsers").whereNotNull("passwordHash").orderBy("loginId").select();
    expect(accounts.map(({ loginId, role }) => [loginId, role])).toEqual([
      ["admin", "admin"],
      ["desk", "desk"],
      ["host", "host"],
      ["privacy", "privacy"],
    ]);
    for (const { passwordHash } of accounts) {
      expect(passwordHash).toMatch(/^\$argon2id\$/);
      expect(await verify(passwordHash, "visit-demo-2026!")).toBe(true);
    }
  });

  it("knows namesakes in different departments, people without an English name, people who left", async () => {
    const [most] = await select<{ n: number; departments: number }>(
      `SELECT count(*) AS n, count(DISTINCT department) AS departments FROM host_users
       GROUP BY name ORDER BY 1 DESC LIMIT 1`,
    );
    expect(most).toEqual({ n: 4, departments: 4 });
    expect(await count("(SELECT FROM host_users GROUP BY name, department HAVING count(*) > 1) AS t")).toBe(
      0,
    );
    expect(await count("host_users WHERE en_name = ''")).toBeGreaterThan(10);
    expect(await count("host_users WHERE status = 'resigned'")).toBeGreaterThan(3);
  });

  it("has terms of every type, a newer draft, and one text only in Korean", async () => {
    expect(await valuesOf("terms", "content_type")).toEqual(contentTypes.toSorted());
    const versions = await db("termsVersions").where({ termsId: 1 }).orderBy("version").select();
    expect(versions.map(({ version, deployedAt }) => [version, deployedAt !== null])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
    expect(await count("terms_versions WHERE en_body = ''")).toBe(1);
    expect(await count("privacy_policies WHERE applied AND en_content <> ''")).toBe(1);
    expect(await count("privacy_policies WHERE NOT applied")).toBe(1);
  });

  it("keeps its texts plain: no scripts, styles or placeholders", async () => {
    const bodies = [
      ...(await db("termsVersions").select("body", "enBody")).flatMap(({ body, enBody }) => [body, enBody]),
      ...(await db("privacyPolicies").select()).flatMap(({ content, enContent }) => [content, enContent]),
      ...(await db("logos").select()).map(({ content }) => content.toString("utf8")),
    ];
    for (const text of bodies) expect(text).not.toMatch(/<script|<style|style=|\son\w+=|javascript:|[{}]/i);
    expect(await db("logos").orderBy("lang").pluck("lang")).toEqual(["en", "ko"]);
  });

  it("has visits in every status, ended for every reason, on every day from 60 back to 14 ahead", async () => {
    expect(await valuesOf("visits", "status_code")).toEqual(everyStatus);
    expect(await valuesOf("visits", "ended_because")).toEqual(["closed", "done", "expired", "noShow"]);
    const days = await select<{ day: number }>(
      `SELECT DISTINCT (start_at AT TIME ZONE 'Asia/Seoul')::date - (now AT TIME ZONE 'Asia/Seoul')::date AS day
       FROM visits, clock ORDER BY 1`,
    );
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 75 }, (_, index) => index - 60));
  });

  it("has groups of 1 to 6 companions, some without a number, and visits of several days", async () => {
    const sizes = await select<{ n: number }>(
      "SELECT count(*) AS n FROM visits GROUP BY leader_id HAVING leader_id > 0",
    );
    expect(sizes.length).toBeGreaterThanOrEqual(25);
    expect(new Set(sizes.map(({ n }) => n))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    expect(await count("visits WHERE leader_id IS NOT NULL AND cell_cipher IS NULL")).toBeGreaterThan(5);
    expect(await count("visits WHERE leader_id IS NULL AND cell_cipher IS NULL")).toBe(0);
    expect(await count("visits WHERE end_at - start_at > interval '1 day'")).toBeGreaterThanOrEqual(20);
  });

  it("starts and ends visits on the ten-minute step and destroys them a year after their end, or a month", async () => {
    expect(
      await count(
        "visits WHERE extract(epoch FROM start_at)::int % 600 + extract(epoch FROM end_at)::int % 600 > 0",
      ),
    ).toBe(0);
    expect(await otherwiseKept()).toBe(0);
  });

  it("fills the trash: something is due on every day from D-5 to D-0, and nothing that is not over", async () => {
    const due = await select<{ left: number; open: boolean }>(
      `SELECT DISTINCT destroy_on + 5 - (now AT TIME ZONE 'Asia/Seoul')::date AS left,
         status_code IN ('applied', 'approved', 'entered') AS open
       FROM visits, clock WHERE destroy_on <= (now AT TIME ZONE 'Asia/Seoul')::date ORDER BY 1`,
    );
    expect(due).toEqual([0, 1, 2, 3, 4, 5].map((left) => ({ left, open: false })));
  });

  it("tells in every log how the visit came to its status, and nothing impossible", async () => {
    expect(await badlyLogged(now)).toEqual([]);
    expect(await impossible(now)).toEqual([]);
    expect(await badlyPassed(now)).toEqual([]);
  });

  it("has passes and vehicle passes: free, out, lost and retired, two of them with people who left", async () => {
    expect(await valuesOf("passes", "status")).toEqual(["available", "issued", "lost", "retired"]);
    expect(await count("passes WHERE vehicle AND status = 'issued'")).toBeGreaterThan(0);
    expect(
      await count(
        "passes JOIN visits ON visits.id = visit_id WHERE NOT vehicle AND status_code <> 'entered'",
      ),
    ).toBe(2);
  });

  it("never has one pass with two people at once", async () => {
    expect(
      await select(`SELECT pass_no FROM (
          SELECT pass_no, action, lag(action) OVER (PARTITION BY pass_no ORDER BY at, id) AS before
          FROM visit_logs WHERE pass_no <> '' AND action IN ('issue', 'recovery')) AS log
        WHERE action = before`),
    ).toEqual([]);
  });

  it("has consents for all public applications and all who went in, to texts in force at the time", async () => {
    const consented = "EXISTS (SELECT FROM visit_consents WHERE visit_id = visits.id)";
    const entered = "EXISTS (SELECT FROM visit_logs WHERE visit_id = visits.id AND action = 'issue')";
    expect(await count(`visits WHERE ${consented} <> (origin = 'public' OR ${entered})`)).toBe(0);
    expect(await count("visit_consents WHERE NOT agreed")).toBeGreaterThan(0);
    expect(
      await count(`visit_consents AS consent JOIN terms_versions AS version ON version.id = terms_version_id
        JOIN terms ON terms.id = version.terms_id WHERE agreed_at < deployed_at OR content_type = '안내문'
        OR NOT agreed AND content_type <> '선택동의'
        OR EXISTS (SELECT FROM terms_versions AS newer WHERE newer.terms_id = terms.id
          AND newer.version > version.version AND newer.deployed_at < agreed_at)`),
    ).toBe(0);
  });

  it("finds the regular visitors by their numbers", async () => {
    const cipher = new FieldCipher(keysFromFolder(keys));
    for (const [name, number, lang] of [
      ["김방문", "010-0000-1234", "ko"],
      ["Jane Visitor", "010-0000-5678", "en"],
    ] as const) {
      const rows = await db("visits").whereIn("cellHash", cipher.hashes(number)).select();
      expect(rows.length).toBeGreaterThanOrEqual(5);
      for (const row of rows) {
        expect(row).toMatchObject({ name, lang });
        expect(cipher.open(row, row.reserveNo)).toBe(number);
      }
    }
    expect(await count("visits WHERE name = '김방문' AND leader_id IS NOT NULL")).toBe(1);
  });

  it("fills today with something of everything, one person overdue", async () => {
    const counts = await today(now);
    expect(Object.keys(counts)).toEqual(everyStatus);
    expect(Object.values(counts).reduce((sum, n) => sum + n)).toBeGreaterThanOrEqual(25);
    expect(await overdue(now)).toHaveLength(1);
  });
});

describe("the parties of today", () => {
  const shape = (minute: number) =>
    todaysParties(minute).map(({ lead, companions }) => [lead.status, lead.steps.length, companions.length]);

  it("are the same at every minute of the day, with times that fit it", () => {
    const usual = shape(0);
    for (let minute = 0; minute < 1440; minute++) {
      expect(shape(minute)).toEqual(usual);
      for (const { lead } of todaysParties(minute)) {
        const times = lead.steps.map(({ at }) => at);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        expect(lead.updatedAt).toBeLessThanOrEqual(minute);
        expect(lead.end).toBeGreaterThan(lead.start);
        if (lead.status === "approved" || lead.status === "applied") expect(lead.end).toBeGreaterThan(minute);
        if (lead.status === "entered") expect(lead.start).toBeLessThan(minute + 1);
        if (lead.status === "exited" || lead.status === "ended") expect(lead.end).toBeLessThanOrEqual(minute);
      }
    }
  });
});

describe("moving the demonstration along", () => {
  beforeEach(async () => {
    await open();
    await seedDemonstration(database.url, keys, now);
  });
  afterEach(close);

  /** A visit that somebody made since, like the seed's first one. */
  async function personsVisit(): Promise<number> {
    const { id: _id, ...row } = await db("visits").where({ id: 1 }).first();
    const [made] = await db("visits")
      .insert({ ...row, reserveNo: "260310-AAAAA", leaderId: null })
      .returning("id");
    await db("visitLogs").insert({
      visitId: made.id,
      action: "apply",
      toCode: "applied",
      actorKind: "visitor",
      at: now,
    });
    return made.id;
  }

  it("moves the seed's visits by whole days, and no visit made since", async () => {
    const id = await personsVisit();
    const [visits, logs, consents] = await everything();
    await moveDemonstration(db, later(3));
    const [moved, movedLogs, movedConsents] = await everything();
    const shifted = (at: Date) => new Date(at.getTime() + 72 * hour);
    const keep = ({ visitId }: { visitId: number }) => visitId === id;
    expect(
      moved.map(({ startAt, endAt, createdAt, updatedAt }) => [startAt, endAt, createdAt, updatedAt]),
    ).toEqual(
      visits.map((row) =>
        [row.startAt, row.endAt, row.createdAt, row.updatedAt].map((at) =>
          row.id === id ? at : shifted(at),
        ),
      ),
    );
    expect(movedLogs.map(({ at }) => at)).toEqual(logs.map((log) => (keep(log) ? log.at : shifted(log.at))));
    expect(movedConsents.map(({ agreedAt }) => agreedAt)).toEqual(
      consents.map(({ agreedAt }) => shifted(agreedAt)),
    );
    expect(await db("visits").where({ id }).first()).toEqual(visits.at(-1));
    expect(await otherwiseKept()).toBe(0);
  });

  it("changes nothing the second time on a day, nor when the clock goes back", async () => {
    await moveDemonstration(db, later(3));
    const before = await everything();
    await moveDemonstration(db, later(3, 8));
    await moveDemonstration(db, later(1));
    await seedDemonstration(database.url, keys, later(3, 2));
    expect(await everything()).toEqual(before);
  });

  it.each([
    ["just after midnight", later(1, -14)],
    ["in the early morning", later(4, -8)],
    ["in the evening", later(9, 7)],
    ["just before midnight", later(30, 9.8)],
  ])("leaves a sensible today %s", async (_when, moment) => {
    await moveDemonstration(db, moment);
    expect(await badlyLogged(moment)).toEqual([]);
    expect(await impossible(moment)).toEqual([]);
    expect(await badlyPassed(moment)).toEqual([]);
    expect(Object.keys(await today(moment))).toEqual(
      expect.arrayContaining(["applied", "approved", "entered", "exited"]),
    );
    expect(await overdue(moment)).toHaveLength(1);
  });

  it("takes back what the night ended of today's visits, and of no earlier one", async () => {
    const night = later(0, 10);
    await db.raw(
      `WITH over AS (
         UPDATE visits SET status_code = 'ended', updated_at = :night,
           ended_because = CASE old.status_code WHEN 'applied' THEN 'expired' WHEN 'approved' THEN 'noShow' ELSE 'done' END
         FROM visits AS old WHERE old.id = visits.id AND visits.end_at < :night
           AND visits.status_code IN ('applied', 'approved', 'exited')
         RETURNING visits.id, old.status_code
       )
       INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, at)
       SELECT id, 'end', status_code, 'ended', 'job', :night FROM over`,
      { night },
    );
    const ended = await count("visits WHERE status_code = 'ended'");
    expect(Object.keys(await today(now))).not.toContain("applied");
    await moveDemonstration(db, later(1));
    expect(await count("visits WHERE status_code = 'ended'")).toBeLessThan(ended);
    expect(Object.keys(await today(later(1)))).toEqual(everyStatus);
    expect(await badlyLogged(later(1))).toEqual([]);
    expect(await impossible(later(1))).toEqual([]);
  });

  it("keeps what people did, in the past", async () => {
    const evening = later(0, 5);
    const { id } = await db("visits").where({ statusCode: "applied" }).orderBy("id", "desc").first("id");
    await db("visits").where({ id }).update({ statusCode: "approved", updatedAt: evening });
    const approval = { visitId: id, action: "approve", fromCode: "applied", toCode: "approved" };
    await db("visitLogs").insert({ ...approval, actorKind: "staff", actorId: 3, at: evening });
    const before = await db("visits").where({ id }).first();
    await moveDemonstration(db, later(2, -3));
    const after = await db("visits").where({ id }).first();
    expect(after.statusCode).toBe("approved");
    expect(after.updatedAt).toEqual(later(1, 5));
    expect(after.startAt.getTime() - before.startAt.getTime()).toBe(24 * hour);
    expect(await badlyLogged(later(2, -3))).toEqual([]);
  });

  it("moves once when several processes do it at the same time", async () => {
    const [visits] = await everything();
    const processes = [connect(database.url), connect(database.url), connect(database.url)];
    await Promise.all(processes.map((process) => moveDemonstration(process, later(2))));
    await Promise.all(processes.map((process) => process.destroy()));
    const [moved] = await everything();
    expect(moved[0].startAt.getTime() - visits[0].startAt.getTime()).toBe(48 * hour);
  });
});

describe("seeding", () => {
  beforeEach(open);
  afterEach(close);

  it("fills once when several processes do it at the same time", async () => {
    await Promise.all([1, 2, 3].map(() => seedDemonstration(database.url, keys, now)));
    expect(await count("visits")).toBe(400);
  });

  it("moves along what it filled before", async () => {
    await seedDemonstration(database.url, keys, now);
    await seedDemonstration(database.url, keys, later(5));
    expect(Object.keys(await today(later(5)))).toEqual(everyStatus);
    expect(await count("visits")).toBe(400);
  });

  it.each([
    ["a company", "INSERT INTO companies (name) VALUES ('다른 회사')"],
    ["a purpose", "INSERT INTO user_codes (kind, name) VALUES (9003, '회의')"],
  ])("leaves a database alone that holds %s", async (_what, sql) => {
    await db.raw(sql);
    const configuration = await db("configuration").select();
    await seedDemonstration(database.url, keys, now);
    await moveDemonstration(db, later(3));
    expect(await count("host_users")).toBe(0);
    expect(await count("terms")).toBe(0);
    expect(await count("demonstration")).toBe(0);
    expect(await db("configuration").select()).toEqual(configuration);
  });
});
