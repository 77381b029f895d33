import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../support/api.ts";
import { ofKind, readLive } from "../support/events.ts";
import { addHost, type Site, seedSite } from "../support/site.ts";
import { addCrew, addStaff, type Crew, password, signedIn, signIn } from "../support/staff.ts";
import { contentOfTables } from "../support/tables.ts";
import { addVisit } from "../support/visits.ts";

let server: TestServer;
let site: Site;
let crew: Crew;
/** Kept between tests: whom the site and the crew consist of. */
let kept: number[];

beforeAll(async () => {
  server = await startTestServer({ pace: { look: 100, heartbeat: 20_000 } });
  site = await seedSite(server.db);
  crew = await addCrew(server, site.company);
  kept = (await server.db("hostUsers")).map(({ id }) => id);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db("visitLogs").del();
  await server.db("visits").del();
  await server.db("changes").del();
  await server.db("hostUsers").whereNotIn("id", kept).del();
});

const path = "/dash/hostusers";
const nobody = 2_000_000_000;
const stored = (id: number) => server.db("hostUsers").where({ id }).first();
const added = () => server.db("hostUsers").whereNotIn("id", kept).orderBy("id");
const changes = async () => (await server.db("changes").orderBy("id")).map(({ kind }) => kind);
const sessionsOf = (hostUserId: number) => server.db("sessions").where({ hostUserId });
const encoded = encodeURIComponent;

const newcomer = (more: Record<string, unknown> = {}) => ({
  loginId: "jiwoo.han",
  name: "한지우",
  enName: "Jiwoo Han",
  company: site.company,
  department: "설계팀",
  position: "선임",
  phone: "02-000-1234",
  cellPhone: "01000001234",
  email: "jiwoo.han@example.com",
  role: "desk",
  ...more,
});

