/** The event row of a write (OWASP ASVS 5.0, 16.3.3); once per call and rollback are in db/call-rows.test.ts. */
import { describe, expect, it } from "vitest";
import { addStaff } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const { db } = server;

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
});
