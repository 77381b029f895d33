/** Requests that come at the same time are stored each as if it had come alone. */
import type { Knex } from "knex";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seededSite } from "../../support/console/staffed-site.ts";
import { addHost, koreanApplication } from "../../support/site.ts";
import { applicationPath, holdKeys, visitCount } from "../../support/visitor/applications.ts";

const { server, site } = await seededSite();
const { db } = server;
const held: Knex.Transaction[] = [];

beforeEach(async () => {
  await db("messageCounts").del();
  await db("hostUsers").where({ id: site.host }).update({ cellPhone: "010-0000-0044" });
});
afterEach(async () => {
  await Promise.all(held.splice(0).map((trx) => trx.rollback()));
});

/** Deletes a purpose without a commit. @returns the transaction, and what a request names that has to wait for it */
async function deletePurpose() {
  const [{ id }] = await db("userCodes").insert({ kind: 9003, name: "없앨 목적" }).returning("id");
  const host = await addHost(db, site.company, { name: "다른담당" });
  const deleting = await db.transaction();
  await deleting("userCodes").where({ id }).delete();
  return { deleting, named: { purpose: id, hostUser: host.id } };
}

let keys = 0;
type Body = ReturnType<typeof koreanApplication> & { readonly key?: string };
const application = (name: string, more: Record<string, unknown> = {}): Body =>
  koreanApplication(site, { name, ...more });

const keyOf = ({ key = `together-${++keys}-abcdefgh` }: Body) => key;

/** Sends a request, under a key of its own unless it names one. */
const send = ({ key, ...body }: Body) =>
  server.post(applicationPath, { body, headers: { "Idempotency-Key": key ?? keyOf(body) } });

const shortly = (ms = 150) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends requests that wait for each other, and for something to be done meanwhile. */
async function sendAtOnce(bodies: readonly Body[], meanwhile: () => Promise<unknown> = async () => {}) {
  const keyed = bodies.map((body) => ({ ...body, key: keyOf(body) }));
  const holding = await holdKeys(
    server,
    keyed.map(({ key }) => key),
  );
  held.push(holding);
  const sending = Promise.all(keyed.map((body) => send(body)));
  await shortly();
  await meanwhile();
  await holding.rollback();
  return sending;
}

const names = (count: number, first = "함께") =>
  [..."가나다라마바사아자차카타"].slice(0, count).map((last) => `${first}${last}`);
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);

