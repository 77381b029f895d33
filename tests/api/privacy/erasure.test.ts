import { afterAll, describe, expect, it } from "vitest";
import { eraseVisits, lockGroups } from "#api/features/privacy/erase.ts";
import { endVisits } from "#api/jobs/end-visits.ts";
import { startJobs } from "#api/jobs/jobs.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { findInDatabase } from "../../support/database/find-in-database.ts";
import { eventually } from "../../support/events.ts";
import { type AddedMessage, addMessage } from "../../support/messages.ts";
import { koreanApplication } from "../../support/site.ts";
import { addPass, addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const jobs = startJobs(server.deps, server.databaseUrl);
await jobs.started;
afterAll(() => jobs.stop());

/** Personal data of both people in all spellings, used nowhere else. */
const traces = [
  ..."남궁표적 NAMGUNG 010-0000-7391 01000007391 821000007391 0000-7391 표적상사 표적차장 02-0000-7392".split(
    " ",
  ),
  ..."020000-7392 99하7393 target@example.com pyojeok@example.org 특이사항 비밀메모 동방삭이 표적안내".split(
    " ",
  ),
  "010-0000-7394",
  "+82 10-0000-7391",
  "99하 7393",
];

/** A visit with all steps: reserved, edited, entered, left, revealed, looked up. */
async function wholeLife(): Promise<number[]> {
  const body = {
    hostUser: site.host,
    location: site.place,
    purpose: site.purpose,
    startDate: "2026-03-10 10:00",
    endDate: "2026-03-10 12:00",
    name: "남궁표적 NAMGUNG",
    cellphone: "+82 10 0000 7391",
    email: "pyojeok@example.org",
    company: "표적상사",
    position: "표적차장",
    phone: "02-0000-7392",
    carNumber: "99하 7393",
    note: "특이사항 target@example.com",
    companions: [{ name: "동방삭이", cellphone: "010-0000-7394" }],
  };
  const sent = { body, headers: { "Idempotency-Key": "erasure-reserve-1" } };
  const { id } = (await answered(crew.desk.post("/dash/visits/reserve", sent))).body;
  const followers = await crew.desk.get(`/api/visitor/${id}/followers`);
  const companion = followers.body[0].id;
  const passNo = await addPass(server);
  const calls = [
    () => crew.desk.put(`/dash/visits/${id}`, { body: { note: "비밀메모", keepApproval: true } }),
    () => crew.desk.post(`/dash/visits/${id}/issue`, { body: { visitID: id, guide: "표적안내", passNo } }),
    () =>
      crew.desk.post(`/dash/visits/${id}/reveal`, {
        body: { reason: "남궁표적 님(010-0000-7391, pyojeok@example.org, 99하7393)이 오지 않아 전화함" },
      }),
    () => crew.desk.get("/api/visit?q=남궁"),
    () => crew.desk.get("/api/visit?q=01000007391"),
    () => server.post("/api/request/search", { body: { name: body.name, cellPhone: "01000007391" } }),
    () => crew.desk.put(`/dash/visits/${id}/recovery`, { body: {} }),
    () => crew.desk.put(`/dash/user/close/${id}`, { body: { note: "비밀메모" } }),
    () => crew.desk.put(`/dash/user/close/${companion}`, { body: { note: "동방삭이 안 옴" } }),
  ];
  for (const call of calls) {
    await answered(call());
  }
  return [id, companion];
}

const add = async (more: AddedMessage): Promise<number> =>
  (await addMessage(server, { status: "kept", cellPhone: "010-0000-7391", ...more })).id;

describe("erasure", () => {
  it("leaves no personal data in any column of any table and schema", async () => {
    const others = await addVisit(server, site, {
      name: "다른사람",
      cellphone: "010-0000-1111",
      statusCode: "ended",
    });
    const ids = await wholeLife();
    const applied = await server.post("/api/request/simple/save/", {
      body: koreanApplication(site, { name: "남궁표적", cellphone: "010-0000-7391", company: "표적상사" }),
      headers: { "Idempotency-Key": "erasure-apply-1" },
    });
    expect(applied.status, applied.text).toBe(200);
    const cancelled = { name: "남궁표적", cellPhone: "010-0000-7391", reserveNo: applied.body.reserveNo };
    expect((await server.post("/api/request/cancel", { body: cancelled })).status).toBe(200);
    const { id } = await server.db("visits").where({ reserveNo: applied.body.reserveNo }).first("id");
    const numbers = (await server.db("visits").whereIn("id", [...ids, id])).flatMap((row) => [
      row.reserveNo,
      row.cellHash,
      row.cellLastFourHash,
      row.cellCipher,
    ]);

    const addresses = await server.db("visitEmails").whereIn("visitId", ids);
    numbers.push(...addresses.flatMap((row) => [row.cellHash, row.cellLastFourHash, row.cellCipher]));
    expect(addresses).toHaveLength(1);

    const [visitId] = ids as [number];
    const theirs = [
      await add({ visitId, toName: "남궁표적", text: "표적상사 남궁표적 님" }),
      await add({ status: "queued", toName: "남궁표적", text: "표적안내" }),
      await add({
        visitId,
        hostUserId: site.host,
        text: "동방삭이 님이 왔습니다",
        cellPhone: "010-0000-1111",
      }),
    ];
    const untouched = await add({ toName: "다른사람", text: "다른 글", cellPhone: "010-0000-1111" });

    const before = await findInDatabase(server.db, traces);
    expect(before).toEqual(
      expect.arrayContaining([
        "public.visits",
        "public.visit_logs",
        "public.visit_search",
        "public.idempotency_keys",
      ]),
    );
    const body = { ids: [...ids, id] };
    expect((await crew.privacy.put("/dash/trash-privacy/soft", { body })).status).toBe(200);
    expect(await findInDatabase(server.db, traces)).toContain("public.visits");
    const answer = await crew.privacy.put("/dash/trash-privacy/hard", { body });
    expect(answer.body, answer.text).toEqual({ count: 3 });

    expect(await findInDatabase(server.db, traces)).toEqual([]);
    // Hashes of searched or revealed numbers stay in the access log.
    const hashes = [...server.cipher.hashes("010-0000-7391"), ...server.cipher.hashes("010-0000-7394")];
    const remaining = numbers.filter(
      (value) => !hashes.some((hash) => Buffer.isBuffer(value) && hash.equals(value)),
    );
    expect(await findInDatabase(server.db, remaining)).toEqual([]);
    expect(
      (await findInDatabase(server.db, hashes)).every((table) => /access_log|rate_limits/.test(table)),
    ).toBe(true);
    expect(await server.db("messages").where({ id: untouched }).first()).toMatchObject({
      text: "다른 글",
      erasedAt: null,
    });
    const erased = await server.db("messages").whereNotNull("erasedAt").orderBy("id");
    expect(erased.filter(({ id: erasedId }) => theirs.includes(erasedId))).toMatchObject([
      { status: "kept", visitId: null },
      { status: "withdrawn", nextAttemptAt: null },
      { status: "kept", hostUserId: site.host },
    ]);
    expect(await server.db("destructionRegister").orderBy("id", "desc").first()).toMatchObject({
      messages: erased.length,
    });
    expect(await server.db("visits").where({ id: others.id }).first()).toMatchObject({ name: "다른사람" });
    // random ids may contain the digits
    const log = server.log.join("\n").replaceAll(/"requestId":"[\w-]+"/g, "");
    expect(log).not.toMatch(/표적|7391|동방삭/);
  });

  it("leaves no personal data in responses", async () => {
    const looked = await server.post("/api/request/search", {
      body: { name: "남궁표적", cellPhone: "010-0000-7391" },
    });
    expect(looked.body).toEqual([]);
    for (const path of ["/api/visit?q=남궁", "/dash/trash-privacy", "/dash/destruction-register"]) {
      const { text } = await crew.privacy.get(path);
      for (const trace of traces) expect(text).not.toContain(trace);
    }
    // The idempotency key is erased with its response.
    expect(await server.db("idempotencyKeys").where("key", "like", "erasure-%")).toEqual([]);
  });

  it("is rolled back completely when it fails", async () => {
    const { id } = await addVisit(server, site, { statusCode: "ended", cellphone: "010-0000-2222" });
    const erase = server.db.transaction(async (trx) => {
      const visits = await lockGroups(trx, [id]);
      await eraseVisits(trx, visits, { reason: "officer", by: 1, now: server.now, timezone: "Asia/Seoul" });
      throw new Error("the line is cut");
    });
    await expect(erase).rejects.toThrow("the line is cut");
    expect(await server.db("visits").where({ id }).first()).toMatchObject({ id });
  });
});

describe("erasure of messages", () => {
  it("waits until the number's last visit is destroyed", async () => {
    const cellphone = "010-0000-3333";
    const retained = await addVisit(server, site, { statusCode: "approved", cellphone });
    const { id } = await addVisit(server, site, { statusCode: "ended", cellphone, destroyOn: "2026-03-01" });
    const message = await add({ text: "안내", cellPhone: cellphone });
    const put = (ids: number[]) => crew.privacy.put("/dash/trash-privacy/hard", { body: { ids } });
    expect((await put([id])).status).toBe(200);
    expect(await server.db("messages").where({ id: message }).first()).toMatchObject({ erasedAt: null });
    await server
      .db("visits")
      .where({ id: retained.id })
      .update({ statusCode: "cancelled", destroyOn: "2026-03-01" });
    expect((await put([retained.id])).status).toBe(200);
    expect(await server.db("messages").where({ id: message }).first()).toMatchObject({
      text: "",
      cellHash: null,
    });
  });
});

describe("failed jobs", () => {
  it("store no visit data in pg-boss tables", async () => {
    await addVisit(server, site, { name: "연기표적", statusCode: "approved", endDate: "2026-03-10 11:00" });
    server.now = new Date("2026-03-11T15:30:00Z");
    await server.db.raw("ALTER TABLE visits ADD CONSTRAINT never CHECK (status_code <> 'ended') NOT VALID");
    await expect(endVisits(server.deps)).rejects.toMatchObject({
      nativeError: { detail: expect.stringContaining("연기표적") },
    });
    await server.db.raw("SELECT pgboss.create_queue('end-visits', '{}'::jsonb)").catch(() => {});
    const ids = startJobs(server.deps, server.databaseUrl);
    await ids.started;
    await eventually(() =>
      server.log.some((line) => line.includes('"job":"end-visits"') && line.includes("failed")),
    );
    await ids.stop();
    await server.db.raw("ALTER TABLE visits DROP CONSTRAINT never");
    expect(
      (await findInDatabase(server.db, ["연기표적"])).filter((table) => table.startsWith("pgboss")),
    ).toEqual([]);
    expect(server.log.join("\n")).not.toContain("연기표적");
  });
});
