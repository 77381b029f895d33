/** Second factor by code (OWASP ASVS 5.0, 6.3.3, 6.5; 안전성 확보조치 기준 제6조). */
import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { factorSite } from "../../support/console/factor-site.ts";
import { password, signIn, withCookie } from "../../support/console/staff.ts";
import { waitUntilBlocked } from "../../support/database/row-locks.ts";

const {
  server,
  other,
  crew,
  factorPath,
  advance,
  addPerson,
  codeOf,
  cookiesOf,
  logIn,
  sendCode,
  actions,
  messagesTo,
  currentUser,
  setUp,
  addWithFactor,
} = await factorSite();

const configure = async (body: object) => {
  await answered(crew.admin.put("/dash/config", { body }));
};

beforeEach(async () => {
  await configure({ secondFactorRoles: [], companyAddresses: [] });
  advance(60);
});

describe("default", () => {
  it("requires no code", async () => {
    const { loginId } = await addPerson();
    expect((await answered(logIn(loginId))).body.loginId).toBe(loginId);
    const me = await signIn(server, loginId);
    expect((await me.get(factorPath)).body).toEqual({
      since: null,
      hasApp: false,
      recoveryCodesLeft: 0,
      isRequired: false,
    });
  });
});

describe("setting up a second factor", () => {
  it("requires password and code, is logged and notified", async () => {
    const user = await addPerson();
    const me = await signIn(server, user.loginId);
    const refused = await me.post(factorPath, { body: { currentPassword: "not mine at all" } });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["currentPassword"]]);
    const started = (await me.post(factorPath, { body: { currentPassword: password } })).body;
    expect(started.url).toMatch(/^otpauth:\/\/totp\/.+secret=[A-Z2-7]{32}/);
    const wrong = await me.post(`${factorPath}/confirm`, { body: { code: "000000" } });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ["code"]]);
    expect((await me.get(factorPath)).body.since).toBeNull();
    const code = codeOf(started.secret);
    const confirmed = await me.post(`${factorPath}/confirm`, {
      body: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect((await me.get(factorPath)).body).toMatchObject({
      recoveryCodesLeft: 10,
      since: expect.any(String),
    });
    expect(await actions(user.id)).toEqual(["factorAdd"]);
    expect(await messagesTo(user.loginId)).toEqual([expect.stringContaining("2단계 인증이 설정")]);
  });

  it("stores secret and recovery codes encrypted or hashed", async () => {
    const { secret, codes, id } = await addWithFactor();
    const rows = [
      await server.db("totpSecrets").where({ hostUserId: id }),
      await server.db("recoveryCodes").where({ hostUserId: id }),
    ].flat();
    const bytes = Buffer.concat(
      rows.flatMap((row) => Object.values(row).filter((value): value is Buffer => Buffer.isBuffer(value))),
    );
    expect(bytes.length).toBeGreaterThan(300);
    for (const text of [
      secret,
      secret.replaceAll(" ", ""),
      ...codes,
      ...codes.map((code) => code.replace("-", "")),
    ])
      expect(bytes.includes(text)).toBe(false);
    expect(JSON.stringify(server.log)).not.toContain(secret);
  });

  it("accepts simultaneous calls, the later one counts", async () => {
    const me = await signIn(server, (await addPerson()).loginId);
    const begin = () => me.post(factorPath, { body: { currentPassword: password } });
    const answers = await Promise.all([begin(), begin()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it("expires after half an hour", async () => {
    const { loginId } = await addPerson();
    const me = await signIn(server, loginId);
    const { secret } = (await me.post(factorPath, { body: { currentPassword: password } })).body;
    advance(31 * 60);
    const again = await signIn(server, loginId);
    const late = await again.post(`${factorPath}/confirm`, { body: { code: codeOf(secret) } });
    expect([late.status, Object.keys(late.body)]).toEqual([400, ["code"]]);
  });

  it("replaces the former one with its codes", async () => {
    const { me, loginId, secret, codes } = await addWithFactor();
    const next = await setUp(me);
    advance(30);
    const cookie = cookiesOf(await logIn(loginId));
    for (const old of [codeOf(secret), codes[0] ?? ""])
      expect((await sendCode(cookie, old)).status).toBe(400);
    expect((await sendCode(cookie, codeOf(next.secret))).status).toBe(200);
  });
});

describe("signing in with a second factor", () => {
  it("requires a code before a session starts", async () => {
    const { loginId, secret } = await addWithFactor();
    const first = await logIn(loginId);
    expect([first.status, first.body]).toEqual([200, { step: "code", ways: ["app"] }]);
    const cookie = cookiesOf(first);
    expect(cookie).toMatch(/^visitor_pending=/);
    const token = cookie.slice("visitor_pending=".length);
    expect((await currentUser(withCookie(server, cookie))).status).toBe(401);
    expect((await currentUser(withCookie(server, `visitor_session=${token}`))).status).toBe(401);
    const done = await sendCode(cookie, codeOf(secret));
    expect([done.status, done.body.loginId], done.text).toEqual([200, loginId]);
    expect((await currentUser(withCookie(server, cookiesOf(done)))).status).toBe(200);
    expect((await sendCode(cookie, codeOf(secret))).status).toBe(400);
  });

  it("accepts a code once over all processes (6.5.1)", async () => {
    const { loginId, secret } = await addWithFactor();
    const code = codeOf(secret);
    const [one, two] = [cookiesOf(await logIn(loginId)), cookiesOf(await logIn(loginId))];
    expect((await sendCode(one, code)).status).toBe(200);
    expect(Object.keys((await answered(sendCode(two, code, false, other), 400)).body)).toEqual(["code"]);
    // nor the previous code within the tolerance
    expect((await sendCode(two, codeOf(secret, new Date(server.now.getTime() - 30_000)))).status).toBe(400);
    advance(30);
    expect((await sendCode(two, codeOf(secret), false, other)).status).toBe(200);
  });

  it("accepts a code once for simultaneous calls", async () => {
    const { id, loginId, secret } = await addWithFactor();
    const code = codeOf(secret);
    const [one, two] = [cookiesOf(await logIn(loginId)), cookiesOf(await logIn(loginId))];
    const holder = await server.db.transaction();
    await holder("hostUsers").where({ id }).forUpdate().select("id");
    const answers = [sendCode(one, code), sendCode(two, code, false, other)];
    await waitUntilBlocked(server.db, 2);
    await holder.commit();
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("accepts a recovery code once, logged and notified", async () => {
    const { id, loginId, codes } = await addWithFactor();
    const code = codes[3] ?? "";
    const cookie = cookiesOf(await logIn(loginId));
    expect((await sendCode(cookie, code.toLowerCase())).status).toBe(200);
    expect((await sendCode(cookiesOf(await logIn(loginId)), code)).status).toBe(400);
    expect(await server.db("recoveryCodes").where({ hostUserId: id })).toHaveLength(9);
    const log = await server.db("accountLogs").where({ hostUserId: id, action: "recoveryCode" });
    expect(log).toMatchObject([{ actorId: id, address: "127.0.0.1" }]);
    expect((await messagesTo(loginId)).at(-1)).toContain("복구 코드");
  });

  it("accepts the previous and next code for clock differences (6.5.5)", async () => {
    const { loginId, secret } = await addWithFactor();
    const at = (seconds: number) => codeOf(secret, new Date(server.now.getTime() + seconds * 1000));
    const cookie = cookiesOf(await logIn(loginId));
    expect((await sendCode(cookie, at(60))).status).toBe(400);
    expect((await sendCode(cookie, at(-60))).status).toBe(400);
    expect((await sendCode(cookie, at(30))).status).toBe(200);
  });

  it("delays after wrong codes as after wrong passwords (6.3.1)", async () => {
    const { loginId, secret } = await addWithFactor();
    const cookie = cookiesOf(await logIn(loginId));
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await sendCode(cookie, `00000${n}`)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await sendCode(cookie, codeOf(secret))).status).toBe(429);
    const again = await logIn(loginId);
    expect(again.body).toEqual({ step: "code", ways: ["app"] });
    advance(16);
    expect((await sendCode(cookiesOf(again), codeOf(secret))).status).toBe(200);
  });

  it("expires after ten minutes, and with a password change, a reset, a sign-out everywhere and a resignation", async () => {
    const confirmAgain = async (cookie: string, secret: string) => {
      expect(Object.keys((await answered(sendCode(cookie, codeOf(secret)), 400)).body)).toEqual(["_"]);
    };
    const ends = [
      async () => advance(601),
      async (id: number) => crew.admin.put(`/dash/hostusers/${id}/reset-password`, { body: {} }),
      async (id: number) => crew.admin.send("DELETE", `/dash/hostusers/${id}/sessions`),
      async (id: number) => crew.admin.post(`/dash/hostusers/resign/${id}`, { body: {} }),
    ];
    for (const end of ends) {
      const { id, loginId, secret } = await addWithFactor();
      const cookie = cookiesOf(await logIn(loginId));
      await end(id);
      await confirmAgain(cookie, secret);
    }
  });

  it("skips the code on a remembered device for 30 days, for the same user, until sessions are ended", async () => {
    const { me, loginId, secret } = await addWithFactor();
    const done = await sendCode(cookiesOf(await logIn(loginId)), codeOf(secret), true);
    const remembered = /visitor_remembered=[\w-]+/.exec(cookiesOf(done))?.[0] ?? "";
    expect(remembered).not.toBe("");
    expect((await logIn(loginId, remembered)).body.loginId).toBe(loginId);
    const colleague = await addWithFactor();
    expect((await logIn(colleague.loginId, remembered)).body).toEqual({ step: "code", ways: ["app"] });
    advance(30 * 86_400 - 3_600);
    expect((await logIn(loginId, remembered)).body.loginId).toBe(loginId);
    advance(3_700);
    expect((await logIn(loginId, remembered)).body).toEqual({ step: "code", ways: ["app"] });
    const again = await sendCode(cookiesOf(await logIn(loginId)), codeOf(secret), true);
    const newSession = withCookie(server, cookiesOf(again));
    await newSession.send("DELETE", "/dash/user/sessions");
    expect((await logIn(loginId, cookiesOf(again))).body).toEqual({ step: "code", ways: ["app"] });
    expect((await currentUser(me)).status).toBe(401);
  });
});

describe("required second factor", () => {
  it("by role leads users without one to set-up (6.3.3)", async () => {
    await configure({ secondFactorRoles: ["desk"] });
    const { id, loginId } = await addPerson("desk");
    const first = await logIn(loginId);
    expect(first.body).toEqual({ step: "setUp", ways: [] });
    const cookie = cookiesOf(first);
    expect((await sendCode(cookie, "123456")).status).toBe(400);
    const begin = () => server.post("/dash/login/set-up", { body: {}, headers: { Cookie: cookie } });
    const { secret } = (await begin()).body;
    const confirm = (code: string) =>
      server.post("/dash/login/set-up/confirm", { body: { code }, headers: { Cookie: cookie } });
    expect(Object.keys((await confirm("000000")).body)).toEqual(["code"]);
    const done = await answered(confirm(codeOf(secret)));
    expect(done.body.recoveryCodes).toHaveLength(10);
    const me = withCookie(server, cookiesOf(done));
    expect((await currentUser(me)).body.id).toBe(id);
    expect((await me.get(factorPath)).body.isRequired).toBe(true);
    expect(await actions(id)).toEqual(["factorAdd"]);
    await answered(me.post(`${factorPath}/remove`, { body: { currentPassword: password } }), 405);
    expect((await logIn((await addPerson("host")).loginId)).body.role).toBe("host");
  });

  it("applies to every role outside the company's addresses, including IPv6", async () => {
    await configure({ companyAddresses: ["203.0.113.0/24", "2001:db8:1::/48"] });
    const { loginId } = await addPerson("host");
    const from = (address: string) => logIn(loginId, "", { "X-Forwarded-For": address });
    expect((await from("203.0.113.9")).body.loginId).toBe(loginId);
    expect((await from("2001:db8:1::9")).body.loginId).toBe(loginId);
    expect((await from("198.51.100.1")).body).toEqual({ step: "setUp", ways: [] });
    expect((await from("2001:db8:2::9")).body).toEqual({ step: "setUp", ways: [] });
  });

  it("rejects invalid address ranges", async () => {
    const answer = await crew.admin.put("/dash/config", { body: { companyAddresses: ["203.0.113.0/33"] } });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["companyAddresses"]]);
  });

  it("rejects set-up by password alone when one exists meanwhile", async () => {
    await configure({ secondFactorRoles: ["desk"] });
    const { loginId } = await addPerson("desk");
    const thief = cookiesOf(await logIn(loginId));
    const begin = (cookie: string) =>
      server.post("/dash/login/set-up", { body: {}, headers: { Cookie: cookie } });
    const { secret } = (await begin(thief)).body;
    const right = cookiesOf(await logIn(loginId));
    const newSecret = (await begin(right)).body.secret;
    const confirm = (cookie: string, code: string) =>
      server.post("/dash/login/set-up/confirm", { body: { code }, headers: { Cookie: cookie } });
    expect((await confirm(right, codeOf(newSecret))).status).toBe(200);
    expect((await confirm(thief, codeOf(secret))).status).toBe(400);
    expect((await begin(thief)).status).toBe(400);
  });
});

