import { describe, expect, it } from "vitest";
import { cleanUp } from "#api/jobs/clean-up.ts";
import { answered, startOwnServer } from "../../support/api.ts";
import { addStaff, password, signedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { contentOfTables } from "../../support/console/tables.ts";
import { acceptingDriver } from "../../support/messages.ts";
import { addHost } from "../../support/site.ts";

const { server, site, crew } = await staffedSite({ sms: acceptingDriver() });

let people = 0;

const tokenOf = (url: string): string => url.split("#").at(-1) ?? "";
async function invite(): Promise<{ id: number; loginId: string; token: string }> {
  const body = { loginId: `invited.${++people}`, name: "새직원", company: site.company };
  const { id, loginId, invitation } = (await answered(crew.admin.post("/dash/hostusers", { body }))).body;
  return { id, loginId, token: tokenOf(invitation.url) };
}
const check = (token: string) => server.post("/dash/invitation/check", { body: { token } });
const accept = (token: string, newPassword = "chosen by me", confirmPassword = newPassword) =>
  server.post("/dash/invitation", { body: { token, newPassword, confirmPassword } });
const logIn = (loginId: string, secret = "chosen by me") =>
  server.post("/dash/login", { body: { loginId, password: secret } });
const reset = (id: number, by = crew.admin) => by.put(`/dash/hostusers/${id}/reset-password`, { body: {} });
const stored = (id: number) => server.db("hostUsers").where({ id }).first();
const expired = {
  token: "초대 링크가 올바르지 않거나 기한이 지났습니다. 관리자에게 새 링크를 요청해 주십시오.",
};
const pass = (hours: number) => {
  server.now = new Date(server.now.getTime() + hours * 3_600_000);
};

describe("POST /dash/invitation/check", () => {
  it("returns login id and name without using up the invitation", async () => {
    const { loginId, token } = await invite();
    for (let n = 0; n < 2; n++) {
      expect((await answered(check(token))).body).toEqual({ loginId, name: "새직원", isCompanyOnly: false });
    }
    expect((await accept(token)).status).toBe(204);
  });

  it("returns the same error for every invalid token", async () => {
    const used = await invite();
    await accept(used.token);
    const resigned = await invite();
    await crew.admin.post(`/dash/hostusers/resign/${resigned.id}`, { body: {} });
    expect(await server.db("invitations").where({ hostUserId: resigned.id })).toEqual([]);
    for (const token of ["x", "A".repeat(43), used.token, resigned.token]) {
      expect((await answered(check(token), 400)).body).toEqual(expired);
    }
    const english = await server.post("/dash/invitation/check", { body: { token: "x" }, lang: "en" });
    expect(english.body.token).toMatch(/not valid or has expired/);
  });

  it("is rate-limited like signing in, as is POST /dash/invitation", async () => {
    // Earlier tests counted for this address.
    await server.db("rateLimits").del();
    const limited = await startOwnServer({ sameDatabaseAs: server, limits: { signIn: 2 } });
    const post = (path: string) => limited.post(path, { body: { token: "x" } });
    const answers = [
      await post("/dash/invitation/check"),
      await post("/dash/invitation"),
      await post("/dash/invitation/check"),
      await post("/dash/invitation"),
    ];
    await server.db("rateLimits").del();
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 429, 429]);
  });
});

