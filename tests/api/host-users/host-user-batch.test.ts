import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { lookAlike } from "../../support/accounts/look-alike.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { contentOfTables } from "../../support/console/tables.ts";

const { server, site, crew } = await staffedSite();
let existing: number[];

beforeAll(async () => {
  existing = (await server.db("hostUsers")).map(({ id }) => id);
});
afterEach(() => server.db("hostUsers").whereRaw("NOT id = ANY(?::integer[])", [existing]).del());

const path = "/dash/hostusers/batch";
const send = (rows: unknown, key?: string, by = crew.admin) =>
  by.post(path, { body: { rows }, ...(key !== undefined && { headers: { "Idempotency-Key": key } }) });
const added = () => server.db("hostUsers").whereRaw("NOT id = ANY(?::integer[])", [existing]).orderBy("id");

const row = (n: number, more: Record<string, unknown> = {}) => ({
  loginId: `batch.${n}`,
  name: `김일괄${n}`,
  enName: `Batch Kim ${n}`,
  company: "가온정밀",
  department: `제${n % 40}팀`,
  position: "선임",
  phone: "02-000-0000",
  cellPhone: `0100000${String(n % 10_000).padStart(4, "0")}`,
  email: `batch.${n}@example.com`,
  role: "host",
  ...more,
});
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n));

describe("POST /dash/hostusers/batch", () => {
  it("adds all rows in order and sends no invitation", async () => {
    const { body, status, text } = await send([row(2), row(1, { role: "desk" }), row(3)]);
    expect(status, text).toBe(200);
    expect(body).toEqual({ saved: 3, ids: expect.any(Array), reachable: [] });
    const stored = await server.db("hostUsers").whereIn("id", body.ids);
    const loginIds = body.ids.map((id: number) => stored.find((one) => one.id === id)?.loginId);
    expect(loginIds).toEqual(["batch.2", "batch.1", "batch.3"]);
    expect(stored.find(({ loginId }) => loginId === "batch.1")).toMatchObject({
      name: "김일괄1",
      companyId: site.company,
      cellPhone: "010-0000-0001",
      role: "desk",
      passwordHash: null,
      status: "active",
    });
    expect(await server.db("invitations").whereIn("hostUserId", body.ids)).toEqual([]);
    const invited = await crew.admin.post("/dash/hostusers/invite", { body: { ids: body.ids } });
    expect(invited.body).toHaveLength(3);
  });

  it("reports no reachable account and invites none by message when the site sends no messages", async () => {
    const { body } = await send([{ ...row(4), cellPhone: "010-0000-0004" }]);
    expect(body.reachable).toEqual([]);
    const invited = await crew.admin.post("/dash/hostusers/invite", {
      body: { ids: body.ids, by: "message" },
    });
    expect([invited.status, invited.body]).toEqual([200, []]);
    expect(await server.db("messages").where({ event: "invitation" })).toEqual([]);
  });

  it("finds a company by id or by full name in either language", async () => {
    const companies = ["가온정밀", "Gaon Precision", site.otherCompany];
    const { body } = await send(companies.map((company, n) => row(n, { company })));
    const stored = await server.db("hostUsers").whereIn("id", body.ids).orderBy("loginId");
    expect(stored.map(({ companyId }) => companyId)).toEqual([site.company, site.company, site.otherCompany]);
  });

  it("rejects ambiguous English company names and closed companies", async () => {
    const [twin, other] = await server
      .db("companies")
      .insert([
        { name: "하나", enName: "Same" },
        { name: "둘", enName: "Same" },
      ])
      .returning("id");
    const answer = await send(
      ["Same", "가온옛회사", "가온", site.closedCompany].map((company, n) => row(n, { company })),
    );
    await server.db("companies").whereIn("id", [twin.id, other.id]).del();
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([0, 1, 2, 3].map((n) => `rows.${n}.company`));
  });

  it("reports every invalid field of every row and stores nothing", async () => {
    const before = await contentOfTables(server.db);
    const answer = await send([
      row(0),
      row(1, { loginId: lookAlike(crew.desk.loginId), email: "not-an-address" }),
      row(2, { company: "없는 회사", name: " " }),
      row(3, { loginId: lookAlike("batch.0") }),
      row(4, { status: "resigned", role: "root", cellPhone: "1" }),
      { name: "김일괄" },
      "a row",
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      "rows.1.loginId": "이미 사용 중인 아이디입니다.",
      "rows.1.email": "올바른 형식이 아닙니다.",
      "rows.2.company": "지금은 선택할 수 없는 회사입니다.",
      "rows.2.name": "필수 입력 항목입니다",
      "rows.3.loginId": "같은 아이디가 앞 행에 이미 있습니다.",
      "rows.4.status": "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
      "rows.4.role": "올바른 값이 아닙니다.",
      "rows.4.cellPhone": "올바른 형식이 아닙니다.",
      "rows.5.loginId": "필수 입력 항목입니다",
      "rows.5.company": "필수 입력 항목입니다",
      "rows.6": "올바른 값이 아닙니다.",
    });
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  it("requires between 1 and 5,000 rows", async () => {
    expect((await send([])).body).toEqual({ rows: "필수 입력 항목입니다" });
    expect((await send(rows(5_001))).body).toEqual({ rows: "항목이 너무 많습니다." });
    const other = await crew.admin.post(path, { body: { rows: [row(1)], dryRun: true } });
    expect(other.body).toEqual({ dryRun: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오." });
    expect(await added()).toEqual([]);
  });

  it("accepts large bodies from administrators only, on this endpoint only", async () => {
    expect((await server.post(path, { body: { rows: rows(5_000) } })).status).toBe(401);
    expect((await send(rows(5_000), undefined, crew.desk)).status).toBe(403);
    const large = { body: { name: "x".repeat(300_000) } };
    expect((await crew.admin.post("/dash/companies", large)).status).toBe(413);
    const tooLarge = { body: { rows: [row(1, { name: "x".repeat(9_000_000) })] } };
    expect((await crew.admin.post(path, tooLarge)).status).toBe(413);
  });

  it("replays the same response for the same idempotency key and adds rows once", async () => {
    const key = randomUUID();
    const answers = await Promise.all([send(rows(50), key), send(rows(50), key)]);
    answers.push(await send(rows(50), key));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await added()).toHaveLength(50);
    expect((await send(rows(51), key)).status).toBe(422);
    const refused = randomUUID();
    expect((await send([row(1)], refused)).status).toBe(400);
    expect((await send([row(99)], refused)).status).toBe(200);
  });

  it("saves one of several simultaneous batches with common login ids, completely", async () => {
    const batches = [rows(200), rows(200).toReversed(), rows(250).slice(50)];
    const answers = await Promise.all(batches.map((batch) => send(batch)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    for (const { status, body } of answers) {
      if (status === 400) expect(Object.values(body)).toContain("이미 사용 중인 아이디입니다.");
    }
    expect(await added()).toHaveLength(200);
  });
});