describe("own second factor", () => {
  it("recovery codes can be renewed and the factor removed with the password, notified", async () => {
    const { me, id, loginId, codes } = await addWithFactor();
    for (const action of ["recovery-codes", "remove"]) {
      const refused = await me.post(`${factorPath}/${action}`, {
        body: { currentPassword: "not mine at all" },
      });
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["currentPassword"]]);
    }
    const renewed = (await me.post(`${factorPath}/recovery-codes`, { body: { currentPassword: password } }))
      .body;
    expect(renewed.recoveryCodes).toHaveLength(10);
    const cookie = cookiesOf(await logIn(loginId));
    expect((await sendCode(cookie, codes[0] ?? "")).status).toBe(400);
    expect((await sendCode(cookie, renewed.recoveryCodes[0])).status).toBe(200);
    expect((await me.post(`${factorPath}/remove`, { body: { currentPassword: password } })).status).toBe(204);
    expect((await logIn(loginId)).body.loginId).toBe(loginId);
    expect(await actions(id)).toEqual(["factorAdd", "recoveryCodes", "recoveryCode", "factorRemove"]);
    expect((await messagesTo(loginId)).at(-1)).toContain("해제");
    for (const action of ["recovery-codes", "remove"])
      expect((await me.post(`${factorPath}/${action}`, { body: { currentPassword: password } })).status).toBe(
        405,
      );
  });
});
