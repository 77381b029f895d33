import { describe, expect, it } from "vitest";
import { recoverAdmin } from "#api/features/host-users/admin-commands.ts";
import { lockPeople } from "#api/features/host-users/locks.ts";
import { companySettings } from "#api/settings/company.ts";
import { answered } from "../../support/api.ts";
import { hostUsersPath, keepHostUsers, newHostUser, unknownId } from "../../support/console/host-users.ts";
import { addStaff, password, signedIn, signIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { changedKinds, contentOfTables } from "../../support/console/tables.ts";
import { readLive } from "../../support/events.ts";

const { server, site, crew } = await staffedSite({ liveIntervals: { poll: 100, heartbeat: 20_000 } });
keepHostUsers(() => server);

const stored = (id: number) => server.db("hostUsers").where({ id }).first();
const changes = () => changedKinds(server.db);
const newcomer = (more?: Record<string, unknown>) => newHostUser(site, more);

describe("PUT /dash/hostusers/{id}/role", () => {
  const put = (id: number, role: string, by = crew.admin) =>
    by.put(`${hostUsersPath}/${id}/role`, { body: { role } });

  it("changes the role and ends the user's sessions and live streams", async () => {
    const me = await signedIn(server, site.company, "desk");
    const stream = await readLive(server, me.cookie);
    await stream.until(({ event }) => event === "reset");
    expect((await answered(put(me.id, "host"))).body).toMatchObject({ id: me.id, role: "host" });
    expect((await me.get("/dash/user/current")).status).toBe(401);
    expect(await server.db("sessions").where({ hostUserId: me.id })).toEqual([]);
    await stream.ended;
    expect(await changes()).toEqual(["hostUser"]);
  });

  it("keeps sessions when the role stays the same", async () => {
    const me = await signedIn(server, site.company, "desk");
    expect((await put(me.id, "desk")).status).toBe(200);
    expect((await me.get("/dash/user/current")).status).toBe(200);
  });

  it("rejects an unknown role", async () => {
    expect((await put(site.host, "root")).body).toEqual({ role: "올바른 값이 아닙니다." });
    const missing = await crew.admin.put(`${hostUsersPath}/${site.host}/role`, { body: { name: "x" } });
    expect(missing.body).toEqual({
      role: "필수 입력 항목입니다",
      name: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
    });
  });

  it("returns 405 for the last active administrator", async () => {
    await addStaff(server, site.company, "admin", { status: "resigned", passwordHash: null });
    const answer = await answered(put(crew.admin.id, "host"), 405);
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(answer.text).toBe("로그인할 수 있는 마지막 관리자입니다. 다른 관리자를 먼저 지정해 주십시오.");
    expect(await stored(crew.admin.id)).toMatchObject({ role: "admin" });
    expect((await crew.admin.get("/dash/user/current")).status).toBe(200);
  });

  it("counts only administrators who can sign in, by company account or by password", async () => {
    const issuer = "https://login.example.com";
    const other = await addStaff(server, site.company, "admin");
    const company = companySettings({
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: "visitor",
      OIDC_CLIENT_SECRET: "secret",
      OIDC_ROLES: [],
      OIDC_SCOPE: "openid",
      OIDC_LOGIN_CLAIM: "name",
      OIDC_CREATE_ACCOUNTS: "off",
      OIDC_GROUPS_CLAIM: "groups",
      OIDC_PASSWORD_OFF: ["admin"],
      OIDC_SECOND_FACTOR: "site",
    });
    const isLast = (used: ReturnType<typeof companySettings>) =>
      server.db.transaction(
        async (trx) => (await lockPeople(trx, crew.admin.id, { company: used })).isLastAdmin,
      );
    // by password, until administrators sign in by company only
    expect([await isLast(undefined), await isLast(company)]).toEqual([false, true]);
    // admin:invite keeps a password
    await server.db("hostUsers").where({ id: other.id }).update({ isPasswordKept: true });
    expect(await isLast(company)).toBe(false);
    await server
      .db("hostUsers")
      .where({ id: other.id })
      .update({ isPasswordKept: false, passwordHash: null });
    const link = { hostUserId: other.id, subject: "s-1", loginName: "a", name: "b", seenAt: server.now };
    await server.db("companyIdentities").insert({ ...link, issuer: "https://former.example.com" });
    expect(await isLast(company)).toBe(true);
    await server.db("companyIdentities").update({ issuer });
    expect([await isLast(undefined), await isLast(company)]).toEqual([true, false]);
    await server.db("companyIdentities").delete();
  });

  it("does not count an administrator without a password", async () => {
    const answer = await crew.admin.post(hostUsersPath, { body: newcomer({ role: "admin" }) });
    expect((await put(crew.admin.id, "host")).status).toBe(405);
    expect(answer.body.invitation).toEqual({ delivery: "server", url: null, expiresAt: null });
    const { token } = (await recoverAdmin(server.deps, "jiwoo.han")) ?? {};
    const chosen = { token, newPassword: "a new beginning", confirmPassword: "a new beginning" };
    expect((await server.post("/dash/invitation", { body: chosen })).status).toBe(204);
    const second = await signIn(server, "jiwoo.han", "a new beginning");
    expect((await put(crew.admin.id, "host", { ...crew.admin, ...second })).status).toBe(200);
    await server.db("hostUsers").where({ id: crew.admin.id }).update({ role: "admin" });
    const cookies = await signIn(server, crew.admin.loginId);
    Object.assign(crew.admin, cookies);
  });

  it("leaves one administrator when two demote each other at the same time", async () => {
    for (let round = 0; round < 8; round++) {
      await server.db("hostUsers").where({ id: crew.admin.id }).update({ role: "host" });
      const [one, other] = [
        await signedIn(server, site.company, "admin"),
        await signedIn(server, site.company, "admin"),
      ];
      const answers = await Promise.all([
        one.put(`${hostUsersPath}/${other.id}/role`, { body: { role: "host" } }),
        other.put(`${hostUsersPath}/${one.id}/role`, { body: { role: "host" } }),
      ]);
      const left = await server.db("hostUsers").where({ role: "admin", status: "active" });
      await server.db("hostUsers").where({ id: crew.admin.id }).update({ role: "admin" });
      await server.db("hostUsers").whereIn("id", [one.id, other.id]).update({ role: "host" });
      expect(left).toHaveLength(1);
      // Either session may end first.
      const statuses = answers.map(({ status }) => status).sort();
      expect([
        [200, 405],
        [200, 401],
      ]).toContainEqual(statuses);
    }
  });
});

describe("PUT /dash/hostusers/{id}/unlock", () => {
  it("ends the wait after wrong passwords", async () => {
    const { id, loginId } = await addStaff(server, site.company, "host");
    const logIn = (secret: string) => server.post("/dash/login", { body: { loginId, password: secret } });
    for (let n = 0; n < 5; n++) await logIn("wrong wrong wrong");
    expect((await logIn(password)).status).toBe(429);
    const listed = async () => (await crew.admin.get(`${hostUsersPath}?q=${loginId}`)).body.rows[0].locked;
    expect(await listed()).toBe(true);
    const answer = await answered(crew.admin.put(`${hostUsersPath}/${id}/unlock`, { body: {} }));
    expect(answer.body.locked).toBe(false);
    expect(await listed()).toBe(false);
    expect((await logIn(password)).status).toBe(200);
  });
});

describe("GET /dash/hostusers/{id}/logs", () => {
  const logs = async (id: number, by = crew.desk) => by.get(`${hostUsersPath}/${id}/logs`);

  it("lists access granted, changed and removed, in order", async () => {
    const { id } = (await crew.admin.post(hostUsersPath, { body: newcomer() })).body;
    const calls: [method: string, path: string, body: object][] = [
      ["POST", "/invite", { ids: [id] }],
      ["PUT", `/${id}/role`, { role: "host" }],
      ["PUT", `/${id}/role`, { role: "host" }],
      ["PUT", `/${id}/unlock`, {}],
      ["PUT", `/${id}/reset-password`, {}],
      ["PUT", `/${id}/profile`, { position: "책임" }],
      ["POST", `/resign/${id}`, {}],
      ["POST", `/join/${id}`, {}],
    ];
    for (const [method, to, body] of calls) {
      await answered(crew.admin.send(method, hostUsersPath + to, { body }));
    }
    const { name } = await stored(crew.admin.id);
    const answer = await answered(logs(id));
    const row = (action: string, fromRole: string | null = null, toRole: string | null = null) => ({
      id: expect.any(Number),
      action,
      loginId: "jiwoo.han",
      fromRole,
      toRole,
      actor: { id: crew.admin.id, name },
      address: null,
      at: "2026-03-10 10:00",
    });
    expect(answer.body).toEqual([
      row("add", null, "desk"),
      row("invite"),
      row("role", "desk", "host"),
      row("unlock"),
      row("reset"),
      row("resign", "host"),
      row("join", null, "host"),
    ]);
    await crew.admin.send("DELETE", `${hostUsersPath}/${id}`);
    expect((await logs(id)).body.at(-1)).toEqual(row("remove", "host"));
  });

  it("records no refused call", async () => {
    const before = await contentOfTables(server.db);
    await crew.admin.put(`${hostUsersPath}/${crew.admin.id}/role`, { body: { role: "host" } });
    await crew.admin.put(`${hostUsersPath}/${site.resigned}/reset-password`, { body: {} });
    await crew.admin.post(`${hostUsersPath}/join/${site.host}`, { body: {} });
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  it("is append-only, and prevents deletion of accounts that acted", async () => {
    const second = await signedIn(server, site.company, "admin");
    await second.post(hostUsersPath, { body: newcomer() });
    for (const change of [
      server.db("accountLogs").where({ actorId: second.id }).update({ actorId: 1 }),
      server.db("accountLogs").where({ actorId: second.id }).del(),
      server.db.raw("TRUNCATE account_logs"),
    ]) {
      await expect(change).rejects.toThrow();
    }
    expect((await crew.admin.send("DELETE", `${hostUsersPath}/${second.id}`)).status).toBe(405);
  });

  it("is empty without changes and returns 404 for an unknown id", async () => {
    expect((await logs(site.host)).body).toEqual([]);
    expect((await logs(unknownId)).status).toBe(404);
  });
});
