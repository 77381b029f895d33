import { beforeEach, describe, expect, it } from "vitest";
import { cleanUp, maintainAccessLog, repairFutureTimes } from "#api/jobs/clean-up.ts";
import { endVisits } from "#api/jobs/end-visits.ts";
import { type Jobs, startJobs } from "#api/jobs/jobs.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { eventually } from "../../support/events.ts";
import { addMessage, messageOf } from "../../support/messages.ts";
import { addPass, addVisit, visitOf } from "../../support/visits/visits.ts";

const { server, site } = await seededSite();

const day = new Date("2026-03-10T01:00:00Z");
const hours = (count: number) => count * 3_600_000;
const at = (instant: string | Date) => ({
  db: server.db,
  log: server.deps.log,
  clock: () => new Date(instant),
});
const logsOf = (visitId: number) => server.db("visitLogs").where({ visitId }).orderBy("id");

beforeEach(async () => {
  server.now = day;
  await truncate(server.db, "visits", "changes");
  await server.db("configuration").update({ timezone: "Asia/Seoul" });
});

describe("end-visits", () => {
  const afterMidnight = "2026-03-10T15:00:00Z";

  it.each([
    ["applied", "expired"],
    ["approved", "noShow"],
    ["exited", "done"],
  ] as const)("ends an %s visit with the reason %s, logged as job", async (statusCode, reason) => {
    const { id } = await addVisit(server, site, { statusCode });
    expect(await endVisits(at(afterMidnight))).toBe(1);
    expect(await visitOf(server.db, id)).toMatchObject({
      statusCode: "ended",
      endedBecause: reason,
      updatedAt: new Date(afterMidnight),
    });
    expect(await logsOf(id)).toMatchObject([
      { action: "end", fromCode: statusCode, toCode: "ended", actorKind: "job", actorId: null },
    ]);
    expect(await server.db("changes")).toMatchObject([{ kind: "visit", visitId: id, hostUserId: site.host }]);
  });

  it.each(["rejected", "cancelled", "entered", "ended"] as const)("skips an %s visit", async (statusCode) => {
    const { id } = await addVisit(server, site, { statusCode });
    expect(await endVisits(at(afterMidnight))).toBe(0);
    expect((await visitOf(server.db, id)).statusCode).toBe(statusCode);
    expect(await logsOf(id)).toEqual([]);
  });

  it("waits for the end of the day in the site's time zone", async () => {
    const { id } = await addVisit(server, site, { statusCode: "approved", endDate: "2026-03-10 18:00" });
    expect(await endVisits(at("2026-03-10T14:59:59Z"))).toBe(0);
    await server.db("configuration").update({ timezone: "Europe/Berlin" });
    expect(await endVisits(at("2026-03-10T15:00:00Z"))).toBe(0);
    await server.db("configuration").update({ timezone: "Asia/Seoul" });
    expect(await endVisits(at("2026-03-10T15:00:00Z"))).toBe(1);
    expect((await visitOf(server.db, id)).statusCode).toBe("ended");
  });

  it("ends a visit of several days after the last one, and keeps an issued pass", async () => {
    const { id } = await addVisit(server, site, { statusCode: "exited", endDate: "2026-03-12 18:00" });
    const passNo = await addPass(server, { visitId: id });
    expect(await endVisits(at("2026-03-12T14:00:00Z"))).toBe(0);
    expect(await endVisits(at("2026-03-12T15:00:00Z"))).toBe(1);
    expect(await server.db("passes").where({ passNo }).first()).toMatchObject({
      status: "issued",
      visitId: id,
    });
  });

  it("skips a locked visit without waiting, and ends it the next time", async () => {
    const [busy, free] = [await addVisit(server, site), await addVisit(server, site)];
    const handling = await server.db.transaction();
    await handling.raw("SELECT FROM visits WHERE id = ? FOR UPDATE", [busy.id]);
    expect(await endVisits(at(afterMidnight))).toBe(1);
    await handling.rollback();
    expect((await visitOf(server.db, free.id)).statusCode).toBe("ended");
    expect(await endVisits(at(afterMidnight))).toBe(1);
    expect((await visitOf(server.db, busy.id)).statusCode).toBe("ended");
  });

  it("ends each visit once when several processes run", async () => {
    await server.db.raw(
      `INSERT INTO visits (reserve_no, status_code, host_user_id, purpose_id, start_at, end_at, name, origin, lang, destroy_on)
       SELECT '260309-' || lpad(n::text, 5, '0'), (ARRAY['applied', 'approved'])[1 + n % 2], ?, ?,
         '2026-03-09T01:00Z', '2026-03-09T02:00Z', '홍길동', 'public', 'ko', '2027-03-09'
       FROM generate_series(1, 950) AS n`,
      [site.host, site.purpose],
    );
    const counts = await Promise.all([1, 2, 3].map(() => endVisits(at(afterMidnight))));
    expect(counts.reduce((sum, count) => sum + count)).toBe(950);
    expect(await endVisits(at(afterMidnight))).toBe(0);
    const { rows } = await server.db.raw(
      "SELECT count(*) AS logs, count(DISTINCT visit_id) AS visits FROM visit_logs WHERE action = 'end'",
    );
    expect(rows).toEqual([{ logs: 950, visits: 950 }]);
  });
});

