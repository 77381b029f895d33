/** A request is checked again when its transaction starts. */
import { describe, expect, it } from "vitest";
import { seededSite } from "../../support/console/staffed-site.ts";
import { waitUntilBlocked } from "../../support/database/row-locks.ts";
import { koreanApplication } from "../../support/site.ts";
import { applicationPath, visitCount } from "../../support/visitor/applications.ts";

const { server, site } = await seededSite();
const { db } = server;

describe("POST /api/request/simple/save/: changes while it waits", () => {
  it("is rejected without a code when the site enables codes meanwhile", async () => {
    const before = await visitCount(server);
    const key = "waits-for-its-turn";
    const blocker = await db.transaction();
    await blocker("idempotencyKeys").insert({
      endpoint: applicationPath,
      key,
      bodyHash: Buffer.alloc(32),
      createdAt: server.now,
    });
    const applying = server.post(applicationPath, {
      body: koreanApplication(site),
      headers: { "Idempotency-Key": key },
    });
    await waitUntilBlocked(db);
    await db("configuration").update({ submitCode: true });
    await blocker.rollback();
    const answer = await applying;
    await db("configuration").update({ submitCode: false });
    expect([answer.status, Object.keys(answer.body)], answer.text).toEqual([400, ["code"]]);
    expect(await visitCount(server)).toBe(before);
    expect(await db("idempotencyKeys").where({ key })).toEqual([]);
  });

  it("is rejected when its purpose is deleted meanwhile", async () => {
    const before = await visitCount(server);
    const [purpose] = await db("userCodes").insert({ kind: 9003, name: "없앨 목적" }).returning("id");
    const deleting = await db.transaction();
    await deleting("userCodes").where({ id: purpose.id }).delete();
    const applying = server.post(applicationPath, { body: koreanApplication(site, { purpose: purpose.id }) });
    await waitUntilBlocked(db);
    await deleting.commit();
    const answer = await applying;
    expect([answer.status, Object.keys(answer.body)], answer.text).toEqual([400, ["purpose"]]);
    expect(await visitCount(server)).toBe(before);
  });
});