describe("requests that come at the same time", () => {
  it("are stored each with all that belongs to it", async () => {
    const people = names(12);
    const phone = (n: number) => `010-0000-${1000 + n}`;
    const answers = await sendAtOnce(people.map((name, n) => application(name, { cellphone: phone(n) })));
    expect(statuses(answers)).toEqual(people.map(() => 200));
    for (const [n, name] of people.entries()) {
      const { reserveNo } = answers[n]?.body ?? {};
      const visit = await db("visits").where({ reserveNo }).first();
      expect(visit).toMatchObject({ name, statusCode: "applied", hostUserId: site.host });
      expect(server.deps.cipher.decrypt(visit, reserveNo)).toBe(phone(n));
      const visitId = visit.id;
      expect(await db("visitLogs").where({ visitId })).toMatchObject([
        { action: "apply", toCode: "applied" },
      ]);
      expect(await db("visitConsents").where({ visitId })).toHaveLength(5);
      expect(await db("visitSearch").where({ visitId })).toHaveLength(1);
      expect(await db("changes").where({ visitId })).toMatchObject([
        { kind: "visit", hostUserId: site.host },
      ]);
      const messages = await db("messages").where({ visitId });
      expect(messages).toMatchObject([{ event: "apply", hostUserId: site.host }]);
      expect(messages[0].text).toContain(name);
      const kept = await db("idempotencyKeys").whereRaw("answer ->> 'reserveNo' = ?", [reserveNo]);
      expect(kept).toHaveLength(1);
    }
  });

  it("count together the messages to each host, and are summed up beyond what one gets in an hour", async () => {
    const other = await addHost(db, site.company, { name: "다른담당", cellPhone: "010-0000-0045" });
    const expiresAt = new Date(server.now.getTime() + 60_000);
    for (const [host, used] of [
      [site.host, 17],
      [other.id, 19],
    ])
      await db("messageCounts").insert({ purpose: "host", key: String(host), used, expiresAt });
    const { id: last } = (await db("messages").max("id as id").first()) ?? {};
    const answers = await sendAtOnce([
      ...names(8, "많이").map((name) => application(name)),
      ...names(2, "조금").map((name) => application(name, { hostUser: other.id })),
    ]);
    expect(statuses(answers)).toEqual(Array(10).fill(200));
    const of = (hostUserId: number) =>
      db("messages")
        .where({ hostUserId })
        .where("id", ">", last ?? 0)
        .orderBy("event")
        .pluck("event");
    expect(await of(site.host)).toEqual(["apply", "apply", "apply", "applyMany"]);
    expect(await of(other.id)).toEqual(["apply", "applyMany"]);
    expect(await db("messageCounts").pluck("used")).toEqual([21, 21]);
  });

  it("begin to count anew where the time of a count is over", async () => {
    await db("messageCounts").insert({
      purpose: "host",
      key: String(site.host),
      used: 21,
      expiresAt: new Date(server.now.getTime() - 1),
    });
    await sendAtOnce(names(3, "새로").map((name) => application(name)));
    expect(await db("messageCounts").where({ key: String(site.host) })).toMatchObject([{ used: 3 }]);
    expect(
      await db("messages").whereIn("visitId", db("visits").select("id").whereILike("name", "새로%")),
    ).toHaveLength(3);
  });

  it("are refused one by one where something has changed for one", async () => {
    const leaving = await addHost(db, site.company, { name: "한나간" });
    const before = await visitCount(server);
    const answers = await sendAtOnce(
      [application("남은가"), application("떠난이", { hostUser: leaving.id }), application("남은나")],
      () => db("hostUsers").where({ id: leaving.id }).update({ status: "resigned" }),
    );
    expect(statuses(answers)).toEqual([200, 400, 200]);
    expect(Object.keys(answers[1]?.body)).toEqual(["hostUser"]);
    expect(await visitCount(server)).toBe(before + 2);
  });

  it("get a number each, also where they drew the same one", async () => {
    const { random } = server;
    const draws = [21, 22, 22, 22].map((byte) => Buffer.alloc(5, byte));
    server.random = (size) => draws.shift() ?? random(size);
    const answers = await sendAtOnce(names(4, "같은번호").map((name) => application(name)));
    server.random = random;
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.reserveNo)).size).toBe(4);
    expect(draws).toEqual([]);
  });

  it("are stored once where two of them have the same key", async () => {
    const twice = { ...application("두번"), key: "same-key-abcdefgh" };
    const answers = await sendAtOnce([application("먼저왔"), twice, application("다른이"), twice]);
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
    expect(answers[1]?.body).toEqual(answers[3]?.body);
    expect(await db("visits").where({ name: "두번" })).toHaveLength(1);
  });

  it("use their keys again after 24 hours, each by its own time", async () => {
    const start = server.now;
    const period = { startDate: "2026-03-12 14:00", endDate: "2026-03-12 15:00" };
    const again = { ...application("다시온", period), key: "again-key-abcdefgh" };
    expect((await send(again)).status).toBe(200);
    const at = (ms: number) => {
      server.now = new Date(start.getTime() + 24 * 3_600_000 + ms);
    };
    const answers = [];
    for (const [ms, body] of [
      [-500, application("하나", period)],
      [-400, application("둘째", period)],
      [5, again],
    ] as const) {
      at(ms);
      answers.push(send(body));
      await shortly(15);
    }
    expect(statuses(await Promise.all(answers))).toEqual([200, 200, 200]);
    server.now = start;
    expect(await db("visits").where({ name: "다시온" })).toHaveLength(2);
  });

  it("are stored though one of them waits for what somebody holds, and so are those that come after", async () => {
    const { deleting, named } = await deletePurpose();
    let isRefused = false;
    const waiting = sendAtOnce([application("먼저"), application("기다림", named), application("나중")]).then(
      (answers) => {
        isRefused = true;
        return answers;
      },
    );
    const isStored = async (name: string) => (await db("visits").where({ name })).length === 1;
    await expect.poll(() => isStored("나중"), { timeout: 1_500 }).toBe(true);
    expect((await send(application("그다음"))).status).toBe(200);
    expect(isRefused).toBe(false);
    await deleting.commit();
    const answers = await waiting;
    expect(statuses(answers)).toEqual([200, 400, 200]);
    expect(Object.keys(answers[1]?.body)).toEqual(["purpose"]);
  });

  it("are stored though one of them is held by itself", async () => {
    const { deleting, named } = await deletePurpose();
    const waiting = send(application("혼자기다림", named));
    await shortly(30);
    const before = performance.now();
    expect((await send(application("혼자다음"))).status).toBe(200);
    expect(performance.now() - before).toBeLessThan(1_000);
    await deleting.rollback();
    expect((await waiting).status).toBe(200);
  });
});