describe("any call", () => {
  const calls = (): [method: string, path: string, body?: object][] => [
    ["POST", path, newcomer()],
    ["POST", `${path}/batch`, { rows: [newcomer()] }],
    ["POST", `${path}/invite`, { ids: [site.namesake] }],
    ["PUT", `${path}/${site.namesake}/profile`, { name: "김영수" }],
    ["PUT", `${path}/${site.namesake}/role`, { role: "admin" }],
    ["PUT", `${path}/${site.namesake}/unlock`, {}],
    ["PUT", `${path}/${site.namesake}/reset-password`, {}],
    ["POST", `${path}/resign/${site.namesake}`, {}],
    ["POST", `${path}/join/${site.resigned}`, {}],
    ["DELETE", `${path}/${site.namesake}`],
  ];

  it("needs a session and changes nothing without", async () => {
    const before = await contentOfTables(server.db);
    for (const [method, to, body] of calls()) {
      expect((await server.send(method, to, { body })).status, to).toBe(401);
    }
    expect((await server.get(path)).status).toBe(401);
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  it.each(["host", "desk", "privacy"] as const)("that writes is forbidden to %s", async (role) => {
    const before = await contentOfTables(server.db);
    for (const [method, to, body] of calls()) {
      expect((await crew[role].send(method, to, { body })).status, to).toBe(403);
    }
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  it("does not find who is not there, and knows what can be changed", async () => {
    for (const extra of ["profile", "unlock", "reset-password"]) {
      expect((await crew.admin.put(`${path}/${nobody}/${extra}`, { body: {} })).status).toBe(404);
    }
    expect((await crew.admin.put(`${path}/${nobody}/role`, { body: { role: "host" } })).status).toBe(404);
    expect((await crew.admin.send("DELETE", `${path}/${nobody}`)).status).toBe(404);
    expect((await crew.admin.put(`${path}/${site.host}/salary`, { body: {} })).status).toBe(404);
  });
});

describe("POST /dash/hostusers", () => {
  it("adds somebody who cannot sign in yet, gives their invitation once, and tells open consoles", async () => {
    const answer = await crew.admin.post(path, { body: newcomer() });
    expect(answer.status, answer.text).toBe(200);
    const [row] = await added();
    const { company: companyId, ...sent } = newcomer({ cellPhone: "010-0000-1234" });
    expect(row).toMatchObject({
      ...sent,
      companyId,
      passwordHash: null,
      status: "active",
      createdAt: server.now,
    });
    expect(answer.body).toEqual({
      id: row.id,
      ...newcomer({ company: { id: site.company, name: "가온정밀" }, cellPhone: "010-0000-1234" }),
      status: "active",
      hasPassword: false,
      invited: true,
      locked: false,
      lastSignInAt: null,
      createdAt: "2026-03-10 10:00",
      updatedAt: "2026-03-10 10:00",
      invitation: {
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dash\/invitation\/[\w-]{43}$/),
        expiresAt: "2026-03-13 10:00",
      },
    });
    expect(await changes()).toEqual(["hostUser"]);
    const listed = await crew.admin.get(`${path}?q=jiwoo.han`);
    expect(listed.text).not.toContain("/dash/invitation/");
  });

  it("needs a login id, a name and a company; all else is empty, the role host", async () => {
    const body = { loginId: "short", name: "한지우", company: site.company };
    expect((await crew.admin.post(path, { body })).status).toBe(200);
    expect((await added())[0]).toMatchObject({ role: "host", enName: "", cellPhone: "", email: "" });
  });

  it("names every bad field at once, what only the database knows among them", async () => {
    const answer = await crew.admin.post(path, {
      body: newcomer({
        loginId: crew.admin.loginId.toUpperCase(),
        name: "",
        company: site.closedCompany,
        cellPhone: "12",
        email: "nobody",
        role: "root",
        status: "resigned",
        passwordHash: "x",
      }),
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      loginId: "이미 사용 중인 아이디입니다.",
      name: "필수 입력 항목입니다",
      company: "지금은 선택할 수 없는 회사입니다.",
      cellPhone: "올바른 형식이 아닙니다.",
      email: "올바른 형식이 아닙니다.",
      role: "올바른 값이 아닙니다.",
      status: "알 수 없는 항목입니다.",
      passwordHash: "알 수 없는 항목입니다.",
    });
    expect((await crew.admin.post(path, { body: newcomer({ loginId: "a b" }) })).body).toEqual({
      loginId: "올바른 형식이 아닙니다.",
    });
    expect(await added()).toEqual([]);
  });

  it("gives a login id to one of five who ask for it at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        crew.admin.post(path, { body: newcomer({ loginId: n % 2 ? "Taken.Once" : "taken.once" }) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    for (const { status, body } of answers)
      if (status === 400) expect(body).toEqual({ loginId: "이미 사용 중인 아이디입니다." });
    expect(await added()).toHaveLength(1);
  });

  it("calls the site by its public address where that is set", async () => {
    const origin = "https://visit.example.com";
    const behind = await startTestServer({ beside: server as never, env: { PUBLIC_ORIGIN: origin } });
    const answer = await behind.post(path, {
      body: newcomer(),
      headers: { Cookie: crew.admin.cookie, Origin: origin },
    });
    await behind.close();
    expect(answer.body.invitation.url).toMatch(/^https:\/\/visit\.example\.com\/dash\/invitation\/[\w-]+$/);
  });
});

describe("PUT /dash/hostusers/{id}/profile", () => {
  const put = (id: number, body: object) => crew.admin.put(`${path}/${id}/profile`, { body });

  it("changes what is named, takes back what was read, and leaves role, status and sessions", async () => {
    const me = await signedIn(server, site.company, "desk", { name: "한지우", department: "총무팀" });
    const { rows } = (await crew.admin.get(`${path}?q=${encoded("한지우")}`)).body;
    const body = {
      ...rows[0],
      position: "책임",
      cellPhone: "+82 10 0000 9999",
      role: "admin",
      status: "resigned",
    };
    const answer = await put(me.id, body);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      ...rows[0],
      position: "책임",
      cellPhone: "010-0000-9999",
      updatedAt: "2026-03-10 10:00",
    });
    expect(await stored(me.id)).toMatchObject({ position: "책임", department: "총무팀", role: "desk" });
    expect((await me.get("/dash/user/current")).body.position).toBe("책임");
    expect(await changes()).toEqual(["hostUser"]);
  });

  it("empties what may be empty, changes the login id and the company", async () => {
    const { id } = await addStaff(server, site.company, "host", { email: "a@example.com", phone: "02" });
    const body = { loginId: "new.name", company: site.otherCompany, email: "", phone: "" };
    expect((await put(id, body)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ loginId: "new.name", companyId: site.otherCompany, email: "" });
    expect((await signIn(server, "NEW.name")).cookie).not.toBe("");
  });

  it("refuses a login id that somebody has and a company that is closed, but not one's own", async () => {
    const { id, loginId } = await addHost(server.db, site.closedCompany);
    const other = await addHost(server.db, site.company);
    const refused = await put(id, {
      loginId: other.loginId.toUpperCase(),
      company: nobody,
      name: " ",
      id: id + 1,
    });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body).sort()).toEqual(["company", "id", "loginId", "name"]);
    const own = await put(id, { loginId: loginId.toUpperCase(), company: site.closedCompany });
    expect(own.status, own.text).toBe(200);
  });

  it("gives a login id to one of several who take it at once", async () => {
    const people = [];
    for (let n = 0; n < 4; n++) people.push(await addHost(server.db, site.company));
    const answers = await Promise.all(people.map(({ id }) => put(id, { loginId: "wanted" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });
});

describe("PUT /dash/hostusers/{id}/role", () => {
  const put = (id: number, role: string, by = crew.admin) => by.put(`${path}/${id}/role`, { body: { role } });

  it("changes the role and ends what they have open: sessions at once, live streams soon after", async () => {
    const me = await signedIn(server, site.company, "desk");
    const stream = await readLive(server, me.cookie);
    await stream.until(({ event }) => event === "reset");
    const answer = await put(me.id, "host");
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ id: me.id, role: "host" });
    expect((await me.get("/dash/user/current")).status).toBe(401);
    expect(await sessionsOf(me.id)).toEqual([]);
    await stream.ended;
    expect(await changes()).toEqual(["hostUser"]);
  });

  it("ends nothing where the role is the same", async () => {
    const me = await signedIn(server, site.company, "desk");
    expect((await put(me.id, "desk")).status).toBe(200);
    expect((await me.get("/dash/user/current")).status).toBe(200);
  });

  it("refuses a role that there is none of", async () => {
    expect((await put(site.host, "root")).body).toEqual({ role: "올바른 값이 아닙니다." });
    const missing = await crew.admin.put(`${path}/${site.host}/role`, { body: { name: "x" } });
    expect(missing.body).toEqual({ role: "필수 입력 항목입니다", name: "알 수 없는 항목입니다." });
  });

  it("is not taken from the last active administrator", async () => {
    await addStaff(server, site.company, "admin", { status: "resigned", passwordHash: null });
    const answer = await put(crew.admin.id, "host");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(answer.text).toBe("로그인할 수 있는 마지막 관리자입니다. 다른 관리자를 먼저 정해 주십시오.");
    expect(await stored(crew.admin.id)).toMatchObject({ role: "admin" });
    expect((await crew.admin.get("/dash/user/current")).status).toBe(200);
  });

  it("does not count an administrator who has no password yet", async () => {
    const answer = await crew.admin.post(path, { body: newcomer({ role: "admin" }) });
    expect((await put(crew.admin.id, "host")).status).toBe(405);
    const token = answer.body.invitation.url.split("/").at(-1);
    const chosen = { token, newPassword: "a new beginning", confirmPassword: "a new beginning" };
    expect((await server.post("/dash/invitation", { body: chosen })).status).toBe(204);
    const second = await signIn(server, "jiwoo.han", "a new beginning");
    expect((await put(crew.admin.id, "host", { ...crew.admin, ...second })).status).toBe(200);
    await server.db("hostUsers").where({ id: crew.admin.id }).update({ role: "admin" });
    const cookies = await signIn(server, crew.admin.loginId);
    Object.assign(crew.admin, cookies);
  });

  it("leaves one of two administrators who take it from each other at the same time, every time", async () => {
    for (let round = 0; round < 8; round++) {
      await server.db("hostUsers").where({ id: crew.admin.id }).update({ role: "host" });
      const [one, other] = [
        await signedIn(server, site.company, "admin"),
        await signedIn(server, site.company, "admin"),
      ];
      const answers = await Promise.all([
        one.put(`${path}/${other.id}/role`, { body: { role: "host" } }),
        other.put(`${path}/${one.id}/role`, { body: { role: "host" } }),
      ]);
      const left = await server.db("hostUsers").where({ role: "admin", status: "active" });
      await server.db("hostUsers").where({ id: crew.admin.id }).update({ role: "admin" });
      await server.db("hostUsers").whereIn("id", [one.id, other.id]).update({ role: "host" });
      expect(left).toHaveLength(1);
      // Whose session ended first is not asked any more.
      const statuses = answers.map(({ status }) => status).sort();
      expect([
        [200, 405],
        [200, 401],
      ]).toContainEqual(statuses);
    }
  });
});

