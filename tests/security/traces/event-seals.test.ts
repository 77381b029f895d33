/** Hash chain of the event log, and alerts (OWASP ASVS 5.0, 16.4.2; 안전성 확보조치 기준 제8조 제2항). */
import { describe, expect, it } from "vitest";
import { watchEvents } from "#api/features/events/alerts.ts";
import { checkDays, sealDays } from "#api/features/events/queries.ts";
import { maintainEvents } from "#api/jobs/clean-up.ts";
import { addStaff, signIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { eventRows } from "../../support/event-rows.ts";

const { server, site, crew } = await staffedSite();
const { db } = server;
const { added } = eventRows(db);
const alertTexts = async (): Promise<string[]> =>
  db("messages").where({ event: "account" }).orderBy("id").pluck("text");

describe("tampering with events (16.4.2)", () => {
  it("is prevented by triggers on events, day hashes and checks", async () => {
    await crew.admin.put("/dash/sms/templates/reject", { body: { enabled: false } });
    for (const table of ["events", "event_days", "event_checks"]) {
      if (table === "event_days")
        await db.raw("INSERT INTO event_days (day, rows, hash) VALUES ('2020-01-01', 0, sha256(''))");
      if (table === "event_checks") await db.raw("INSERT INTO event_checks (days, broken) VALUES (0, '{}')");
      const column = { events: "detail = 'x'", event_days: "rows = 9", event_checks: "days = 9" }[table];
      for (const work of [`UPDATE ${table} SET ${column}`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
        await expect(db.raw(work), work).rejects.toThrow(/append|only|change/i);
    }
    // removes the test's hash from the chain
    await db.raw("ALTER TABLE event_days DISABLE TRIGGER USER; DELETE FROM event_days");
    await db.raw("ALTER TABLE event_days ENABLE TRIGGER USER");
    await db.raw("ALTER TABLE event_checks DISABLE TRIGGER USER; DELETE FROM event_checks");
    await db.raw("ALTER TABLE event_checks ENABLE TRIGGER USER");
  });

  it("is detected the next day, reported and shown", async () => {
    const old = (days: number, detail: string) =>
      db("events").insert({ kind: "alert", at: db.raw(`now() - interval '${days} days'`), detail });
    await old(4, "four");
    await old(3, "three");
    await old(2, "two");
    // Days are hashed an hour after their end.
    const days = new Date().getUTCHours() >= 1 ? 4 : 3;
    expect(await sealDays(db)).toBe(days);
    expect(await sealDays(db)).toBe(0);
    const deps = { ...server.deps, clock: () => new Date() };
    await maintainEvents(deps);
    expect((await crew.privacy.get("/dash/events/check")).body).toMatchObject({ days, broken: [] });

    await db.raw(
      "ALTER TABLE events DISABLE TRIGGER USER; UPDATE events SET detail = 'altered' WHERE detail = 'three'",
    );
    await db.raw("ALTER TABLE events ENABLE TRIGGER USER");
    await maintainEvents(deps);
    expect((await crew.privacy.get("/dash/events/check")).body.broken).toEqual([]);
    await db.raw("ALTER TABLE event_checks DISABLE TRIGGER USER; DELETE FROM event_checks");
    await db.raw("ALTER TABLE event_checks ENABLE TRIGGER USER");
    await addStaff(server, site.company, "admin", { cellPhone: "010-0000-7403" });
    await maintainEvents(deps);
    const { broken } = (await crew.privacy.get("/dash/events/check")).body;
    expect(broken).toEqual([new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)]);
    expect((await alertTexts()).at(-1)).toContain("변조되었을 수 있습니다");
    expect((await added("alert")).at(-1)).toMatchObject({ detail: "chain" });
  });
});

describe("hash chain of days (16.4.2)", () => {
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const tables = ["events", "event_days"];
  /** As a database superuser could. */
  const tamper = async (work: string) => {
    for (const table of tables) await db.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await db.raw(work);
    for (const table of tables) await db.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  };
  const sealAnew = `UPDATE event_days d SET hash = event_day_hash(d.day,
      (SELECT hash FROM event_days p WHERE p.day = d.day - 1)) WHERE d.day = '${dayAgo(4)}'`;

  it.each([
    ["changed and hashed again", `UPDATE events SET detail = 'other' WHERE detail = 'chain 4'; ${sealAnew}`],
    ["emptied and hashed again", `DELETE FROM events WHERE detail = 'chain 4'; ${sealAnew}`],
    [
      "removed with its hash",
      `DELETE FROM events WHERE detail = 'chain 4'; DELETE FROM event_days WHERE day = '${dayAgo(4)}'`,
    ],
  ])("detects a day %s", async (_, work) => {
    await tamper("DELETE FROM event_days");
    for (const days of [5, 4, 3, 2])
      await db("events").insert({
        kind: "alert",
        detail: `chain ${days}`,
        at: db.raw(`now() - interval '${days} days'`),
      });
    try {
      await sealDays(db);
      expect((await checkDays(db)).broken).toEqual([]);
      await tamper(work);
      expect((await checkDays(db)).broken).toEqual([dayAgo(3)]);
    } finally {
      await tamper(
        "DELETE FROM event_days; DELETE FROM events WHERE detail LIKE 'chain %' OR detail = 'other'",
      );
      await db.raw("ALTER TABLE event_checks DISABLE TRIGGER USER; DELETE FROM event_checks");
      await db.raw("ALTER TABLE event_checks ENABLE TRIGGER USER");
    }
  });
});

describe("alerts", () => {
  const watch = () => watchEvents({ ...server.deps, clock: () => new Date() });
  const alerts = async () => (await added("alert")).map(({ detail, subjectId }) => [detail, subjectId]);

  it("report many failed sign-ins of an account once", async () => {
    await watch();
    const { id, loginId, name } = await addStaff(server, site.company, "desk", { name: "한대상" });
    for (let n = 0; n < 10; n++)
      await db("events").insert({ kind: "signInFailed", subject: "host_users", subjectId: id });
    expect(await watch()).toBe(1);
    expect(await watch()).toBe(0);
    expect(await alerts()).toContainEqual(["failures", id]);
    expect((await alertTexts()).at(-1)).toContain(name);
    expect(loginId).not.toBe("");
  });

  it("report an administrator's first sign-in from a new address, except the very first", async () => {
    const first = await addStaff(server, site.company, "admin");
    await signIn(server, first.loginId);
    await watch();
    expect(await alerts()).not.toContainEqual(["newPlace", first.id]);
    await db("events").insert({ kind: "signIn", hostUserId: first.id, address: "198.51.100.7" });
    const host = await addStaff(server, site.company, "host");
    await signIn(server, host.loginId);
    await db("events").insert({ kind: "signIn", hostUserId: host.id, address: "198.51.100.7" });
    await watch();
    expect((await alerts()).filter(([detail]) => detail === "newPlace")).toEqual([["newPlace", first.id]]);
  });

  it("report a new address after half an hour without a check", async () => {
    const { id } = await addStaff(server, site.company, "privacy");
    for (const [address, minutes] of [
      ["198.51.100.1", 120],
      ["198.51.100.2", 40],
    ] as const)
      await db("events").insert({
        kind: "signIn",
        hostUserId: id,
        address,
        at: db.raw(`now() - interval '${minutes} minutes'`),
      });
    await watch();
    expect(await alerts()).toContainEqual(["newPlace", id]);
  });

  it("report reading of very many visits, and destruction of many", async () => {
    await watch();
    const at = new Date();
    const visitIds = Array.from({ length: 501 }, (_, n) => n + 1);
    const read = { at, hostUserId: crew.desk.id, address: "127.0.0.1", action: "/dash/visits" };
    await db("accessLog").insert({ ...read, visitIds: visitIds.slice(1) });
    expect(await watch()).toBe(0);
    await db("accessLog").insert({ ...read, visitIds });
    await db("destructionRegister").insert({
      at,
      actorKind: "staff",
      hostUserId: crew.privacy.id,
      reason: "officer",
      visitIds: [1],
      persons: 21,
      retentionDays: [365],
    });
    expect(await watch()).toBe(2);
    expect(await alerts()).toEqual([
      ["massReading", crew.desk.id],
      ["destruction", crew.privacy.id],
    ]);
  });
});