describe("clean-up", () => {
  it("deletes expired sessions, idempotency keys and login attempts only", async () => {
    const ago = (count: number) => new Date(day.getTime() - hours(count));
    const session = { hostUserId: site.host, createdAt: ago(12), activeAt: ago(12) };
    await server.db("sessions").insert([
      { ...session, tokenHash: Buffer.from("over"), expiresAt: day },
      { ...session, tokenHash: Buffer.from("good"), expiresAt: new Date(day.getTime() + 1) },
    ]);
    const key = { endpoint: "/x", bodyHash: Buffer.from("x"), answer: "{}" };
    await server.db("idempotencyKeys").insert([
      { ...key, key: "over", createdAt: ago(24) },
      { ...key, key: "good", createdAt: ago(23.9) },
    ]);
    await server.db("loginAttempts").insert([
      { loginId: "over", source: Buffer.of(1), wrong: 9, blockedUntil: ago(24) },
      { loginId: "good", source: Buffer.of(1), wrong: 9, blockedUntil: ago(23) },
    ]);
    await cleanUp(at(day));
    expect((await server.db("sessions")).map(({ tokenHash }) => tokenHash.toString())).toEqual(["good"]);
    expect((await server.db("idempotencyKeys")).map((row) => row.key)).toEqual(["good"]);
    expect((await server.db("loginAttempts")).map(({ loginId }) => loginId)).toEqual(["good"]);
  });

  it("erases recipients of messages without a visit after the retention period", async () => {
    const daysAgo = (count: number) => new Date(day.getTime() - hours(24 * count));
    await server.db("configuration").update({ retentionDays: 30 });
    const { id: visitId } = await addVisit(server, site);
    const outdated = await addMessage(server, {
      status: "sent",
      createdAt: daysAgo(31),
      providerMessageId: "M1",
    });
    const waiting = await addMessage(server, { createdAt: daysAgo(31) });
    const good = await addMessage(server, { status: "sent", createdAt: daysAgo(29) });
    const visitMessage = await addMessage(server, { status: "sent", createdAt: daysAgo(31), visitId });
    await cleanUp(at(day));
    expect(await messageOf(server.db, outdated.id)).toMatchObject({
      status: "sent",
      text: "",
      toName: "",
      cellCipher: null,
      cellHash: null,
      providerMessageId: "",
      erasedAt: day,
    });
    expect(await messageOf(server.db, waiting.id)).toMatchObject({ status: "withdrawn", text: "" });
    for (const { id } of [good, visitMessage]) {
      expect(await messageOf(server.db, id)).toMatchObject({ toName: "홍길동", erasedAt: null });
    }
    expect(await server.db("destructionRegister").orderBy("id", "desc").first()).toMatchObject({
      ...{ reason: "due", visitIds: [], messages: 2, retentionDays: [30] },
    });
    await server.db("messages").del();
    await server.db("configuration").update({ retentionDays: 365 });
  });

  it("deletes changes and rate limits by the database's clock", async () => {
    await server.db.raw(
      `INSERT INTO changes (kind, at) VALUES ('old', now() - interval '2 hours 1 second'), ('new', now() - interval '1 hour')`,
    );
    await server.db.raw(
      `INSERT INTO rate_limits (key, points, expire) VALUES
         ('over', 1, extract(epoch FROM now()) * 1000 - 1), ('good', 1, extract(epoch FROM now()) * 1000 + 60000)`,
    );
    await cleanUp(at(day));
    expect((await server.db("changes")).map(({ kind }) => kind)).toEqual(["new"]);
    expect((await server.db("rateLimits").whereIn("key", ["over", "good"])).map((row) => row.key)).toEqual([
      "good",
    ]);
  });
});

