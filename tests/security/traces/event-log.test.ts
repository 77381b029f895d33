/** Event log: sign-ins, refusals, writes and changes (OWASP ASVS 5.0, 16.2.1, 16.3.1–16.3.3; 안전성 확보조치 기준 제8조). */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { endpoints } from "#api/routes.ts";
import { startTestServer } from "../../support/api.ts";
import { addStaff, password, withCookie } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { type EventRow, eventRows } from "../../support/event-rows.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const { db } = server;

const { added, begin } = eventRows(db);

describe("sign-in events", () => {
  it("store user and address of successes and failures, without typed text", async () => {
    const { id, loginId } = await addStaff(server, site.company, "desk");
    await begin();
    await server.post("/dash/login", { body: { loginId, password: "not my password" } });
    await server.post("/dash/login", { body: { loginId: "my-password-by-mistake", password } });
    await server.post("/dash/login", { body: { loginId, password } });
    const [wrong, unknown, right] = await added();
    const at = { address: "127.0.0.1", call: "POST /dash/login" };
    const failed = { ...at, kind: "signInFailed", hostUserId: null, detail: "password" };
    expect(wrong).toMatchObject({ ...failed, subject: "host_users", subjectId: id });
    expect(unknown).toMatchObject({ ...failed, subject: "", subjectId: null });
    expect(right).toMatchObject({ ...at, kind: "signIn", hostUserId: id });
    expect(JSON.stringify(await added())).not.toMatch(/by-mistake|not my password/);
  });
});

describe("refused events", () => {
  it("store the user of a 403", async () => {
    expect((await crew.host.put("/dash/config", { body: {} })).status).toBe(403);
    expect((await crew.desk.get("/dash/access-log")).status).toBe(403);
    expect(await added()).toMatchObject([
      { kind: "refused", hostUserId: crew.host.id, call: "PUT /dash/config", detail: "forbidden" },
      { kind: "refused", hostUserId: crew.desk.id, call: "GET /dash/access-log" },
    ]);
  });
});

it("refused events are limited for a session, whose writes are then rejected", async () => {
  await db("rateLimits").delete();
  const limits = { callerRefusal: 2, staffWrite: 3, refusal: 1 };
  const strict = await startTestServer({ sameDatabaseAs: server, limits });
  const host = withCookie(strict, crew.host.cookie);
  const write = () => host.put("/dash/user/public-search", { body: { inPublicSearch: true } });
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push(await host.get("/dash/access-log"));
  for (let n = 0; n < 5; n++) answers.push(await write());
  await strict.close();
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200, 200, 200, 429, 429]);
  const by = { hostUserId: crew.host.id };
  expect(await added()).toMatchObject([
    ...Array(2).fill({ ...by, kind: "refused", call: "GET /dash/access-log" }),
    ...Array(3).fill({ ...by, kind: "call", call: "PUT /dash/user/public-search" }),
    { ...by, kind: "refused", call: "PUT /dash/user/public-search", detail: "tooManyRequests" },
  ]);
});