describe("PUT /dash/hostusers/{id}/unlock", () => {
  it("lets somebody in at once who would have to wait after wrong passwords", async () => {
    const { id, loginId } = await addStaff(server, site.company, "host");
    const logIn = (secret: string) => server.post("/dash/login", { body: { loginId, password: secret } });
    for (let n = 0; n < 5; n++) await logIn("wrong wrong wrong");
    expect((await logIn(password)).status).toBe(429);
    const listed = async () => (await crew.admin.get(`${path}?q=${loginId}`)).body.rows[0].locked;
    expect(await listed()).toBe(true);
    const answer = await crew.admin.put(`${path}/${id}/unlock`, { body: {} });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.locked).toBe(false);
    expect(await listed()).toBe(false);
    expect((await logIn(password)).status).toBe(200);
  });
});

describe("DELETE /dash/hostusers/{id}", () => {
  const remove = (id: number, by = crew.admin) => by.send("DELETE", `${path}/${id}`);

  it("removes somebody whom nothing remembers, with sessions, passwords and invitation", async () => {
    const me = await signedIn(server, site.company, "host");
    await server.db("invitations").insert({
      hostUserId: me.id,
      tokenHash: Buffer.alloc(32),
      createdAt: server.now,
      expiresAt: new Date(server.now.getTime() + 1000),
    });
    const answer = await remove(me.id);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(await stored(me.id)).toBeUndefined();
    expect((await me.get("/dash/user/current")).status).toBe(401);
    expect(await changes()).toEqual(["hostUser"]);
    expect((await remove(me.id)).status).toBe(404);
  });

  it("is refused for who was visited, decided on a visit, or read somebody's data", async () => {
    const visited = await addHost(server.db, site.company);
    const visit = await addVisit(server, site, { hostUserId: visited.id, statusCode: "ended" });
    const actor = await addHost(server.db, site.company);
    await server.db("visitLogs").insert({
      visitId: visit.id,
      action: "approve",
      toCode: "approved",
      actorKind: "staff",
      actorId: actor.id,
      at: server.now,
    });
    const reader = await addHost(server.db, site.company);
    await server.db("accessLog").insert({
      at: server.now,
      hostUserId: reader.id,
      address: "::1",
      what: "/api/visit",
      visitIds: [visit.id],
    });
    for (const { id } of [visited, actor, reader]) {
      const answer = await remove(id);
      expect(answer.status).toBe(405);
      expect(answer.text).toBe(
        "이 직원의 방문이나 처리 기록이 남아 있어 지울 수 없습니다. 대신 퇴사로 처리해 주십시오.",
      );
      expect(await stored(id)).toBeDefined();
    }
  });

  it("is refused for oneself", async () => {
    const second = await signedIn(server, site.company, "admin");
    expect((await remove(second.id, second)).text).toMatch(/본인 계정/);
    expect(await stored(second.id)).toBeDefined();
  });
});

