import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectedDatabase } from "../support/database/connected-database.ts";
import { seedSite } from "../support/site.ts";

const { url, db } = await connectedDatabase();
const site = await seedSite(db);

const visit = (more: Record<string, unknown> = {}) => ({
  reserveNo: `260310-${Math.random()
    .toString(36)
    .slice(2, 7)
    .toUpperCase()
    .replace(/[ILOU]/g, "0")
    .padEnd(5, "0")}`,
  statusCode: "applied",
  hostUserId: site.host,
  purposeId: site.purpose,
  startAt: new Date("2026-03-10T01:00:00Z"),
  endAt: new Date("2026-03-10T02:00:00Z"),
  name: "홍길동",
  origin: "public",
  lang: "ko",
  destroyOn: "2027-03-10",
  ...more,
});

describe("constraints reject", () => {
  it("a second published policy", async () => {
    const second = { title: "둘", content: "둘", applied: true, appliedAt: new Date() };
    await expect(db("privacyPolicies").insert(second)).rejects.toMatchObject({ code: "23505" });
  });

  it("changing or deleting a published text; a draft can change", async () => {
    const { versionId, id } = site.terms.use;
    await expect(db("termsVersions").where({ id: versionId }).update({ body: "x" })).rejects.toMatchObject({
      code: "23000",
    });
    await expect(db("termsVersions").where({ id: versionId }).del()).rejects.toMatchObject({ code: "23000" });
    await db("termsVersions").insert({ termsId: id, version: 2, body: "초안" });
    expect(await db("termsVersions").where({ termsId: id, version: 2 }).update({ body: "고친 초안" })).toBe(
      1,
    );
  });

  it.each([
    ["an end at the start", { endAt: new Date("2026-03-10T01:00:00Z") }],
    ["an unknown status", { statusCode: "lost" }],
    ["an ended visit without reason", { statusCode: "ended" }],
    ["an end reason without ended status", { endedBecause: "done" }],
    ["an invalid reservation number", { reserveNo: "260310-ILOU0" }],
    ["a phone number without hashes", { cellCipher: Buffer.from("x"), cellKey: "k" }],
    ["a visitor without name", { name: "" }],
  ])("%s", async (_what, more) => {
    await expect(db("visits").insert(visit(more))).rejects.toMatchObject({ code: "23514" });
  });

  it("changing or deleting a policy that was published or agreed to; a draft can change", async () => {
    const policies = db("privacyPolicies");
    const applied = () => policies.clone().where({ id: site.policy });
    for (const change of [{ title: "x" }, { content: "x" }, { enContent: "x" }, { appliedAt: null }])
      await expect(applied().update({ applied: false, ...change })).rejects.toMatchObject({ code: "23000" });
    await expect(applied().del()).rejects.toMatchObject({ code: "23000" });
    expect(await applied().update({ applied: false })).toBe(1);
    await expect(applied().update({ content: "x" })).rejects.toMatchObject({ code: "23000" });
    expect(await applied().update({ applied: true, appliedAt: new Date() })).toBe(1);

    const [draft] = await policies.clone().insert({ title: "초안", content: "초안" }).returning("id");
    expect(await policies.clone().where({ id: draft.id }).update({ content: "고친 초안" })).toBe(1);
    const [{ id: visitId }] = await db("visits").insert(visit()).returning("id");
    const consent = { visitId, privacyPolicyId: draft.id, agreed: true, lang: "ko", channel: "form" };
    await db("visitConsents").insert({ ...consent, agreedAt: new Date() });
    await expect(policies.clone().where({ id: draft.id }).update({ content: "x" })).rejects.toMatchObject({
      code: "23000",
    });
    await expect(policies.clone().where({ id: draft.id }).del()).rejects.toMatchObject({ code: "23000" });
    await db("visitConsents").where({ visitId }).del();
    expect(await policies.clone().where({ id: draft.id }).del()).toBe(1);
  });

  it("another type for published terms, and a checklist as HTML", async () => {
    const { id } = site.terms.use;
    await expect(db("terms").where({ id }).update({ contentType: "안내문" })).rejects.toMatchObject({
      code: "23000",
    });
    expect(await db("terms").where({ id }).update({ contentType: "이용약관", title: "고친 제목" })).toBe(1);
    const [draft] = await db("terms").insert({ title: "초안", contentType: "이용약관" }).returning("id");
    expect(await db("terms").where({ id: draft.id }).update({ contentType: "체크리스트" })).toBe(1);
    await expect(db("terms").where({ id: draft.id }).update({ renderHtml: true })).rejects.toMatchObject({
      code: "23514",
    });
  });

  it("a second configuration", async () => {
    await expect(db("configuration").insert({})).rejects.toMatchObject({ code: "23505" });
  });
});