describe("refused events without a session", () => {
  const company = "203.0.113.77";
  const outsideAddress = "198.51.100.7";
  const startStrict = (limits: object, consoleDir?: string) =>
    startTestServer({
      ...(consoleDir !== undefined && { consoleDir }),
      sameDatabaseAs: server,
      env: { CONSOLE_ALLOW: "203.0.113.0/24", TRUSTED_PROXIES: "loopback" },
      limits,
    });
  const by = (address: string, more: object = {}) => ({
    kind: "refused",
    hostUserId: null,
    address,
    subject: "",
    ...more,
  });

  it("store address of writes from another origin, and of calls from outside the console's ranges", async () => {
    const strict = await startStrict({});
    const foreign = { Origin: "https://evil.example" };
    const at = (address: string) => ({ "X-Forwarded-For": address });
    const statuses = [
      await strict.send("PUT", "/dash/config", { headers: { ...foreign, ...at(company) }, body: {} }),
      await strict.post("/api/request/search", {
        headers: { ...foreign, ...at(outsideAddress) },
        body: { name: "홍길동" },
      }),
      await strict.post("/dash/login", {
        headers: at(outsideAddress),
        body: { loginId: "victim", password },
      }),
      await strict.get("/dash/visits/17?q=홍길동", { headers: at(outsideAddress) }),
      await strict.get("/api/visit?q=홍길동", {
        headers: { ...at(outsideAddress), Cookie: crew.admin.cookie },
      }),
    ].map(({ status }) => status);
    await strict.close();
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
    const outside = { detail: "outsideAddresses" };
    expect(await added()).toMatchObject([
      by(company, { call: "PUT /dash/config", detail: "wrongOrigin" }),
      by(outsideAddress, { call: "POST /api/request/search", detail: "wrongOrigin" }),
      by(outsideAddress, { call: "POST /dash/login", ...outside }),
      by(outsideAddress, { call: "GET /dash/visits/:id", ...outside }),
      by(outsideAddress, { call: "GET /api/visit", ...outside }),
    ]);
    expect(JSON.stringify(await added())).not.toMatch(/홍길동|victim|visits\/17|evil/);
  });

  it("include console pages", async () => {
    const consoleDir = mkdtempSync(join(tmpdir(), "visitor-console-"));
    writeFileSync(join(consoleDir, "console.html"), "<!doctype html>");
    const strict = await startStrict({}, consoleDir);
    const page = await strict.get("/dash/visits/17", {
      headers: { "X-Forwarded-For": outsideAddress, Accept: "text/html" },
    });
    await strict.close();
    rmSync(consoleDir, { recursive: true });
    expect(page.status).toBe(403);
    expect(await added()).toMatchObject([
      by(outsideAddress, { call: "GET /dash", detail: "outsideAddresses" }),
    ]);
  });

  it("include reached rate limits (16.3.3)", async () => {
    await db("rateLimits").delete();
    const strict = await startStrict({ refusal: 1, lookup: 1, reveal: 1 });
    const at = { "X-Forwarded-For": company };
    const search = () => strict.post("/api/request/search", { headers: at, body: {} });
    expect([await search(), await search(), await search()].map(({ status }) => status)).toEqual([
      400, 429, 429,
    ]);
    await strict.close();
    expect(await added()).toMatchObject([
      by(company, { call: "POST /api/request/search", detail: "tooManyRequests" }),
    ]);
  });

  it("are limited to one row an address and minute, and in total", async () => {
    await db("rateLimits").delete();
    const strict = await startStrict({ refusal: 1, refusals: 3 });
    const callFrom = (address: string) =>
      strict.get("/api/visit", { headers: { "X-Forwarded-For": address } });
    const addresses = [
      outsideAddress,
      outsideAddress,
      "2001:db8:9::1",
      "2001:db8:9::2",
      "192.0.2.1",
      "192.0.2.2",
    ];
    for (const address of addresses) expect((await callFrom(address)).status).toBe(403);
    await strict.close();
    expect((await added()).map(({ address }) => address)).toEqual([
      outsideAddress,
      "2001:db8:9:0::/64",
      "192.0.2.1",
    ]);
  });
});