describe("GET /dash/hostusers", () => {
  const found = async (query: string, by = crew.desk) => {
    const answer = await by.get(`${path}?size=200&${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.rows.map(({ id }: { id: number }) => id);
  };

  it("shows desk and administrators who works here, with their numbers, and nobody else", async () => {
    const { id } = await addHost(server.db, site.company, { name: "한지우", cellPhone: "010-0000-4321" });
    for (const role of ["desk", "admin"] as const) {
      const { body } = await crew[role].get(`${path}?q=${encoded("한지우")}`);
      expect(body).toMatchObject({ total: 1, totalCapped: false });
      expect(body.rows[0]).toMatchObject({ id, name: "한지우", cellPhone: "010-0000-4321", role: "host" });
      expect(Object.keys(body.rows[0])).not.toContain("passwordHash");
    }
    for (const role of ["host", "privacy"] as const) {
      expect((await crew[role].get(path)).status).toBe(403);
      const options = await crew[role].get(`${path}/select-options?name=${encoded("한지우")}`);
      expect(options.body).toEqual([{ id, name: "한지우 (가온정밀)" }]);
    }
    const anybody = await server.get(`/visitor/findHostUsers?s=${encoded("한지우")}&company=${site.company}`);
    expect(anybody.body).toHaveLength(1);
    expect(anybody.text).not.toContain("4321");
  });

  it("finds by part of a name, initial consonants, login id and department, those who resigned too", async () => {
    const add = async (more: object) => (await addHost(server.db, site.company, more)).id;
    const a = await add({ name: "표가온", enName: "Gaon Pyo", loginId: "pyo.one", department: "R&D센터" });
    const b = await add({ name: "표나래", loginId: "50%_off", department: "구매팀", status: "resigned" });
    expect(await found(`q=${encoded("표가")}`)).toEqual([a]);
    expect(await found(`q=${encoded("ㅍㄴㄹ")}`)).toEqual([b]);
    expect(await found("q=gaon+PYO")).toEqual([a]);
    expect(await found("q=PYO.")).toEqual([a]);
    expect(await found(`q=${encoded("r&d")}`)).toEqual([a]);
    expect(await found(`q=${encoded("%_")}`)).toEqual([b]);
    expect(await found(`q=${encoded("표")}`)).toEqual([]);
    expect(await found(`q=${encoded("표")}%20&status=active`)).toEqual([]);
  });

  it("is filtered, sorted and paged", async () => {
    const add = async (name: string, more: object) =>
      (await addHost(server.db, site.otherCompany, { name, department: "필터팀", ...more })).id;
    const a = await add("가나다", { role: "desk", lastSignInAt: new Date("2026-03-01") });
    const b = await add("나다라", { role: "privacy", status: "resigned" });
    const c = await add("다라마", { role: "host", lastSignInAt: new Date("2026-03-02") });
    const team = `q=${encoded("필터팀")}`;
    expect(await found(team)).toEqual([a, b, c]);
    expect(await found(`${team}&sort=-name`)).toEqual([c, b, a]);
    expect(await found(`${team}&sort=-lastSignInAt`)).toEqual([c, a, b]);
    expect(await found(`${team}&role=desk,privacy`)).toEqual([a, b]);
    expect(await found(`${team}&status=resigned`)).toEqual([b]);
    expect(await found(`${team}&company=${site.company}`)).toEqual([]);
    expect(await found(`${team}&hasPassword=true`)).toEqual([]);
    expect(await found(`${team}&hasPassword=false&status=active`)).toEqual([a, c]);
    expect(await found("hasPassword=true&role=privacy")).toEqual([crew.privacy.id]);
    expect(await found(`company=${site.otherCompany}&status=active&role=desk`)).toEqual([a]);
    expect(await found(`id=${b}`)).toEqual([b]);
    expect(await found(`id=${b}&status=active`)).toEqual([]);
    const second = await crew.desk.get(`${path}?${team}&size=1&page=2`);
    expect(second.body).toMatchObject({ rows: [{ id: b }], total: 3 });
  });

  it.each(["role=root", "status=gone", "sort=cellPhone", "company=x", "size=201", "nobody=1"])(
    "refuses %s",
    async (query) => {
      expect((await crew.desk.get(`${path}?${query}`)).status).toBe(400);
    },
  );
});

describe("GET /dash/hostusers/select-options", () => {
  const options = async (name: string, lang = "ko") =>
    (await crew.host.get(`${path}/select-options?name=${encoded(name)}`, { lang })).body;

  it("tells namesakes apart by company, department and position, else by login id", async () => {
    const add = async (loginId: string) =>
      (
        await addHost(server.db, site.company, {
          loginId,
          name: "김철수",
          department: "품질팀",
          position: "선임",
        })
      ).id;
    const [twin] = [await add("cheolsu.2")];
    const { loginId } = await stored(site.namesake);
    const found = await options("ㄱㅊㅅ");
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        { id: site.host, name: "김철수 (가온정밀 설계팀 책임)" },
        { id: site.namesake, name: `김철수 (가온정밀 품질팀 선임, ${loginId})` },
        { id: twin, name: "김철수 (가온정밀 품질팀 선임, cheolsu.2)" },
      ]),
    );
    expect(await options("cheolsu", "en")).toEqual([
      { id: site.host, name: "Cheolsu Kim (Gaon Precision 설계팀 책임)" },
    ]);
  });

  it("holds nobody who resigned, and nobody before two letters", async () => {
    expect(await options("박퇴사")).toEqual([]);
    expect(await options("김")).toEqual([]);
    expect((await crew.host.get(`${path}/select-options`)).body).toEqual([]);
    expect((await server.get(`${path}/select-options?name=ab`)).status).toBe(401);
  });
});

describe("GET /dash/hostusers/{id}/logs", () => {
  const logs = async (id: number, by = crew.desk) => by.get(`${path}/${id}/logs`);

  it("tells who gave, changed and took somebody's access, in order", async () => {
    const { id } = (await crew.admin.post(path, { body: newcomer() })).body;
    const calls: [method: string, path: string, body: object][] = [
      ["POST", "/invite", { ids: [id] }],
      ["PUT", `/${id}/role`, { role: "privacy" }],
      ["PUT", `/${id}/role`, { role: "privacy" }],
      ["PUT", `/${id}/unlock`, {}],
      ["PUT", `/${id}/reset-password`, {}],
      ["PUT", `/${id}/profile`, { position: "책임" }],
      ["POST", `/resign/${id}`, {}],
      ["POST", `/join/${id}`, {}],
    ];
    for (const [method, to, body] of calls) {
      const { status, text } = await crew.admin.send(method, path + to, { body });
      expect(status, text).toBe(200);
    }
    const { name } = await stored(crew.admin.id);
    const answer = await logs(id);
    expect(answer.status, answer.text).toBe(200);
    const row = (action: string, fromRole: string | null = null, toRole: string | null = null) => ({
      id: expect.any(Number),
      action,
      loginId: "jiwoo.han",
      fromRole,
      toRole,
      actor: { id: crew.admin.id, name },
      at: "2026-03-10 10:00",
    });
    expect(answer.body).toEqual([
      row("add", null, "desk"),
      row("invite"),
      row("role", "desk", "privacy"),
      row("unlock"),
      row("reset"),
      row("resign", "privacy"),
      row("join", null, "privacy"),
    ]);
    await crew.admin.send("DELETE", `${path}/${id}`);
    expect((await logs(id)).body.at(-1)).toEqual(row("remove", "privacy"));
  });

  it("keeps nothing of what was refused", async () => {
    const before = await contentOfTables(server.db);
    await crew.admin.put(`${path}/${crew.admin.id}/role`, { body: { role: "host" } });
    await crew.admin.put(`${path}/${site.resigned}/reset-password`, { body: {} });
    await crew.admin.post(`${path}/join/${site.host}`, { body: {} });
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  it("cannot be altered, and keeps whoever did something from being removed", async () => {
    const second = await signedIn(server, site.company, "admin");
    await second.post(path, { body: newcomer() });
    for (const change of [
      server.db("accountLog").where({ actorId: second.id }).update({ actorId: 1 }),
      server.db("accountLog").where({ actorId: second.id }).del(),
      server.db.raw("TRUNCATE account_log"),
    ]) {
      await expect(change).rejects.toThrow();
    }
    expect((await crew.admin.send("DELETE", `${path}/${second.id}`)).status).toBe(405);
  });

  it("is empty for whose access nobody touched, for desk and administrators only, and not of nobody", async () => {
    expect((await logs(site.host)).body).toEqual([]);
    expect((await logs(nobody)).status).toBe(404);
    expect((await logs(site.host, crew.host)).status).toBe(403);
    expect((await logs(site.host, crew.privacy)).status).toBe(403);
    expect((await server.get(`${path}/${site.host}/logs`)).status).toBe(401);
  });
});

describe("open consoles", () => {
  it("hear that host users changed, and nothing more", async () => {
    const reader = await readLive(server, crew.host.cookie);
    await reader.until(({ event }) => event === "reset");
    await crew.admin.post(path, { body: newcomer() });
    const { data } = await reader.until(ofKind("hostUser"));
    expect(Object.keys(data).sort()).toEqual(["id", "kind"]);
    reader.close();
  });
});
