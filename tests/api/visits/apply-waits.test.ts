/** A request is checked, and then waits for its turn to be stored: what changes meanwhile counts. */
import type { Knex } from "knex";
import { afterEach, describe, expect, it } from "vitest";
import { seededSite } from "../../support/console/staffed-site.ts";
import { addHost, koreanApplication } from "../../support/site.ts";
import { applicationPath, holdKeys, visitCount } from "../../support/visitor/applications.ts";

const { server, site } = await seededSite();
const { db } = server;
const held: Knex.Transaction[] = [];

afterEach(async () => {
  await Promise.all(held.splice(0).map((trx) => trx.rollback()));
  await db("configuration").update({ companions: false, autoApprove: false, submitCode: false });
});

const shortly = () => new Promise((resolve) => setTimeout(resolve, 150));

let calls = 0;
const keyOf = (call: number) => `waits-for-its-turn-${call}`;

/** Sends a request that waits until something is done. */
async function applyAround(change: () => Promise<unknown>, more: Record<string, unknown> = {}) {
  const key = keyOf(++calls);
  const holding = await holdKeys(server, [key]);
  held.push(holding);
  const applying = server.post(applicationPath, {
    body: koreanApplication(site, more),
    headers: { "Idempotency-Key": key },
  });
  await shortly();
  await change();
  await holding.rollback();
  return applying;
}

async function expectRefused(change: () => Promise<unknown>, field: string, more?: Record<string, unknown>) {
  const before = await visitCount(server);
  const answer = await applyAround(change, more);
  expect(answer.status, answer.text).toBe(400);
  expect(Object.keys(answer.body)).toEqual([field]);
  expect(await visitCount(server)).toBe(before);
  expect(await db("idempotencyKeys").where({ key: keyOf(calls) })).toEqual([]);
}

/** Applies another policy than the one that visitors of the site agree to. */
async function applyPolicy(title: string) {
  await db("privacyPolicies").update({ applied: false });
  await db("privacyPolicies").insert({ title, content: title, applied: true, appliedAt: server.now });
}

async function applyFirstPolicy() {
  await db("privacyPolicies").update({ applied: false });
  await db("privacyPolicies").where({ id: site.policy }).update({ applied: true });
}

describe("a request that waits for its turn", () => {
  it("is refused where another privacy policy is in force by then, also with companions", async () => {
    await expectRefused(() => applyPolicy("다음"), "_");
    await applyFirstPolicy();
    await db("configuration").update({ companions: true });
    await expectRefused(() => applyPolicy("그다음"), "_", { companions: [{ name: "같이온" }] });
    await applyFirstPolicy();
  });

  it("is refused where its host has resigned by then", async () => {
    const leaving = await addHost(db, site.company, { name: "한나간" });
    const resign = () => db("hostUsers").where({ id: leaving.id }).update({ status: "resigned" });
    await expectRefused(resign, "hostUser", { hostUser: leaving.id });
  });

  it("is not approved by itself where the site has stopped that by then", async () => {
    await db("configuration").update({ autoApprove: true });
    const answer = await applyAround(() => db("configuration").update({ autoApprove: false }));
    expect(answer.body).toMatchObject({ statusCode: "applied" });
  });

  it("is refused without a code where the site asks for one by then", async () => {
    await expectRefused(() => db("configuration").update({ submitCode: true }), "code");
  });

  it("is stored once where something else of the site has changed", async () => {
    const before = await visitCount(server);
    const answer = await applyAround(() =>
      db("companies").where({ id: site.otherCompany }).update({ dispOrder: 9 }),
    );
    expect(answer.status, answer.text).toBe(200);
    expect(await visitCount(server)).toBe(before + 1);
  });

  it("is refused where its purpose is deleted while it is stored", async () => {
    const before = await visitCount(server);
    const [purpose] = await db("userCodes").insert({ kind: 9003, name: "없앨 목적" }).returning("id");
    const deleting = await db.transaction();
    held.push(deleting);
    await deleting("userCodes").where({ id: purpose.id }).delete();
    const applying = server.post(applicationPath, { body: koreanApplication(site, { purpose: purpose.id }) });
    await shortly();
    await deleting.commit();
    held.length = 0;
    const answer = await applying;
    expect(answer.status, answer.text).toBe(400);
    expect(Object.keys(answer.body)).toEqual(["purpose"]);
    expect(await visitCount(server)).toBe(before);
  });
});
