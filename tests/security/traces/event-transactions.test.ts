/** The event row of a write: same transaction, once per call (OWASP ASVS 5.0, 16.3.3). */
import { describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { addStaff } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { eventRows } from "../../support/event-rows.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const { db } = server;

const { added } = eventRows(db);

describe("event row of a write", () => {
  const transactionOf = async (call: string): Promise<string | undefined> => {
    const where = { kind: "call", call };
    const found = await db("events").where(where).orderBy("id", "desc").first(db.raw("xmin::text AS by"));
    return found?.by;
  };
  const writtenBy = async (table: string, id: number): Promise<string> =>
    (await db(table).where({ id }).first(db.raw("xmin::text AS by"))).by;

  it("is in the transaction of the write (16.3.3)", async () => {
    const { id: visit } = await addVisit(server, site, { statusCode: "applied" });
    await crew.desk.put(`/dash/user/approve/${visit}`, { body: {} });
    expect(await transactionOf("PUT /dash/user/approve/:id")).toBe(await writtenBy("visits", visit));

    const { id: person } = await addStaff(server, site.company, "host");
    await crew.admin.put(`/dash/hostusers/${person}/profile`, { body: { department: "기획팀" } });
    expect(await transactionOf("PUT /dash/hostusers/:id/profile")).toBe(await writtenBy("hostUsers", person));

    await crew.admin.put("/dash/config", { body: { maxRequestDays: 6 } });
    const change = await db("events")
      .where({ kind: "change", subject: "configuration" })
      .orderBy("id", "desc")
      .first(db.raw("xmin::text AS by"));
    expect(await transactionOf("PUT /dash/config")).toBe(change.by);
  });

  it("is one for several transactions, and none after a rollback", async () => {
    const { id } = await addStaff(server, site.company, "host");
    await crew.admin.put(`/dash/hostusers/${id}/role`, { body: { role: "desk" } });
    await answered(crew.admin.post("/dash/hostusers", { body: { name: "" } }), 400);
    expect((await added("call")).map(({ call }) => call)).toEqual(["PUT /dash/hostusers/:id/role"]);
  });

  it("prevents the commit when it cannot be written", async () => {
    const { id } = await addStaff(server, site.company, "host");
    await db.raw(`CREATE FUNCTION no_calls() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.kind = 'call' THEN RAISE EXCEPTION 'no room'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER no_calls BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION no_calls();`);
    try {
      const body = { department: "없는팀" };
      await answered(crew.admin.put(`/dash/hostusers/${id}/profile`, { body }), 500);
    } finally {
      await db.raw("DROP FUNCTION no_calls() CASCADE");
    }
    expect((await db("hostUsers").where({ id }).first()).department).not.toBe("없는팀");
    await answered(crew.admin.put(`/dash/hostusers/${id}/profile`, { body: { department: "있는팀" } }));
  });
});
