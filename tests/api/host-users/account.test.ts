import { describe, expect, it } from "vitest";
import { lookAlike } from "../../support/accounts/look-alike.ts";
import { answered, startOwnServer } from "../../support/api.ts";
import { addStaff, cookieOf, password, signedIn, signIn, withCookie } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { decodedJson } from "../../support/console/tables.ts";

const { server, site } = await seededSite();

const minutes = (count: number) => count * 60_000;
const pass = (ms: number) => {
  server.now = new Date(server.now.getTime() + ms);
};
const logIn = (loginId: string, secret = password) =>
  server.post("/dash/login", { body: { loginId, password: secret } });
const current = "/dash/user/current";

describe("POST /dash/login", () => {
  it("signs in, ignoring the case of the login id, and returns profile and permissions", async () => {
    const user = await addStaff(server, site.company, "desk", { enName: "Desk One", department: "안내" });
    const answer = await answered(logIn(lookAlike(user.loginId)));
    expect(answer.body).toEqual({
      id: user.id,
      loginId: user.loginId,
      name: user.name,
      enName: "Desk One",
      company: { id: site.company, name: "가온정밀" },
      department: "안내",
      position: "",
      role: "desk",
      inPublicSearch: true,
      permissions: expect.objectContaining({ account: "all" }),
      deputyFor: [],
    });
    expect(answer.text).not.toContain("passwordHash");
  });

  it("sets an HttpOnly, SameSite=Lax cookie, Secure over HTTPS, and stores only its hash", async () => {
    const user = await addStaff(server, site.company, "host");
    const answer = await logIn(user.loginId);
    const cookie = answer.headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(/^visitor_session=[\w-]{43}; /);
    expect(cookie.toLowerCase()).toMatch(/httponly/);
    expect(cookie.toLowerCase()).toMatch(/samesite=lax/);
    expect(cookie.toLowerCase()).not.toMatch(/secure/);
    const token = /=([\w-]+);/.exec(cookie)?.[1] ?? "";
    expect(decodedJson(await server.db("sessions"))).not.toContain(token);
    const proxied = await startOwnServer({ sameDatabaseAs: server, env: { TRUSTED_PROXIES: "loopback" } });
    const secure = await proxied.post("/dash/login", {
      body: { loginId: user.loginId, password },
      headers: { "X-Forwarded-Proto": "https" },
    });
    expect(secure.status).toBe(200);
    expect(secure.headers.get("Set-Cookie")?.toLowerCase()).toMatch(/secure/);
  });

  it("returns the same error for a wrong password, an unknown login id and a resigned user", async () => {
    const user = await addStaff(server, site.company, "host");
    const resigned = await addStaff(server, site.company, "host", { status: "resigned" });
    const answers = [
      await logIn(user.loginId, "not the password"),
      await logIn("unknown-login"),
      await logIn(resigned.loginId),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(new Set(answers.map(({ text }) => text))).toEqual(
      new Set(['{"_":"아이디 또는 비밀번호가 올바르지 않습니다."}']),
    );
    expect(answers.every(({ headers }) => headers.get("Set-Cookie") === null)).toBe(true);
  });

  it("delays sign-in increasingly after five wrong passwords, also for unknown login ids", async () => {
    const user = await addStaff(server, site.company, "host");
    for (const loginId of [user.loginId, "no-such-person"]) {
      for (let i = 0; i < 5; i++) expect((await logIn(loginId, "wrong wrong wrong")).status).toBe(400);
      const wait = Number((await answered(logIn(loginId), 429)).headers.get("Retry-After"));
      expect(wait).toBeGreaterThan(0);
      pass(wait * 1000);
      expect((await logIn(loginId, "wrong wrong wrong")).status).toBe(400);
      expect(Number((await logIn(loginId)).headers.get("Retry-After"))).toBeGreaterThan(wait);
      pass(minutes(15));
    }
    expect((await logIn(user.loginId)).status).toBe(200);
    expect((await logIn(user.loginId, "wrong wrong wrong")).status).toBe(400);
  });

  it("limits simultaneous wrong attempts to the free ones", async () => {
    const user = await addStaff(server, site.company, "host");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => logIn(user.loginId, "wrong wrong wrong")),
    );
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(6);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(14);
  });
});