it("jobs repair limits and messages that a fast clock dated into the future", async () => {
  await truncate(server.db, "login_attempts", "message_counts", "messages", "webhooks");
  const secret = { secretCipher: Buffer.of(1), secretKey: "d1", createdAt: day, updatedAt: day };
  const receiver = { ref: "r", name: "출입 통계", host: "127.0.0.1", format: "standard", language: "ko" };
  const [webhook] = await server.db("webhooks").insert({ ...receiver, ...secret, events: ["alert"] }, "id");
  const later = (minutes: number) => new Date(day.getTime() + minutes * 60_000);
  for (const [name, extra] of Object.entries({ ahead: 180, good: 1 })) {
    const hash = Buffer.from(name);
    const attempts = { loginId: name, source: hash, wrong: 9 };
    const code = { numberHash: hash, expiresAt: later(5 + extra) };
    const count = { key: name, used: 20 };
    await server.db("loginAttempts").insert({ ...attempts, blockedUntil: later(15 + extra) });
    await server.db("lookupCodes").insert({ ...code, codeHash: hash });
    await server.db("lookupCodeTries").insert({ ...code, addressHash: hash, wrong: 5 });
    await server.db("messageCounts").insert({ ...count, purpose: "host", expiresAt: later(60 + extra) });
    await server.db("messageCounts").insert({ ...count, purpose: "number", expiresAt: later(1440 + extra) });
    await addMessage(server, { text: name, nextAttemptAt: later(180), updatedAt: later(extra) });
    await addMessage(server, { status: "sending", text: name, leasedUntil: later(2 + extra) });
    const test = { webhookId: webhook.id, event: "test", error: name, happenedAt: later(extra) };
    await server.db("webhookDeliveries").insert({ ...test, nextAttemptAt: later(extra) });
  }
  await repairFutureTimes(at(day));
  expect(await server.db("loginAttempts").pluck("login_id")).toEqual(["good"]);
  for (const table of ["lookupCodes", "lookupCodeTries"])
    expect((await server.db(table)).map(({ numberHash }) => String(numberHash))).toEqual(["good"]);
  expect(await server.db("messageCounts").pluck("key")).toEqual(["good", "good"]);
  expect(await server.db("messages").where({ nextAttemptAt: day }).pluck("text")).toEqual(["ahead"]);
  expect(await server.db("messages").where({ leasedUntil: day }).pluck("text")).toEqual(["ahead"]);
  const due = server.db("webhookDeliveries").where({ nextAttemptAt: day });
  expect((await due).map(({ error }) => error)).toEqual(["ahead"]);
});

