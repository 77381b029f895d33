/** Simultaneous changes of credentials (OWASP ASVS 5.0, 15.4.2), and repeated sign-in (7.2.4). */
import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { SoftDevice } from "../../support/accounts/passkeys.ts";
import { answered } from "../../support/api.ts";
import {
  addStaff,
  cookieOf,
  password,
  type SignedIn,
  signIn,
  withCookie,
} from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { waitUntilBlocked } from "../../support/database/row-locks.ts";

const { server, site, crew } = await staffedSite();

const current = "/dash/user/current";
const next = "another password";
const logIn = (loginId: string, secret: string) =>
  server.post("/dash/login", { body: { loginId, password: secret } });
const change = (currentPassword: string, newPassword: string) => ({
  body: { currentPassword, newPassword, confirmPassword: newPassword },
});
const path = "/dash/hostusers/password";
const userOf = (id: number) => server.db("hostUsers").where({ id }).first();

async function signedInHost() {
  const user = await addStaff(server, site.company, "host");
  return { user, me: await signIn(server, user.loginId) };
}

/** Starts both while the user's row is locked, so that they run in this order. */
async function inTurn<A, B>(id: number, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const holder = await server.db.transaction();
  await holder("hostUsers").where({ id }).forUpdate().select("id");
  const one = first();
  await waitUntilBlocked(server.db);
  const other = second();
  await waitUntilBlocked(server.db, 2);
  await holder.commit();
  return Promise.all([one, other]);
}

const reset = (id: number) => () => crew.admin.put(`/dash/hostusers/${id}/reset-password`, { body: {} });
const resign = (id: number) => () => crew.admin.post(`/dash/hostusers/resign/${id}`, { body: {} });
const tokenOf = (link: string) => new URL(link).hash.slice(1);

describe("simultaneous password change", () => {
  it.each([
    ["a reset", reset],
    ["a resignation", resign],
  ])("fails after %s", async (_, by) => {
    const { user, me } = await signedInHost();
    const [done, changed] = await inTurn(user.id, by(user.id), () => me.put(path, change(password, next)));
    expect(done.status, done.text).toBe(200);
    expect([changed.status, changed.body.id]).toEqual([401, "unauthorized"]);
    expect(changed.headers.get("Set-Cookie")).toBeNull();
    expect((await userOf(user.id)).passwordHash).toBeNull();
    expect((await logIn(user.loginId, next)).status).toBe(400);
    expect(await server.db("sessions").where({ hostUserId: user.id })).toEqual([]);
  });

  it("of two calls succeeds once; the other gets 401", async () => {
    const { user, me } = await signedInHost();
    const other = await signIn(server, user.loginId);
    const [first, second] = await inTurn(
      user.id,
      () => me.put(path, change(password, next)),
      () => other.put(path, change(password, "yet another one")),
    );
    expect([first.status, second.status]).toEqual([204, 401]);
    expect((await logIn(user.loginId, next)).status).toBe(200);
    expect((await logIn(user.loginId, "yet another one")).status).toBe(400);
  });

  it("before a reset is undone by it", async () => {
    const { user, me } = await signedInHost();
    const [changed, done] = await inTurn(user.id, () => me.put(path, change(password, next)), reset(user.id));
    expect([changed.status, done.status]).toEqual([204, 200]);
    expect((await logIn(user.loginId, next)).status).toBe(400);
  });
});

describe("other simultaneous changes", () => {
  it("reject an invitation replaced by a reset", async () => {
    const user = await addStaff(server, site.company, "host", { passwordHash: null });
    const [invited] = (await crew.admin.post("/dash/hostusers/invite", { body: { ids: [user.id] } })).body;
    const body = { token: tokenOf(invited.url), newPassword: next, confirmPassword: next };
    const [again, accepted] = await inTurn(user.id, reset(user.id), () =>
      server.post("/dash/invitation", { body }),
    );
    expect([again.status, accepted.status]).toEqual([200, 400]);
    expect(Object.keys(accepted.body)).toEqual(["token"]);
    expect((await userOf(user.id)).passwordHash).toBeNull();
  });

  it("start no session for a password reset during verification", async () => {
    const { user } = await signedInHost();
    const [, signedIn] = await inTurn(user.id, reset(user.id), () => logIn(user.loginId, password));
    expect(signedIn.status).toBe(400);
    expect(await server.db("sessions").where({ hostUserId: user.id })).toEqual([]);
  });

  it("unlock under the user's new login id", async () => {
    const { user } = await signedInHost();
    const loginId = `${user.loginId}-new`;
    const [renamed, unlocked] = await inTurn(
      user.id,
      () => crew.admin.put(`/dash/hostusers/${user.id}/profile`, { body: { loginId } }),
      () => crew.admin.put(`/dash/hostusers/${user.id}/unlock`, { body: {} }),
    );
    expect([renamed.status, unlocked.status], renamed.text).toEqual([200, 200]);
    const log = await server.db("accountLogs").where({ hostUserId: user.id, action: "unlock" });
    expect(log.map((row) => row.loginId)).toEqual([loginId]);
  });
});

