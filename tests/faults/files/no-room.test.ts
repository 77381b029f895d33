/** A full disk of database or files (docs/reliability.md). */
import { spawnSync } from "node:child_process";
import { renameSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createMetrics } from "#api/monitoring/metrics.ts";
import { signedIn } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { koreanApplication } from "../../support/site.ts";
import { applicationPath } from "../../support/visitor/applications.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site } = await seededSite();
// readiness compares with the database's time
server.now = new Date();
const desk = await signedIn(server, site.company, "desk");

const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);
const read = () => desk.get("/dash/visits/progress");
const readPublic = () => server.get("/api/config");
const ready = () => server.get("/readyz");

async function submit() {
  const startedAt = performance.now();
  const body = koreanApplication(site, { startDate: `${tomorrow} 14:00`, endDate: `${tomorrow} 16:00` });
  return { ...(await server.post(applicationPath, { body })), ms: performance.now() - startedAt };
}

describe("PostgreSQL's disk is full", () => {
  const refusal = "RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$";

  it("returns 503 to writes and to reads that cannot be logged, but shows visitors inside", async () => {
    const { id } = await addVisit(server, site, { statusCode: "entered" });
    // Otherwise the session's use would be stored.
    await server.db("sessions").update({ activeAt: new Date(Date.now() - 120_000) });
    await server.db.raw(`
      CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${refusal};
      CREATE FUNCTION no_room_for_tables() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN ${refusal};
      CREATE TRIGGER no_room BEFORE INSERT ON visits FOR EACH ROW EXECUTE FUNCTION no_room();
      CREATE TRIGGER no_room BEFORE INSERT ON access_log FOR EACH ROW EXECUTE FUNCTION no_room();
      CREATE TRIGGER no_room BEFORE UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION no_room();
      CREATE EVENT TRIGGER no_room ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')
        EXECUTE FUNCTION no_room_for_tables()`);
    try {
      expect((await ready()).status).toBe(200);
      const { status, headers, ms } = await submit();
      expect({ status, retry: headers.get("Retry-After") }).toEqual({ status: 503, retry: "2" });
      expect(ms).toBeLessThan(3_000);
      for (const path of ["/dash/visits/progress", "/dash/visits/active"])
        expect((await desk.get(path)).body).toMatchObject({ untraced: true, rows: [{ id }] });
      const missing = server.log.filter((line) => line.includes("access could not be logged"));
      expect(missing.map((line) => JSON.parse(line).visitIds)).toEqual([[id], [id]]);
      expect(missing.join()).not.toContain("방문객");
      for (const refused of [
        await desk.get(`/dash/visits/${id}`),
        await desk.post("/dash/exports", { body: { list: "inside", reason: "점검" } }),
      ])
        expect(refused).toMatchObject({ status: 503, body: { id: "accessNotLogged" } });
      expect(await server.db("accessLog")).toEqual([]);
      const metrics = createMetrics(server.deps);
      await metrics.observe({ state: { route: "/x", isAccessUnlogged: true } } as never, async () => {});
      const { text } = await metrics.read();
      expect(text).toMatch(/^visitor_database_writable 0$/m);
      expect(text).toMatch(/^visitor_untraced_reads_total\{route="\/x"\} 1$/m);
      for (const { status, body } of await Promise.all([ready(), ready()]))
        expect({ status, body }).toEqual({ status: 503, body: { status: "database full" } });
    } finally {
      await server.db.raw(`DROP EVENT TRIGGER no_room; DROP FUNCTION no_room_for_tables;
        DROP TRIGGER no_room ON visits; DROP TRIGGER no_room ON access_log; DROP TRIGGER no_room ON sessions; DROP FUNCTION no_room`);
    }
    expect((await ready()).status).toBe(200);
    expect((await submit()).status).toBe(200);
    expect((await read()).body.untraced).toBeUndefined();
    expect(await server.db("accessLog")).toHaveLength(1);
  });
});

describe("folder of uploaded files", () => {
  it("makes /readyz return 503 when missing", async () => {
    const files = server.deps.settings.filesDir;
    renameSync(files, `${files}-away`);
    const { status, body } = await ready();
    renameSync(`${files}-away`, files);
    expect({ status, body }).toEqual({ status: 503, body: { status: "files not writable" } });
    expect((await ready()).status).toBe(200);
  });

  it("makes /readyz return 503 when read-only, and other calls work", async (context) => {
    const files = server.deps.settings.filesDir;
    // root ignores permissions
    const isRoot = process.getuid?.() === 0;
    const close = isRoot ? ["mount", "-t", "tmpfs", "-o", "ro", "none", files] : ["chmod", "555", files];
    const open = isRoot ? ["umount", files] : ["chmod", "755", files];
    const run = ([program = "", ...args]: string[]) => spawnSync(program, args).status === 0;
    context.skip(!run(close), "nothing can be mounted here");
    try {
      expect((await ready()).body).toEqual({ status: "files not writable" });
      expect((await readPublic()).status).toBe(200);
    } finally {
      expect(run(open)).toBe(true);
    }
    expect((await ready()).status).toBe(200);
  });
});