describe("access log partitions", () => {
  const partitions = async (): Promise<string[]> => {
    const { rows } = await server.db.raw(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'access_log'::regclass ORDER BY 1",
    );
    return rows.map(({ name }: { name: string }) => name);
  };
  const addRow = (when: string) =>
    server.db("accessLog").insert({
      at: new Date(when),
      hostUserId: site.host,
      address: "127.0.0.1",
      action: "/x",
      visitIds: [1],
    });
  const placeOf = async (when: string): Promise<string | undefined> => {
    const { rows } = await server.db.raw(
      "SELECT tableoid::regclass::text AS place FROM access_log WHERE at = ?",
      [new Date(when)],
    );
    return rows[0]?.place;
  };

  it("are created for this month and the next, also at the end of a year, once", async () => {
    await maintainAccessLog(at("2026-12-31T23:00:00Z"));
    const made = await partitions();
    expect(made).toEqual(
      expect.arrayContaining(["access_log_202612", "access_log_202701", "access_log_other"]),
    );
    await maintainAccessLog(at("2026-12-31T23:00:00Z"));
    expect(await partitions()).toEqual(made);
  });

  it("are created once by several processes", async () => {
    await Promise.all(Array.from({ length: 5 }, () => maintainAccessLog(at("2027-05-01T00:00:00Z"))));
    expect(await partitions()).toEqual(expect.arrayContaining(["access_log_202705", "access_log_202706"]));
  });

  it("receive rows written before they existed, and stay append-only", async () => {
    await addRow("2027-08-15T12:00:00Z");
    expect(await placeOf("2027-08-15T12:00:00Z")).toBe("access_log_other");
    await maintainAccessLog(at("2027-08-20T00:00:00Z"));
    expect(await placeOf("2027-08-15T12:00:00Z")).toBe("access_log_202708");
    await addRow("2031-01-01T00:00:00Z");
    expect(await placeOf("2031-01-01T00:00:00Z")).toBe("access_log_other");
    for (const statement of [
      "DELETE FROM access_log",
      "UPDATE access_log SET action = 'y'",
      "TRUNCATE access_log",
    ]) {
      await expect(server.db.raw(statement)).rejects.toMatchObject({ code: "23000" });
    }
    await expect(server.db.raw("DELETE FROM access_log_other")).rejects.toMatchObject({ code: "23000" });
  });

  it("are dropped after two years, with older rows elsewhere", async () => {
    await maintainAccessLog(at("2026-12-20T00:00:00Z"));
    await addRow("2026-12-15T00:00:00Z");
    await addRow("2025-01-15T00:00:00Z");
    await maintainAccessLog(at("2028-12-31T23:00:00Z"));
    expect(await placeOf("2026-12-15T00:00:00Z")).toBe("access_log_202612");
    expect(await placeOf("2025-01-15T00:00:00Z")).toBeUndefined();
    await maintainAccessLog(at("2029-01-01T00:00:00Z"));
    expect(await placeOf("2026-12-15T00:00:00Z")).toBeUndefined();
    expect(await partitions()).not.toContain("access_log_202612");
    expect(await partitions()).toContain("access_log_202701");
  });

  it("are the same for every session time zone", async () => {
    await server.db.transaction(async (trx) => {
      await trx.raw("SET LOCAL timezone TO 'Asia/Seoul'");
      await trx.raw("SELECT access_log_month('2030-03-01')");
    });
    await maintainAccessLog(at("2030-03-31T20:00:00Z"));
    await addRow("2030-03-31T23:59:59Z");
    expect(await placeOf("2030-03-31T23:59:59Z")).toBe("access_log_203003");
  });
});

describe("jobs of several processes", () => {
  it("create the pg-boss tables once and run each job in one process", async () => {
    // Jobs use the database's clock.
    const deps = { ...server.deps, clock: () => new Date() };
    const visits = await Promise.all(Array.from({ length: 20 }, () => addVisit(server, site)));
    server.log.length = 0;
    const all: Jobs[] = [1, 2, 3].map(() => startJobs(deps, server.databaseUrl));
    await Promise.all(all.map(({ started }) => started));
    const done = async (name: string) => {
      const { rows } = await server.db.raw("SELECT state FROM pgboss.job WHERE name = ?", [name]);
      return rows.length > 0 && rows.every(({ state }: { state: string }) => state === "completed");
    };
    for (const name of ["end-visits", "clean-up", "clean-files", "access-log", "destroy-due", "messages"])
      await eventually(() => done(name));
    await Promise.all(all.map((jobs) => jobs.stop()));
    for (const { id } of visits) expect(await logsOf(id)).toHaveLength(1);
    const { rows } = await server.db.raw(
      "SELECT minute, policy, array_agg(name ORDER BY name) AS names FROM job_runs JOIN pgboss.queue USING (name) GROUP BY 1, 2 ORDER BY 1",
    );
    const hourly = ["end-visits", "clean-up", "clean-files", "access-log", "events", "destroy-due"];
    const everyMinute = ["alerts", "erasure-register", "messages", "notices", "repair-times"];
    expect(rows).toEqual([
      ...hourly.map((name, n) => ({
        minute: [2, 12, 17, 22, 27, 32][n],
        policy: "exclusive",
        names: [name],
      })),
      { minute: null, policy: "exclusive", names: everyMinute },
    ]);
    expect(server.log.filter((line) => /"level":"(error|warn)"/.test(line))).toEqual([]);
    expect(server.log.filter((line) => line.includes('"job":"end-visits","count":20'))).toHaveLength(1);
  });

  it("start when the database becomes reachable, and stop before without waiting", async () => {
    const jobs = startJobs(server.deps, "postgres://unknown@127.0.0.1:1/none");
    await eventually(() => server.log.some((line) => line.includes("jobs could not be started")));
    await jobs.stop();
  });
});