describe("second factor during a password reset", () => {
  const factor = "/dash/user/second-factor";
  const passkeys = "/dash/user/passkeys";
  const given = { body: { currentPassword: password } };
  const startApp = async (me: SignedIn) => {
    const { secret } = (await me.post(factor, given)).body;
    const code = new TOTP({ secret: secret.replaceAll(" ", "") }).generate({
      timestamp: server.now.getTime(),
    });
    return () => me.post(`${factor}/confirm`, { body: { code } });
  };
  const startPasskey = async (me: SignedIn) => {
    const { challenge } = (await me.post(`${passkeys}/start`, given)).body;
    const credential = new SoftDevice(server.url).make(challenge);
    return () => me.post(passkeys, { body: { name: "노트북", credential } });
  };
  const withApp = async (me: SignedIn): Promise<string[]> =>
    (await answered((await startApp(me))())).body.recoveryCodes;
  const withPasskey = async (me: SignedIn): Promise<number> => {
    expect((await (await startPasskey(me))()).status).toBe(200);
    return (await me.get(passkeys)).body[0].id;
  };
  const factorsOf = async (hostUserId: number) => [
    await server.db("totpSecrets").where({ hostUserId }).orderBy("id").select("id", "confirmedAt"),
    await server.db("passkeys").where({ hostUserId }).orderBy("id").pluck("id"),
    await server.db("recoveryCodes").where({ hostUserId }).orderBy("codeHash").pluck("codeHash"),
  ];

  it.each<[string, (me: SignedIn) => Promise<() => ReturnType<SignedIn["post"]>>]>([
    ["sets one up", async (me) => () => me.post(factor, given)],
    ["confirms it by code", startApp],
    ["adds a passkey", startPasskey],
    [
      "removes it",
      async (me) => {
        await withApp(me);
        return () => me.post(`${factor}/remove`, given);
      },
    ],
    [
      "renews recovery codes",
      async (me) => {
        await withApp(me);
        return () => me.post(`${factor}/recovery-codes`, given);
      },
    ],
    [
      "removes a passkey",
      async (me) => {
        const id = await withPasskey(me);
        return () => me.post(`${passkeys}/${id}/remove`, given);
      },
    ],
  ])("is unchanged when the user %s", async (_, prepare) => {
    const { user, me } = await signedInHost();
    const change = await prepare(me);
    const before = await factorsOf(user.id);
    const [done, changed] = await inTurn(user.id, reset(user.id), change);
    expect(done.status, done.text).toBe(200);
    expect([changed.status, changed.body.id], changed.text).toEqual([401, "unauthorized"]);
    expect(await factorsOf(user.id)).toEqual(before);
  });

  it("starts no session (7.4.3)", async () => {
    const { user, me } = await signedInHost();
    const [code] = await withApp(me);
    const first = await logIn(user.loginId, password);
    expect(first.body.step).toBe("code");
    const headers = { Cookie: cookieOf(first) };
    const [done, signedIn] = await inTurn(user.id, reset(user.id), () =>
      server.post("/dash/login/code", { body: { code, remember: true }, headers }),
    );
    expect([done.status, signedIn.status, Object.keys(signedIn.body)]).toEqual([200, 400, ["_"]]);
    expect(await server.db("sessions").where({ hostUserId: user.id })).toEqual([]);
    expect(await server.db("rememberedDevices").where({ hostUserId: user.id })).toEqual([]);
  });
});

describe("wrong current password", () => {
  it("does not reveal former passwords", async () => {
    const { me } = await signedInHost();
    const changed = await me.put(path, change(password, next));
    const again = withCookie(server, cookieOf(changed));
    for (const known of [password, next]) {
      const answer = await again.put(path, change("not mine at all", known));
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["currentPassword"]]);
    }
    for (const known of [password, next]) {
      const answer = await again.put(path, change(next, known));
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["newPassword"]]);
    }
  });

  it("still reports errors that need no secret", async () => {
    const { user, me } = await signedInHost();
    const wrong = "not mine at all";
    const own = await me.put(path, change(wrong, `${user.loginId}-2026`));
    expect(Object.keys(own.body).sort()).toEqual(["currentPassword", "newPassword"]);
  });
});

describe("signing in again", () => {
  const logInFrom = (cookie: string, loginId: string, secret = password) =>
    server.post("/dash/login", { body: { loginId, password: secret }, headers: { Cookie: cookie } });

  it("ends the presented session only", async () => {
    const { user, me } = await signedInHost();
    const elsewhere = await signIn(server, user.loginId);
    const answer = await answered(logInFrom(me.cookie, user.loginId));
    expect((await me.get(current)).status).toBe(401);
    expect((await elsewhere.get(current)).status).toBe(200);
    expect((await withCookie(server, cookieOf(answer)).get(current)).status).toBe(200);
  });

  it("ends another user's session in the same browser", async () => {
    const { me } = await signedInHost();
    const other = await addStaff(server, site.company, "desk");
    const answer = await logInFrom(me.cookie, other.loginId);
    expect((await withCookie(server, cookieOf(answer)).get(current)).body.id).toBe(other.id);
    expect((await me.get(current)).status).toBe(401);
  });

  it("keeps the session when the password is wrong", async () => {
    const { user, me } = await signedInHost();
    expect((await logInFrom(me.cookie, user.loginId, "wrong wrong wrong")).status).toBe(400);
    expect((await me.get(current)).status).toBe(200);
  });
});