describe("POST /dash/invitation", () => {
  it("sets the password and uses up the link", async () => {
    const { id, loginId, token } = await invite();
    expect((await logIn(loginId)).status).toBe(400);
    const answer = await accept(token);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    expect((await stored(id)).passwordHash).toMatch(/^\$argon2id\$/);
    await answered(logIn(loginId));
    expect((await answered(accept(token, "another choice"), 400)).body).toEqual(expired);
    const listed = (await crew.admin.get(`/dash/hostusers?q=${loginId}`)).body.rows[0];
    expect(listed).toMatchObject({ hasPassword: true, invited: false, lastSignInAt: "2026-03-10 10:00" });
  });

  it("accepts one of many simultaneous uses", async () => {
    const { id, token } = await invite();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => accept(token, `chosen by number ${n}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400, 400]);
    for (const { status, body } of answers) if (status === 400) expect(body).toEqual(expired);
    expect(await server.db("passwordHistory").where({ hostUserId: id })).toEqual([]);
  });

  it("expires after 72 hours and is then deleted", async () => {
    const [late, inTime] = [await invite(), await invite()];
    const startedAt = server.now;
    pass(72);
    expect((await accept(late.token)).body).toEqual(expired);
    server.now = new Date(server.now.getTime() - 1000);
    expect((await accept(inTime.token)).status).toBe(204);
    pass(1);
    await cleanUp(server.deps);
    expect(await server.db("invitations").where({ hostUserId: late.id })).toEqual([]);
    server.now = startedAt;
  });

  it("is invalid after a newer invitation", async () => {
    const { id, token } = await invite();
    const newer = tokenOf((await reset(id)).body.invitation.url);
    expect((await accept(token)).body).toEqual(expired);
    expect((await accept(newer)).status).toBe(204);
  });

  it.each([
    ["newPassword", "short", undefined, /10자 이상/],
    ["newPassword", "the-INVITED.9-one", undefined, /아이디/],
    ["confirmPassword", "chosen by me", "chosen by you", /일치하지/],
  ])("rejects a wrong %s (%s) and keeps the invitation", async (field, wanted, confirmed, message) => {
    people = 8;
    await server.db("hostUsers").where({ loginId: "invited.9" }).del();
    const { id, token } = await invite();
    const answer = await answered(accept(token, wanted, confirmed), 400);
    expect(answer.body).toEqual({ [field]: expect.stringMatching(message) });
    expect((await stored(id)).passwordHash).toBeNull();
    people = 100 + id;
    expect((await accept(token)).status).toBe(204);
  });

  it("reports errors of both passwords together", async () => {
    const { loginId, token } = await invite();
    for (const wanted of ["short", `my-${loginId}-one`]) {
      const { body } = await accept(token, wanted, "chosen by you");
      expect(Object.keys(body).sort()).toEqual(["confirmPassword", "newPassword"]);
    }
  });
});

describe("PUT /dash/hostusers/{id}/reset-password", () => {
  it("removes the password, ends every session and returns an invitation", async () => {
    const me = await signedIn(server, site.company, "host");
    const answer = await answered(reset(me.id));
    expect(answer.body).toMatchObject({ id: me.id, hasPassword: false, invited: true });
    expect((await me.get("/dash/user/current")).status).toBe(401);
    expect((await logIn(me.loginId, password)).status).toBe(400);
    expect((await accept(tokenOf(answer.body.invitation.url))).status).toBe(204);
    expect((await logIn(me.loginId)).status).toBe(200);
  });

  it("rejects the last five passwords", async () => {
    const { id } = await addStaff(server, site.company, "host");
    let token = "";
    const chosen = [password, "password no 2", "password no 3", "password no 4", "password no 5"];
    for (const next of chosen.slice(1)) {
      token = tokenOf((await reset(id)).body.invitation.url);
      expect((await accept(token, next)).status).toBe(204);
    }
    token = tokenOf((await reset(id)).body.invitation.url);
    for (const known of chosen) {
      expect((await accept(token, known)).body).toEqual({
        newPassword: "최근에 사용한 비밀번호입니다. 다른 비밀번호를 입력해 주십시오.",
      });
    }
    expect((await accept(token, "password no 6")).status).toBe(204);
    token = tokenOf((await reset(id)).body.invitation.url);
    expect((await accept(token, password)).status).toBe(204);
  });

  it("ends the wait after wrong passwords", async () => {
    const { id, loginId } = await addStaff(server, site.company, "host");
    for (let n = 0; n < 5; n++) await logIn(loginId, "wrong wrong wrong");
    expect((await logIn(loginId, password)).status).toBe(429);
    await accept(tokenOf((await reset(id)).body.invitation.url));
    expect((await logIn(loginId)).status).toBe(200);
  });

  it("returns 405 for one's own account and for resigned users", async () => {
    const before = await contentOfTables(server.db);
    const own = await reset(crew.admin.id);
    expect([own.status, own.text]).toEqual([
      405,
      "본인 비밀번호는 초기화할 수 없습니다. 비밀번호 변경을 이용해 주십시오.",
    ]);
    expect((await reset(site.resigned)).text).toBe("퇴사한 직원입니다. 재입사로 먼저 처리해 주십시오.");
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  it("leaves one administrator with a password when two reset each other at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      await server.db("hostUsers").where({ id: crew.admin.id }).update({ role: "host" });
      const one = await signedIn(server, site.company, "admin", { cellPhone: "010-0000-1111" });
      const other = await signedIn(server, site.company, "admin", { cellPhone: "010-0000-2222" });
      await Promise.all([reset(one.id, other), reset(other.id, one)]);
      const left = await server.db("hostUsers").where({ role: "admin" }).whereNotNull("passwordHash");
      await server.db("hostUsers").where({ id: crew.admin.id }).update({ role: "admin" });
      await server.db("hostUsers").whereIn("id", [one.id, other.id]).update({ role: "host" });
      expect(left).toHaveLength(1);
    }
  });
});

describe("POST /dash/hostusers/invite", () => {
  const inviteAll = (ids: number[]) => crew.admin.post("/dash/hostusers/invite", { body: { ids } });

  it("returns one link for each account in the given order, and invalidates earlier links", async () => {
    const first = await invite();
    const second = await addHost(server.db, site.company, { name: "둘째" });
    const answer = await answered(inviteAll([second.id, first.id]));
    expect(answer.body).toMatchObject([
      { id: second.id, loginId: second.loginId, name: "둘째", expiresAt: "2026-03-13 10:00" },
      { id: first.id, loginId: first.loginId, name: "새직원" },
    ]);
    expect((await check(first.token)).status).toBe(400);
    for (const { url, loginId } of answer.body) {
      expect((await check(tokenOf(url))).body.loginId).toBe(loginId);
    }
  });

  it("rejects unknown, resigned and repeated accounts and those with a password, and invites none", async () => {
    const { id } = await invite();
    const before = await contentOfTables(server.db);
    const answer = await answered(inviteAll([id, 2_000_000_000, site.resigned, id, crew.host.id]), 400);
    expect(answer.body).toEqual({
      "ids.1": "올바른 값이 아닙니다.",
      "ids.2": "퇴사한 직원이어서 선택할 수 없습니다.",
      "ids.3": "올바른 값이 아닙니다.",
      "ids.4": "이미 비밀번호를 정한 직원입니다. 비밀번호 초기화를 이용해 주십시오.",
    });
    expect(await contentOfTables(server.db)).toEqual(before);
  });
});