describe("sessions", () => {
  it("are valid on another server process", async () => {
    const me = await signedIn(server, site.company, "host");
    const second = await startOwnServer({ sameDatabaseAs: server, now: server.now });
    expect((await withCookie(second, me.cookie).get(current)).body.id).toBe(me.id);
  });

  it("end after 30 idle minutes; background calls do not extend them", async () => {
    const me = await signedIn(server, site.company, "host");
    pass(minutes(20));
    expect((await me.get(current)).status).toBe(200);
    pass(minutes(20));
    expect((await me.get(current, { headers: { "X-Background": "1" } })).status).toBe(200);
    pass(minutes(11));
    expect((await answered(me.get(current), 401)).body.id).toBe("sessionIdle");
  });

  it("return sessionIdle only if nothing else has ended them", async () => {
    const [user, leaver, other] = [
      await addStaff(server, site.company, "host"),
      await addStaff(server, site.company, "host"),
      await addStaff(server, site.company, "host"),
    ];
    const [idle, resigned, taken] = [
      await signIn(server, user.loginId),
      await signIn(server, leaver.loginId),
      await signIn(server, other.loginId),
    ];
    await server.db("hostUsers").where({ id: leaver.id }).update({ status: "resigned" });
    await server.db("sessions").where({ hostUserId: other.id }).delete();
    pass(minutes(31));
    for (const me of [resigned, taken]) expect((await me.get(current)).body.id).toBe("unauthorized");
    expect((await idle.get(current)).body.id).toBe("sessionIdle");
    pass(minutes(12 * 60));
    expect((await idle.get(current)).body.id).toBe("unauthorized");
  });

  it("stay valid for the role's configured idle time", async () => {
    const me = await signedIn(server, site.company, "desk");
    await server.db.raw(`UPDATE configuration SET idle_minutes = idle_minutes || '{"desk": 60}'`);
    pass(minutes(45));
    expect((await me.get(current)).status).toBe(200);
  });

  it("end after 12 hours in spite of activity", async () => {
    const me = await signedIn(server, site.company, "host");
    for (let i = 0; i < 35; i++) {
      pass(minutes(20));
      expect((await me.get(current)).status).toBe(200);
    }
    pass(minutes(21));
    expect((await me.get(current)).status).toBe(401);
  });

  it("end at sign-out on every process; the user's other sessions stay", async () => {
    const user = await addStaff(server, site.company, "host");
    const [desk, phone] = [await signIn(server, user.loginId), await signIn(server, user.loginId)];
    const answer = await answered(desk.post("/dash/logout", { body: {} }), 204);
    expect(answer.headers.get("Set-Cookie")).toMatch(/^visitor_session=;/);
    expect((await desk.get(current)).status).toBe(401);
    expect((await phone.get(current)).status).toBe(200);
  });

  it("end when the user resigns", async () => {
    const me = await signedIn(server, site.company, "host");
    await server.db("hostUsers").where({ id: me.id }).update({ status: "resigned" });
    expect((await me.get(current)).status).toBe(401);
  });
});

describe("PUT /dash/hostusers/password", () => {
  const path = "/dash/hostusers/password";
  const change = (newPassword: string, currentPassword = password, confirmPassword = newPassword) => ({
    body: { currentPassword, newPassword, confirmPassword },
  });

  it("changes the password, ends all earlier sessions and starts a new one", async () => {
    const user = await addStaff(server, site.company, "host");
    const [me, elsewhere] = [await signIn(server, user.loginId), await signIn(server, user.loginId)];
    const answer = await answered(me.put(path, change("another password")), 204);
    expect((await elsewhere.get(current)).status).toBe(401);
    expect((await me.get(current)).status).toBe(401);
    expect((await withCookie(server, cookieOf(answer)).get(current)).status).toBe(200);
    expect((await logIn(user.loginId)).status).toBe(400);
    expect((await logIn(user.loginId, "another password")).status).toBe(200);
  });

  it.each([
    ["currentPassword", change("another password", "not mine at all"), /현재 비밀번호/],
    ["newPassword", change("short"), /10자 이상/],
    ["newPassword", change(password), /최근에 사용한/],
    ["confirmPassword", change("another password", password, "yet another one"), /일치하지/],
  ])("rejects a wrong %s and changes nothing", async (field, sent, message) => {
    const me = await signedIn(server, site.company, "host");
    const answer = await answered(me.put(path, sent), 400);
    expect(answer.body).toEqual({ [field]: expect.stringMatching(message) });
    expect((await logIn(me.loginId)).status).toBe(200);
    expect((await me.get(current)).status).toBe(200);
  });

  it("reports errors of the current, new and repeated password together", async () => {
    const me = await signedIn(server, site.company, "host");
    const all = { currentPassword: /현재 비밀번호/, newPassword: /10자 이상/, confirmPassword: /일치하지/ };
    const answer = await answered(me.put(path, change("short", "not mine at all", "shorter")), 400);
    expect(answer.body).toEqual(
      Object.fromEntries(Object.entries(all).map(([field, text]) => [field, expect.stringMatching(text)])),
    );
    const used = await me.put(path, change(password, "not mine at all", "yet another one"));
    expect(Object.keys(used.body).sort()).toEqual(["confirmPassword", "currentPassword"]);
    expect(Object.keys((await me.put(path, {})).body).sort()).toEqual(Object.keys(all).sort());
  });

  it("rejects the login id and the last five passwords", async () => {
    const user = await addStaff(server, site.company, "host", { loginId: "gildong.hong" });
    let me = await signIn(server, user.loginId);
    expect((await me.put(path, change("Gildong.Hong-2026"))).body.newPassword).toMatch(/아이디/);
    let last = password;
    for (const next of [
      "password no 1",
      "password no 2",
      "password no 3",
      "password no 4",
      "password no 5",
    ]) {
      me = withCookie(server, cookieOf(await answered(me.put(path, change(next, last)), 204)));
      last = next;
    }
    expect((await me.put(path, change("password no 1", last))).status).toBe(400);
    expect((await me.put(path, change(password, last))).status).toBe(204);
  });
});
