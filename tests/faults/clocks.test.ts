/** Jobs when the clocks of process and database differ (docs/reliability.md). */
import type { Knex } from "knex";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startJobs } from "#api/jobs/jobs.ts";
import { readJobStates } from "#db/job-states.ts";
import { seededSite } from "../support/console/staffed-site.ts";
import { truncate } from "../support/database/truncate.ts";
import { eventually } from "../support/events.ts";
import { addVisit, visitOf } from "../support/visits/visits.ts";

const { server, site } = await seededSite();

describe("jobs with different clocks", () => {
  it("do not close or destroy visits, and log it", async () => {
    const { id } = await addVisit(server, site, { statusCode: "approved" });
    const ahead = { ...server.deps, clock: () => new Date(Date.now() + 800 * 86_400_000) };
    server.log.length = 0;
    const jobs = startJobs(ahead, server.databaseUrl);
    const refused = (name: string) =>
      server.log.some((line) => line.includes(`"job":"${name}"`) && /the clocks .* differ by/.test(line));
    try {
      for (const name of "end-visits clean-up clean-files access-log events destroy-due messages notices repair-times".split(
        " ",
      ))
        await eventually(() => refused(name));
    } finally {
      await jobs.stop();
      // otherwise failed jobs would delay the next test by ten seconds
      await server.db.raw("DELETE FROM pgboss.job");
    }
    expect(await visitOf(server.db, id)).toMatchObject({ statusCode: "approved" });
  });

  it("continue within a minute after the clocks of process and database are corrected, whether running or started then", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    // The process's clock is set back while its first jobs run.
    const clock = () => vi.useRealTimers() && new Date();
    const deps = { ...server.deps, clock };
    const done = () =>
      readJobStates(server.db).then((all) => all.length > 0 && !all.some((one) => one.isOverdue));
    const wasAhead = (trx: Knex) =>
      trx.raw(`DELETE FROM pgboss.job;
        UPDATE job_runs SET queued_at = now() + interval '6 hours', done_at = now() + interval '6 hours';
        UPDATE pgboss.queue SET monitor_claim_on = now() + interval '6 hours';
        INSERT INTO pgboss.job (name, policy, created_on, start_after)
          SELECT name, 'exclusive', queued_at, queued_at FROM job_runs`);
    for (const isRunning of [true, false]) {
      let jobs = startJobs(deps, server.databaseUrl, { scheduleMs: 100 });
      await jobs.started;
      if (!isRunning) await jobs.stop();
      await server.db.transaction(wasAhead);
      expect(await done()).toBe(false);
      if (!isRunning) jobs = startJobs(deps, server.databaseUrl);
      try {
        await eventually(done);
        const ahead = await server.db("pgboss.queue").where("monitorClaimOn", ">", server.db.fn.now());
        expect(ahead).toEqual([]);
      } finally {
        await jobs.stop();
      }
    }
  }, 60_000);

  it("delete expired lookup codes by the database's clock", async () => {
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    const code = (name: string, expiresAt: Date) => ({
      numberHash: Buffer.from(name),
      codeHash: Buffer.from(name),
      expiresAt,
    });
    await server.db("lookupCodes").insert([code("over", minutes(-1)), code("good", minutes(3))]);
    const jobs = startJobs({ ...server.deps, clock: () => minutes(4) }, server.databaseUrl);
    try {
      const left = async () => (await server.db("lookupCodes")).map(({ codeHash }) => codeHash.toString());
      await eventually(async () => !(await left()).includes("over"));
      expect(await left()).toEqual(["good"]);
    } finally {
      await jobs.stop();
      await truncate(server.db, "lookup_codes");
    }
  });
});