describe("kind of a user code", () => {
  it("prevents a purpose as place and vice versa", async () => {
    const swapped = [{ locationId: site.purpose }, { purposeId: site.place }];
    const { id } = (await db("visits").insert(visit()).returning("id"))[0];
    for (const change of swapped) {
      await expect(db("visits").insert(visit(change))).rejects.toMatchObject({ code: "23503" });
      await expect(db("visits").where({ id }).update(change)).rejects.toMatchObject({ code: "23503" });
    }
    expect(await db("visits").where({ id }).update({ locationId: site.place })).toBe(1);
    expect(await db("visits").where({ id }).update({ locationId: null })).toBe(1);
  });

  it("cannot be changed", async () => {
    const { id } = (await db("visits").insert(visit()).returning("id"))[0];
    await expect(db("visits").where({ id }).update({ locationKind: 9003 })).rejects.toMatchObject({
      code: "23514",
    });
    await expect(
      db("visits").insert(visit({ purposeId: site.place, purposeKind: 9002 })),
    ).rejects.toMatchObject({ code: "23514" });
    await expect(db("userCodes").where({ id: site.purpose }).update({ kind: 9002 })).rejects.toMatchObject({
      code: "23503",
    });
  });

  it("is enforced for statistics, too", async () => {
    const counted = {
      day: "2026-03-10",
      purposeId: site.purpose,
      companyId: site.company,
      origin: "public",
      statusCode: "ended",
      endedBecause: "done",
      visits: 1,
      companions: 0,
      stays: 0,
      stayMinutes: 0,
    };
    await expect(
      db("visitStatistics").insert({ ...counted, locationId: site.purpose }),
    ).rejects.toMatchObject({ code: "23503" });
    await db("visitStatistics").insert({ ...counted, locationId: site.place });
  });
});

describe("activity of a visit", () => {
  const logged = async (more: Record<string, unknown> = {}) => {
    const [{ id: visitId }] = await db("visits").insert(visit()).returning("id");
    const [{ id }] = await db("visitLogs")
      .insert({ visitId, action: "apply", toCode: "applied", actorKind: "visitor", at: new Date(), ...more })
      .returning("id");
    return { visitId, id };
  };

  it.each([
    ["an unknown action", { action: "forget" }],
    ["an unknown status", { toCode: "lost" }],
    ["an unknown former status", { action: "edit", fromCode: "lost" }],
    ["a first row with a former status", { fromCode: "applied" }],
    ["a change without a former status", { action: "approve" }],
    ["an unknown kind of actor", { actorKind: "unknown" }],
    ["staff without a user", { actorKind: "staff" }],
    ["a visitor with a user", { actorId: 1 }],
  ])("rejects %s", async (_what, more) => {
    await expect(logged(more)).rejects.toMatchObject({ code: "23514" });
  });

  it("is append-only while the visit exists", async () => {
    const { visitId, id } = await logged();
    const refused = { code: "23000", message: expect.stringContaining("visit_logs is append-only") };
    await expect(db("visitLogs").where({ id }).update({ note: "x" })).rejects.toMatchObject(refused);
    await expect(db("visitLogs").where({ id }).del()).rejects.toMatchObject(refused);
    await expect(db.raw("TRUNCATE visit_logs")).rejects.toMatchObject(refused);
    await expect(db.raw("TRUNCATE visits CASCADE")).rejects.toMatchObject(refused);
    expect(await db("visitLogs").where({ visitId })).toHaveLength(1);
  });

  it("is deleted with the visit", async () => {
    const { visitId } = await logged();
    const other = await logged();
    expect(await db("visits").where({ id: visitId }).del()).toBe(1);
    const left = await db("visitLogs").whereIn("visitId", [visitId, other.visitId]);
    expect(left).toMatchObject([other]);
  });
});

describe("prepared statements", () => {
  it("survive an added column", async () => {
    await db.raw("CREATE TABLE grown (a integer)");
    await db.raw("INSERT INTO grown VALUES (1)");
    // Statement names are limited and shared with other test files of this worker.
    vi.resetModules();
    const fresh = await import("#db/connection.ts");
    const single = fresh.connect(url, { poolSize: 1 });
    onTestFinished(() => single.destroy());
    const read = () => single.raw("SELECT * FROM grown WHERE a = ?", [1]);
    expect((await read()).rows).toEqual([{ a: 1 }]);
    await db.raw("ALTER TABLE grown ADD COLUMN b integer DEFAULT 2");
    expect((await read()).rows).toEqual([{ a: 1, b: 2 }]);
    const named = await single.raw(
      "SELECT count(*) AS n FROM pg_prepared_statements WHERE statement LIKE ?",
      ["%grown%"],
    );
    expect(named.rows[0].n).toBeGreaterThan(0);
  });
});
