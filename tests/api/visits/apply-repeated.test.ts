/** Repeated requests, and drawn reservation numbers. */
import { describe, expect, it } from "vitest";
import { seededSite } from "../../support/console/staffed-site.ts";
import { decodedJson } from "../../support/console/tables.ts";
import { waitUntilBlocked } from "../../support/database/row-locks.ts";
import { koreanApplication } from "../../support/site.ts";
import { applicationPath, visitCount } from "../../support/visitor/applications.ts";

const { server, site } = await seededSite();

describe("POST /api/request/simple/save/: repeated", () => {
  const key = (name: string) => ({ "Idempotency-Key": `${name}-abcdefghij` });

  it("creates one visit for 20 simultaneous calls with one idempotency key, with the same response", async () => {
    const before = await visitCount(server);
    const form = koreanApplication(site, { name: "스무번" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.post(applicationPath, { body: form, headers: key("twenty") })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.reserveNo)).size).toBe(1);
    expect(await visitCount(server)).toBe(before + 1);
    expect(
      await server.db("visitLogs").join("visits", "visits.id", "visitId").where("visits.name", "스무번"),
    ).toHaveLength(1);
  });

  it("replays the response even if the request is now invalid, and returns 422 for another body", async () => {
    const form = koreanApplication(site, { name: "다시온" });
    const send = (body: object) => server.post(applicationPath, { body, headers: key("late") });
    const first = await send(form);
    await server.db("hostUsers").where({ id: site.host }).update({ status: "resigned" });
    const [again, other] = [await send(form), await send({ ...form, name: "다른이" })];
    await server.db("hostUsers").where({ id: site.host }).update({ status: "active" });
    expect([first.status, again.status, other.status]).toEqual([200, 200, 422]);
    expect(again.body).toEqual(first.body);
    expect(await server.db("visits").where({ name: "다시온" })).toHaveLength(1);
  });

  it("draws another reservation number when one is taken", async () => {
    const { random } = server;
    const draws = [9, 9, 9, 10].map((byte) => Buffer.alloc(5, byte));
    server.random = (size) => draws.shift() ?? random(size);
    const send = (name: string) =>
      server.post(applicationPath, { body: koreanApplication(site, { name }), headers: key(name) });
    const answers = [await send("first"), await send("second"), await send("second")];
    server.random = random;
    expect(answers.map(({ body }) => body.reserveNo)).toEqual([
      "260310-99999",
      "260310-AAAAA",
      "260310-AAAAA",
    ]);
    expect(await server.db("visits").where({ name: "second" })).toHaveLength(1);
  });

  it("draws another reservation number when one is being stored", async () => {
    const { random } = server;
    const draws = [11, 12].map((byte) => Buffer.alloc(5, byte));
    server.random = (size) => draws.shift() ?? random(size);
    const columns = "statusCode hostUserId purposeId startAt endAt origin lang destroyOn".split(" ");
    const known = await server.db("visits").first(columns);
    const other = await server.db.transaction();
    await other("visits").insert({ ...known, reserveNo: "260310-BBBBB", name: "다른이" });
    const sending = server.post(applicationPath, {
      body: koreanApplication(site),
      headers: key("meanwhile"),
    });
    await waitUntilBlocked(server.db);
    await other.commit();
    const { body } = await sending;
    server.random = random;
    expect(body.reserveNo).toBe("260310-CCCCC");
    expect(await server.db("visits").where({ reserveNo: body.reserveNo })).toHaveLength(1);
  });

  it("forgets an idempotency key after 24 hours", async () => {
    const form = koreanApplication(site, { startDate: "2026-03-12 14:00", endDate: "2026-03-12 15:00" });
    const first = await server.post(applicationPath, { body: form, headers: key("day") });
    const start = server.now;
    server.now = new Date(start.getTime() + 23 * 3_600_000);
    expect((await server.post(applicationPath, { body: form, headers: key("day") })).body).toEqual(
      first.body,
    );
    server.now = new Date(start.getTime() + 25 * 3_600_000);
    const later = await server.post(applicationPath, { body: form, headers: key("day") });
    server.now = start;
    expect(later.status).toBe(200);
    expect(later.body.reserveNo).not.toBe(first.body.reserveNo);
  });

  it("stores no readable request body", async () => {
    await server.post(applicationPath, {
      body: koreanApplication(site, { name: "스무번" }),
      headers: key("readable"),
    });
    const stored = await server.db("idempotencyKeys").select();
    expect(stored).not.toEqual([]);
    expect(decodedJson(stored)).not.toMatch(/홍길동|스무번|5678/);
  });
});
