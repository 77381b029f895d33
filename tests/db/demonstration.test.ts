import { isDeepStrictEqual } from "node:util";
import { verify } from "@node-rs/argon2";
import type { Knex } from "knex";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contentTypes } from "#contract/texts/terms.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { keysFromFolder } from "#db/field-keys.ts";
import { shiftDemonstration } from "#db/seeds/demonstration.ts";
import { todaysParties } from "#db/seeds/today.ts";
import {
  count,
  countWrongRetention,
  type Demonstration,
  everyStatus,
  later,
  now,
  openDemonstration,
  overdue,
  select,
  today,
  visitsWithImpossibleStatus,
  visitsWithWrongLog,
  visitsWithWrongPass,
} from "../support/demonstration.ts";

let demonstration: Demonstration;
let db: Knex;

const valuesOf = async (table: string, column: string): Promise<string[]> => {
  const rows = await select<{ value: string | null }>(db, `SELECT DISTINCT ${column} AS value FROM ${table}`);
  return rows.flatMap(({ value }) => value ?? []).sort();
};

describe("seeded database", () => {
  beforeAll(async () => {
    demonstration = await openDemonstration();
    ({ db } = demonstration);
    await demonstration.seed();
  });
  afterAll(() => demonstration.close());

  it("has 3 companies, 200 users, 400 visits, and purposes and places of which one each is disabled", async () => {
    expect(await count(db, "companies WHERE en_name <> ''")).toBe(3);
    expect(await count(db, "host_users")).toBe(200);
    expect(await count(db, "visits")).toBe(400);
    expect(await count(db, "user_codes WHERE kind = 9002 AND NOT in_use")).toBe(1);
    expect(await count(db, "user_codes WHERE kind = 9003 AND NOT in_use")).toBe(1);
    expect(await count(db, "user_codes WHERE en_name = ''")).toBe(0);
  });

  it("allows only four accounts to sign in", async () => {
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

  it("has namesakes in different departments, users without English names, and resigned users", async () => {
    const [most] = await select<{ n: number; departments: number }>(
      db,
      `SELECT count(*) AS n, count(DISTINCT department) AS departments FROM host_users
       GROUP BY name ORDER BY 1 DESC LIMIT 1`,
    );
    expect(most).toEqual({ n: 4, departments: 4 });
    expect(
      await count(db, "(SELECT FROM host_users GROUP BY name, department HAVING count(*) > 1) AS t"),
    ).toBe(0);
    expect(await count(db, "host_users WHERE en_name = ''")).toBeGreaterThan(10);
    expect(await count(db, "host_users WHERE status = 'resigned'")).toBeGreaterThan(3);
  });

  it("has terms of every type, a newer draft, and one Korean-only text", async () => {
    expect(await valuesOf("terms", "content_type")).toEqual(contentTypes.toSorted());
    const versions = await db("termsVersions").where({ termsId: 1 }).orderBy("version").select();
    expect(versions.map(({ version, deployedAt }) => [version, deployedAt !== null])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
    expect(await count(db, "terms_versions WHERE en_body = ''")).toBe(1);
    expect(await count(db, "privacy_policies WHERE applied AND en_content <> ''")).toBe(1);
    expect(await count(db, "privacy_policies WHERE NOT applied")).toBe(1);
  });

  it("has no scripts, styles or placeholders in texts", async () => {
    const bodies = [
      ...(await db("termsVersions").select("body", "enBody")).flatMap(({ body, enBody }) => [body, enBody]),
      ...(await db("privacyPolicies").select()).flatMap(({ content, enContent }) => [content, enContent]),
      ...(await db("logos").select()).map(({ content }) => content.toString("utf8")),
    ];
    for (const text of bodies) expect(text).not.toMatch(/<script|<style|style=|\son\w+=|javascript:|[{}]/i);
    expect(await db("logos").orderBy("lang").pluck("lang")).toEqual(["en", "ko"]);
  });

  it("has visits in every status and end reason, on every day from 60 days ago to 14 ahead", async () => {
    expect(await valuesOf("visits", "status_code")).toEqual(everyStatus);
    expect(await valuesOf("visits", "ended_because")).toEqual(["closed", "done", "expired", "noShow"]);
    const days = await select<{ day: number }>(
      db,
      `SELECT DISTINCT (start_at AT TIME ZONE 'Asia/Seoul')::date - (now AT TIME ZONE 'Asia/Seoul')::date AS day
       FROM visits, clock ORDER BY 1`,
    );
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 75 }, (_, index) => index - 60));
  });

  it("has groups of 1 to 6 companions, some without a number, and visits of several days", async () => {
    const sizes = await select<{ n: number }>(
      db,
      "SELECT count(*) AS n FROM visits GROUP BY leader_id HAVING leader_id > 0",
    );
    expect(sizes.length).toBeGreaterThanOrEqual(25);
    expect(new Set(sizes.map(({ n }) => n))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    expect(await count(db, "visits WHERE leader_id IS NOT NULL AND cell_cipher IS NULL")).toBeGreaterThan(5);
    expect(await count(db, "visits WHERE leader_id IS NULL AND cell_cipher IS NULL")).toBe(0);
    expect(await count(db, "visits WHERE end_at - start_at > interval '1 day'")).toBeGreaterThanOrEqual(20);
  });

  it("has visits on ten-minute steps, destroyed a year or a month after the end", async () => {
    expect(
      await count(
        db,
        "visits WHERE extract(epoch FROM start_at)::int % 600 + extract(epoch FROM end_at)::int % 600 > 0",
      ),
    ).toBe(0);
    expect(await countWrongRetention(db)).toBe(0);
  });

  it("has due visits for every day from D-5 to D-0, none of them open", async () => {
    const due = await select<{ left: number; open: boolean }>(
      db,
      `SELECT DISTINCT destroy_on + 5 - (now AT TIME ZONE 'Asia/Seoul')::date AS left,
         status_code IN ('applied', 'approved', 'entered') AS open
       FROM visits, clock WHERE destroy_on <= (now AT TIME ZONE 'Asia/Seoul')::date ORDER BY 1`,
    );
    expect(due).toEqual([0, 1, 2, 3, 4, 5].map((left) => ({ left, open: false })));
  });

  it("has a consistent activity for every visit", async () => {
    expect(await visitsWithWrongLog(db, now)).toEqual([]);
    expect(await visitsWithImpossibleStatus(db, now)).toEqual([]);
    expect(await visitsWithWrongPass(db, now)).toEqual([]);
  });

  it("has passes and vehicle passes in every status, two of them with visitors who left", async () => {
    expect(await valuesOf("passes", "status")).toEqual(["available", "issued", "lost", "retired"]);
    expect(await count(db, "passes WHERE vehicle AND status = 'issued'")).toBeGreaterThan(0);
    expect(
      await count(
        db,
        "passes JOIN visits ON visits.id = visit_id WHERE NOT vehicle AND status_code <> 'entered'",
      ),
    ).toBe(2);
  });

  it("never issues a pass to two visitors at once", async () => {
    expect(
      await select(
        db,
        `SELECT pass_no FROM (
          SELECT pass_no, action, lag(action) OVER (PARTITION BY pass_no ORDER BY at, id) AS before
          FROM visit_logs WHERE pass_no <> '' AND action IN ('issue', 'recovery')) AS log
        WHERE action = before`,
      ),
    ).toEqual([]);
  });

  it("has consents for all public requests and all entries, to terms then in force", async () => {
    const consented = "EXISTS (SELECT FROM visit_consents WHERE visit_id = visits.id)";
    const entered = "EXISTS (SELECT FROM visit_logs WHERE visit_id = visits.id AND action = 'issue')";
    expect(await count(db, `visits WHERE ${consented} <> (origin = 'public' OR ${entered})`)).toBe(0);
    expect(await count(db, "visit_consents WHERE NOT agreed")).toBeGreaterThan(0);
    expect(
      await count(
        db,
        `visit_consents AS consent JOIN terms_versions AS version ON version.id = terms_version_id
        JOIN terms ON terms.id = version.terms_id WHERE agreed_at < deployed_at OR content_type = '안내문'
        OR NOT agreed AND content_type <> '선택동의'
        OR EXISTS (SELECT FROM terms_versions AS newer WHERE newer.terms_id = terms.id
          AND newer.version > version.version AND newer.deployed_at < agreed_at)`,
      ),
    ).toBe(0);
  });

  it("finds the regular visitors by phone number", async () => {
    const cipher = new FieldCipher(keysFromFolder(demonstration.keys));
    for (const [name, number, lang] of [
      ["김방문", "010-0000-1234", "ko"],
      ["Jane Visitor", "010-0000-5678", "en"],
    ] as const) {
      const rows = await db("visits").whereIn("cellHash", cipher.hashes(number)).select();
      expect(rows.length).toBeGreaterThanOrEqual(5);
      for (const row of rows) {
        expect(row).toMatchObject({ name, lang });
        expect(cipher.decrypt(row, row.reserveNo)).toBe(number);
      }
    }
    expect(await count(db, "visits WHERE name = '김방문' AND leader_id IS NOT NULL")).toBe(1);
  });

  it("has visits in every status today, one overdue", async () => {
    const counts = await today(db, now);
    expect(Object.keys(counts)).toEqual(everyStatus);
    expect(Object.values(counts).reduce((sum, n) => sum + n)).toBeGreaterThanOrEqual(25);
    expect(await overdue(db, now)).toHaveLength(1);
  });
});

describe("groups of today", () => {
  const shape = (minute: number) =>
    todaysParties(minute).map(({ lead, companions }) => [lead.status, lead.steps.length, companions.length]);

  it("are consistent at every minute of the day", () => {
    const usual = shape(0);
    const wrong: unknown[] = [];
    for (let minute = 0; minute < 1440; minute++) {
      if (!isDeepStrictEqual(shape(minute), usual)) wrong.push({ minute, shape: shape(minute) });
      for (const { lead } of todaysParties(minute)) {
        const { status, start, end, updatedAt, steps } = lead;
        const isRight = [
          steps.every(({ at }, n) => n === 0 || (steps[n - 1]?.at ?? 0) <= at),
          updatedAt <= minute,
          end > start,
          !["approved", "applied"].includes(status) || end > minute,
          status !== "entered" || start < minute + 1,
          !["exited", "ended"].includes(status) || end <= minute,
        ];
        if (isRight.includes(false)) wrong.push({ minute, lead, isRight });
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("seeding", () => {
  beforeEach(async () => {
    demonstration = await openDemonstration();
    ({ db } = demonstration);
  });
  afterEach(() => demonstration.close());

  it("runs once when several processes start", async () => {
    await Promise.all([1, 2, 3].map(() => demonstration.seed()));
    expect(await count(db, "visits")).toBe(400);
  });

  it("shifts the dates of earlier data", async () => {
    await demonstration.seed();
    await demonstration.seed(later(5));
    expect(Object.keys(await today(db, later(5)))).toEqual(everyStatus);
    expect(await count(db, "visits")).toBe(400);
  });

  it.each([
    ["a company", "INSERT INTO companies (name) VALUES ('다른 회사')"],
    ["a purpose", "INSERT INTO user_codes (kind, name) VALUES (9003, '회의')"],
  ])("skips a database with %s", async (_what, sql) => {
    await db.raw(sql);
    const configuration = await db("configuration").select();
    await demonstration.seed();
    await shiftDemonstration(db, later(3));
    expect(await count(db, "host_users")).toBe(0);
    expect(await count(db, "terms")).toBe(0);
    expect(await count(db, "demonstration")).toBe(0);
    expect(await db("configuration").select()).toEqual(configuration);
  });
});