describe("write events", () => {
  it("include every endpoint except those without changes and personal settings", () => {
    const left = endpoints
      .filter((one) => one.method !== "GET" && one.permission !== "public" && one.recorded === "none")
      .map(({ method, path }) => `${method} ${path}`);
    expect(left.sort()).toEqual([
      "DELETE /dash/views/:id",
      "POST /dash/access-log/search",
      "POST /dash/events/export",
      "POST /dash/exports",
      "POST /dash/privacy-policies/preview",
      "POST /dash/terms/:id/preview",
      "POST /dash/user/company-sign-out",
      "POST /dash/user/passkeys/start",
      "POST /dash/user/second-factor",
      "POST /dash/views",
      "PUT /dash/user/preferences",
      "PUT /dash/views/:id",
      "PUT /dash/views/:id/default",
    ]);
  });

  it("store the id of the changed record", async () => {
    const { id } = await addVisit(server, site, { statusCode: "applied" });
    expect((await crew.desk.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(200);
    expect(await added()).toMatchObject([
      {
        kind: "call",
        hostUserId: crew.desk.id,
        call: "PUT /dash/user/approve/:id",
        subject: "visits",
        subjectId: id,
        before: null,
        after: null,
      },
    ]);
  });

  it("are not written for rejected calls", async () => {
    expect((await crew.admin.put("/dash/config", { body: { maxRequestDays: -1 } })).status).toBe(400);
    expect(await added()).toEqual([]);
  });
});

describe("change events", () => {
  const changes = () => added("change");
  const by = () => ({ hostUserId: crew.admin.id, address: "127.0.0.1" });

  it("store values of the configuration before and after", async () => {
    await crew.admin.put("/dash/config", { body: { maxRequestDays: 9, customerCompany: { ko: "새 이름" } } });
    expect(await changes()).toMatchObject([
      {
        ...by(),
        subject: "configuration",
        call: "PUT /dash/config",
        after: { max_request_days: 9, customer_company: "새 이름" },
      },
    ]);
    const [{ before, after }] = (await changes()) as [EventRow];
    expect(Object.keys(before ?? {}).sort()).toEqual(Object.keys(after ?? {}).sort());
    await crew.admin.put("/dash/config", { body: { maxRequestDays: 9 } });
    expect(await changes()).toHaveLength(1);
  });

  it("store texts before and after", async () => {
    const terms = await crew.admin.post("/dash/terms", {
      body: { title: "이용약관", contentType: "이용약관" },
    });
    expect(terms.status, terms.text).toBe(200);
    const { id } = terms.body;
    await crew.admin.put(`/dash/terms/${id}`, { body: { title: "다른 제목" } });
    await crew.admin.send("DELETE", `/dash/terms/${id}`);
    const about = { ...by(), subject: "terms", subjectId: id };
    expect(await changes()).toMatchObject([
      { ...about, before: null, after: { title: "이용약관" } },
      { ...about, before: { title: "이용약관" }, after: { title: "다른 제목" } },
      { ...about, before: { title: "다른 제목" }, after: null },
    ]);
  });

  it("store message templates, companies and codes", async () => {
    await crew.admin.put("/dash/sms/templates/approve", { body: { enabled: false } });
    const company = (await crew.admin.post("/dash/companies", { body: { name: "새 회사", inUse: true } }))
      .body;
    await crew.admin.send("DELETE", `/dash/companies/${company.id}`);
    expect((await changes()).map(({ subject, detail }) => [subject, detail])).toEqual([
      ["sms_templates", "approve"],
      ["companies", "새 회사"],
      ["companies", "새 회사"],
    ]);
  });

  it("store accounts and roles without numbers and passwords", async () => {
    const { id } = await addStaff(server, site.company, "host", { cellPhone: "010-0000-7401" });
    await begin();
    await crew.admin.put(`/dash/hostusers/${id}/role`, { body: { role: "desk" } });
    await crew.admin.put(`/dash/hostusers/${id}/profile`, {
      body: { cellPhone: "010-0000-7402", department: "보안팀" },
    });
    const rows = await changes();
    expect(rows).toMatchObject([
      { ...by(), subject: "host_users", subjectId: id, before: { role: "host" }, after: { role: "desk" } },
      { ...by(), subjectId: id, after: { cell_phone: "***", department: "보안팀" } },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/0000-?740/);
  });

  it("are written by triggers on every configuration table", async () => {
    const { rows } = await db.raw(
      `SELECT DISTINCT tgrelid::regclass::text AS "table" FROM pg_trigger
       WHERE tgfoid = 'record_change'::regproc AND tgenabled = 'O' ORDER BY 1`,
    );
    const tables =
      "api_keys companies configuration holidays host_users logos privacy_policies sms_templates terms " +
      "terms_versions user_codes webhooks";
    expect(rows.map(({ table }: { table: string }) => table)).toEqual(tables.split(" "));
  });

  it("store privacy policies and terms", async () => {
    const policy = await crew.privacy.post("/dash/privacy-policies", {
      body: { title: "방침", content: "<p>처음</p>" },
    });
    expect(policy.status, policy.text).toBe(200);
    await crew.privacy.put(`/dash/privacy-policies/${policy.body.id}`, { body: { content: "<p>나중</p>" } });
    expect(await changes()).toMatchObject([
      { subject: "privacy_policies", subjectId: policy.body.id, before: null },
      { hostUserId: crew.privacy.id, before: { content: "<p>처음</p>" }, after: { content: "<p>나중</p>" } },
    ]);
  });

  it("store no user for changes without a caller", async () => {
    await db("companies").insert({
      name: "명령줄",
      enName: "",
      inUse: true,
      dispOrder: 99,
      createdAt: server.now,
      updatedAt: server.now,
    });
    expect(await changes()).toMatchObject([{ hostUserId: null, call: "", address: "" }]);
  });
});

describe("GET /dash/events and its export", () => {
  it("filters by user and record, for administrators and privacy officers", async () => {
    const { id } = await addStaff(server, site.company, "host");
    await crew.admin.put(`/dash/hostusers/${id}/role`, { body: { role: "desk" } });
    const { rows } = (await crew.privacy.get(`/dash/events?hostUser=${id}`)).body;
    expect(rows.map(({ kind, subject }: EventRow) => [kind, subject])).toEqual([
      ["call", "host_users"],
      ["change", "host_users"],
      ["change", "host_users"],
    ]);
    const record = await crew.admin.get(`/dash/events?subject=host_users&subjectId=${id}&kind=change`);
    expect(record.body).toMatchObject({ total: 2 });
    expect(record.body.rows[0]).toMatchObject({ hostUser: { id: crew.admin.id, role: "admin" } });
    for (const me of [crew.desk, crew.host]) expect((await me.get("/dash/events")).status).toBe(403);
    expect((await crew.admin.get("/dash/events?subject=visitors")).status).toBe(400);
  });

  it("exports a file with a reason, and logs the export", async () => {
    await crew.admin.put("/dash/sms/templates/approve", { body: { enText: '=cmd, "{name}"' } });
    const without = await crew.privacy.post("/dash/events/export", { body: {} });
    expect([without.status, Object.keys(without.body)]).toEqual([400, ["reason"]]);
    const answer = await crew.privacy.post("/dash/events/export", {
      body: { reason: "분기 점검", subject: "sms_templates", kind: "change" },
    });
    expect(answer.status, answer.text).toBe(200);
    const [head, ...lines] = answer.body.csv.trim().split("\r\n");
    expect(head).toContain('"id","at","utc","kind"');
    expect(lines[0]).toMatch(
      /^"\d+","\d{4}-\d\d-\d\d \d\d:\d\d","\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","change"/,
    );
    expect(lines).toHaveLength(answer.body.rows);
    expect(lines[0]).toContain('""=cmd');
    expect(lines.every((line: string) => !/,"[=+@-]/.test(line))).toBe(true);
    for (const name of ["＝1+1", "－cmd", "＠SUM(A1)"])
      await crew.admin.post("/dash/companies", { body: { name, inUse: true } });
    await db("companies").where({ name: "－cmd" }).update({ name: " =2+2" });
    const wide = await crew.privacy.post("/dash/events/export", {
      body: { reason: "분기 점검", subject: "companies", kind: "change" },
    });
    expect(wide.body.csv).toContain('"\'＝1+1"');
    expect(wide.body.csv).not.toMatch(/,"\s*[=+@＝＋－＠-]/);
    expect((await added("export"))[0]).toMatchObject({
      hostUserId: crew.privacy.id,
      detail: `${answer.body.rows}: 분기 점검`,
    });
  });
});
