import { describe, expect, it } from "vitest";
import { lookAlike } from "../../support/accounts/look-alike.ts";
import { answered, startOwnServer } from "../../support/api.ts";
import { hostUsersPath, keepHostUsers, newHostUser, unknownId } from "../../support/console/host-users.ts";
import { addStaff, signedIn, signIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { changedKinds } from "../../support/console/tables.ts";
import { addHost } from "../../support/site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite({ liveIntervals: { poll: 100, heartbeat: 20_000 } });
const added = keepHostUsers(() => server);

const stored = (id: number) => server.db("hostUsers").where({ id }).first();
const changes = () => changedKinds(server.db);
const newcomer = (more?: Record<string, unknown>) => newHostUser(site, more);

describe("/dash/hostusers/{id}", () => {
  it("returns 404 for an unknown account or property", async () => {
    for (const extra of ["profile", "unlock", "reset-password"]) {
      expect((await crew.admin.put(`${hostUsersPath}/${unknownId}/${extra}`, { body: {} })).status).toBe(404);
    }
    expect(
      (await crew.admin.put(`${hostUsersPath}/${unknownId}/role`, { body: { role: "host" } })).status,
    ).toBe(404);
    expect((await crew.admin.send("DELETE", `${hostUsersPath}/${unknownId}`)).status).toBe(404);
    expect((await crew.admin.put(`${hostUsersPath}/${site.host}/salary`, { body: {} })).status).toBe(404);
  });
});

describe("POST /dash/hostusers", () => {
  it("adds an account without password, returns its invitation once, and notifies open consoles", async () => {
    const answer = await answered(crew.admin.post(hostUsersPath, { body: newcomer() }));
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
      emailBounced: false,
      id: row.id,
      ...newcomer({ company: { id: site.company, name: "가온정밀" }, cellPhone: "010-0000-1234" }),
      status: "active",
      inPublicSearch: true,
      hasPassword: false,
      hasCompanyAccount: false,
      invited: true,
      locked: false,
      lastSignInAt: null,
      createdAt: "2026-03-10 10:00",
      updatedAt: "2026-03-10 10:00",
      linkRequestedBy: null,
      hasSecondFactor: false,
      factorResetRequestedBy: null,
      invitation: {
        delivery: "link",
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dash\/invitation#[\w-]{43}$/),
        expiresAt: "2026-03-13 10:00",
      },
    });
    expect(await changes()).toEqual(["hostUser"]);
    const listed = await crew.admin.get(`${hostUsersPath}?q=jiwoo.han`);
    expect(listed.text).not.toContain("/dash/invitation");
  });

  it("requires login id, name and company, and defaults to the role host", async () => {
    const body = { loginId: "short", name: "한지우", company: site.company };
    expect((await crew.admin.post(hostUsersPath, { body })).status).toBe(200);
    expect((await added())[0]).toMatchObject({ role: "host", enName: "", cellPhone: "", email: "" });
  });

  it("reports every invalid field at once, including a taken login id", async () => {
    const answer = await crew.admin.post(hostUsersPath, {
      body: newcomer({
        loginId: lookAlike(crew.admin.loginId),
        name: "",
        company: site.closedCompany,
        cellPhone: "12",
        email: "not-an-address",
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
      status: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
      passwordHash: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
    });
    expect((await crew.admin.post(hostUsersPath, { body: newcomer({ loginId: "a b" }) })).body).toEqual({
      loginId: "올바른 형식이 아닙니다.",
    });
    expect(await added()).toEqual([]);
  });

  it("saves a login id once when five calls use it at the same time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        crew.admin.post(hostUsersPath, {
          body: newcomer({ loginId: n % 2 ? lookAlike("taken.once") : "taken.once" }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    for (const { status, body } of answers)
      if (status === 400) expect(body).toEqual({ loginId: "이미 사용 중인 아이디입니다." });
    expect(await added()).toHaveLength(1);
  });

  it("builds the invitation link with PUBLIC_ORIGIN", async () => {
    const origin = "https://visit.example.com";
    const behind = await startOwnServer({ sameDatabaseAs: server, env: { PUBLIC_ORIGIN: origin } });
    const answer = await behind.post(hostUsersPath, {
      body: newcomer(),
      headers: { Cookie: `__Host-${crew.admin.cookie}`, Origin: origin },
    });
    expect(answer.body.invitation.url).toMatch(/^https:\/\/visit\.example\.com\/dash\/invitation#[\w-]+$/);
  });
});

describe("PUT /dash/hostusers/{id}/profile", () => {
  const put = (id: number, body: object) => crew.admin.put(`${hostUsersPath}/${id}/profile`, { body });

  it("changes the given fields, ignores read-only ones, and keeps sessions", async () => {
    const me = await signedIn(server, site.company, "desk", { name: "한지우", department: "총무팀" });
    const { rows } = (await crew.admin.get(`${hostUsersPath}?q=${encodeURIComponent("한지우")}`)).body;
    const body = {
      ...rows[0],
      position: "책임",
      cellPhone: "+82 10 0000 9999",
      role: "admin",
      status: "resigned",
    };
    const answer = await answered(put(me.id, body));
    expect(answer.body).toEqual({
      ...rows[0],
      position: "책임",
      cellPhone: "010-0000-9999",
      updatedAt: "2026-03-10 10:00",
    });
    expect(await stored(me.id)).toMatchObject({ position: "책임", department: "총무팀", role: "desk" });
    expect((await me.get("/dash/user/current")).body.position).toBe("책임");
    // A changed number sends the user a message.
    expect(await changes()).toEqual(["sms", "hostUser"]);
  });

  it("clears optional fields and changes login id and company", async () => {
    const { id } = await addStaff(server, site.company, "host", { email: "a@example.com", phone: "02" });
    const body = { loginId: "new.name", company: site.otherCompany, email: "", phone: "" };
    expect((await put(id, body)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ loginId: "new.name", companyId: site.otherCompany, email: "" });
    expect((await signIn(server, "NEW.name")).cookie).not.toBe("");
  });

  it("rejects a taken login id and a closed company, except the account's own", async () => {
    const { id, loginId } = await addHost(server.db, site.closedCompany);
    const other = await addHost(server.db, site.company);
    const refused = await put(id, {
      loginId: lookAlike(other.loginId),
      company: unknownId,
      name: " ",
      id: id + 1,
    });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body).sort()).toEqual(["company", "id", "loginId", "name"]);
    await answered(put(id, { loginId: lookAlike(loginId), company: site.closedCompany }));
  });

  it("gives a login id to one of several simultaneous changes", async () => {
    const people = [];
    for (let n = 0; n < 4; n++) people.push(await addHost(server.db, site.company));
    const answers = await Promise.all(people.map(({ id }) => put(id, { loginId: "wanted" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });
});

describe("DELETE /dash/hostusers/{id}", () => {
  const remove = (id: number, by = crew.admin) => by.send("DELETE", `${hostUsersPath}/${id}`);

  it("deletes an account without references, with its sessions and invitations", async () => {
    const me = await signedIn(server, site.company, "host");
    await server.db("invitations").insert({
      hostUserId: me.id,
      tokenHash: Buffer.alloc(32),
      createdAt: server.now,
      expiresAt: new Date(server.now.getTime() + 1000),
    });
    expect((await answered(remove(me.id), 204)).text).toBe("");
    expect(await stored(me.id)).toBeUndefined();
    expect((await me.get("/dash/user/current")).status).toBe(401);
    expect(await changes()).toEqual(["hostUser"]);
    expect((await remove(me.id)).status).toBe(404);
  });

  it("returns 405 for an account with visits, decisions or access-log rows", async () => {
    const visited = await addHost(server.db, site.company);
    const visit = await addVisit(server, site, { hostUserId: visited.id, statusCode: "ended" });
    const actor = await addHost(server.db, site.company);
    await server.db("visitLogs").insert({
      visitId: visit.id,
      action: "approve",
      fromCode: "applied",
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
      action: "/api/visit",
      visitIds: [visit.id],
    });
    for (const { id } of [visited, actor, reader]) {
      const answer = await answered(remove(id), 405);
      expect(answer.text).toBe(
        "이 직원의 방문이나 처리 기록이 남아 있어 삭제할 수 없습니다. 대신 퇴사로 처리해 주십시오.",
      );
      expect(await stored(id)).toBeDefined();
    }
  });

  it("returns 405 for one's own account", async () => {
    const second = await signedIn(server, site.company, "admin");
    expect((await remove(second.id, second)).text).toMatch(/본인 계정/);
    expect(await stored(second.id)).toBeDefined();
  });
});
