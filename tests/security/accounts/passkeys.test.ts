/** Passkeys (OWASP ASVS 5.0, 6.3.3, 6.3.7, 6.4.3, 6.5.1, 6.7.2, 7.5.1). */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "#contract/roles.ts";
import { type Deviations, SoftDevice } from "../../support/accounts/passkeys.ts";
import { type Answer, answered, startOwnServer, startTestServer } from "../../support/api.ts";
import { addStaff, password, type SignedIn, signIn, withCookie } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { waitUntilBlocked } from "../../support/database/row-locks.ts";

const { server, site, crew } = await staffedSite();
const other = await startTestServer({ sameDatabaseAs: server });
afterAll(() => other.close());

const own = "/dash/user/passkeys";
const pass = (seconds: number) => {
  server.now = new Date(server.now.getTime() + seconds * 1000);
  other.now = server.now;
};
const cookiesOf = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .join("; ");
const actions = async (hostUserId: number): Promise<string[]> =>
  server.db("accountLogs").where({ hostUserId }).orderBy("id").pluck("action");
const messagesTo = async (name: string): Promise<string[]> =>
  server.db("messages").where({ toName: name, event: "account" }).orderBy("id").pluck("text");
const logIn = (loginId: string, cookie = "") =>
  server.post("/dash/login", { body: { loginId, password }, headers: { Cookie: cookie } });
const current = (me: SignedIn) => me.get("/dash/user/current");

const deviations: [string, Deviations][] = [
  ["another origin", { origin: "https://visit.example.org" }],
  ["another host name", { rpId: "example.org" }],
  ["a passkey without user verification", { isVerified: false }],
];

const begin = (me: SignedIn) => me.post(`${own}/start`, { body: { currentPassword: password } });
const add = (me: SignedIn, credential: object, name = "노트북") =>
  me.post(own, { body: { name, credential } });

async function keyed(role: Role = "desk") {
  const user = await addStaff(server, site.company, role, { cellPhone: "010-0000-7300" });
  const me = await signIn(server, user.loginId);
  const device = new SoftDevice(server.url);
  const { challenge } = (await begin(me)).body;
  const added = await answered(add(me, device.make(challenge)));
  return { ...user, me, device, codes: added.body.recoveryCodes as string[] };
}

const startSignIn = async (isStep = false, cookie = "", at = server) =>
  (await at.post("/dash/login/passkey/start", { body: { isStep }, headers: { Cookie: cookie } })).body;
const enter = (credential: object, { isStep = false, remember = false, cookie = "", at = server } = {}) =>
  at.post("/dash/login/passkey", { body: { isStep, remember, credential }, headers: { Cookie: cookie } });
const isRefused = (answer: Answer) =>
  expect([answer.status, Object.keys(answer.body)], answer.text).toEqual([400, ["_"]]);

const configure = (body: object) => crew.admin.put("/dash/config", { body });

beforeEach(async () => {
  await configure({ secondFactorRoles: [] });
  pass(60);
});

describe("adding a passkey", () => {
  it("requires the password, returns recovery codes once, is logged and notified", async () => {
    const user = await addStaff(server, site.company, "desk", { cellPhone: "010-0000-7301" });
    const me = await signIn(server, user.loginId);
    const wrong = await me.post(`${own}/start`, { body: { currentPassword: "not mine at all" } });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ["currentPassword"]]);
    const started = (await begin(me)).body;
    expect(started).toMatchObject({ rp: { id: "127.0.0.1" }, user: { name: user.loginId }, excluded: [] });
    const added = await add(me, new SoftDevice(server.url).make(started.challenge));
    expect(added.body.recoveryCodes, added.text).toHaveLength(10);
    expect((await me.get(own)).body).toMatchObject([{ name: "노트북", signsIn: true, usedAt: null }]);
    expect((await me.get("/dash/user/second-factor")).body).toMatchObject({
      hasApp: false,
      since: expect.any(String),
    });
    expect(await actions(user.id)).toEqual(["passkeyAdd"]);
    expect(await messagesTo(user.name)).toContainEqual(expect.stringContaining("패스키가 등록"));
    const next = (await begin(me)).body;
    expect(next.excluded).toHaveLength(1);
    const another = await add(me, new SoftDevice(server.url).make(next.challenge), "전화");
    expect(another.body).toEqual({ recoveryCodes: [] });
  });

  it.each(deviations)("rejects %s", async (_name, odd) => {
    const { loginId } = await addStaff(server, site.company, "desk");
    const me = await signIn(server, loginId);
    const { challenge } = (await begin(me)).body;
    const device = new SoftDevice(server.url);
    isRefused(await add(me, device.make(challenge, odd)));
    // The challenge is used up.
    isRefused(await add(me, device.make(challenge)));
    expect((await me.get(own)).body).toEqual([]);
  });

  it("accepts a challenge of the same user and purpose, for five minutes", async () => {
    const { me, loginId } = await keyed();
    const colleague = await signIn(server, (await addStaff(server, site.company, "desk")).loginId);
    const { challenge } = (await begin(me)).body;
    isRefused(await add(colleague, new SoftDevice(server.url).make(challenge)));
    isRefused(await add(colleague, new SoftDevice(server.url).make((await startSignIn()).challenge)));
    // nor a challenge of the second step
    const step = await startSignIn(true, cookiesOf(await logIn(loginId)));
    isRefused(await add(me, new SoftDevice(server.url).make(step.challenge)));
    const late = (await begin(me)).body.challenge;
    pass(301);
    isRefused(await add(me, new SoftDevice(server.url).make(late)));
  });

  it("is bound to PUBLIC_ORIGIN", async () => {
    const publicOrigin = "https://visit.example.com";
    const publicServer = await startOwnServer({
      sameDatabaseAs: server,
      env: { PUBLIC_ORIGIN: publicOrigin },
    });
    publicServer.now = server.now;
    const started = await publicServer.post("/dash/login/passkey/start", {
      body: { isStep: false },
      headers: { Origin: publicOrigin },
    });
    expect(started.body, started.text).toMatchObject({ rpId: "visit.example.com", allowed: [] });
  });
});

describe("signing in with a passkey", () => {
  it("starts a new session and records the use", async () => {
    const { device, loginId, me } = await keyed();
    const done = await enter(device.sign((await startSignIn()).challenge));
    expect([done.status, done.body.loginId], done.text).toEqual([200, loginId]);
    expect((await current(withCookie(server, cookiesOf(done)))).status).toBe(200);
    expect((await me.get(own)).body[0].usedAt).toEqual(expect.any(String));
  });

  it("accepts a challenge once over all processes (6.5.1)", async () => {
    const { device } = await keyed();
    const { challenge } = await startSignIn();
    expect((await enter(device.sign(challenge))).status).toBe(200);
    isRefused(await enter(device.sign(challenge)));
    const origin = new URL(other.url).origin;
    isRefused(await enter(device.sign(challenge, { origin }), { at: other }));
    // a challenge of another process
    const elsewhere = await startSignIn(false, "", other);
    expect((await enter(device.sign(elsewhere.challenge))).status).toBe(200);
  });

  it("accepts a challenge once for simultaneous calls", async () => {
    const { id, device } = await keyed();
    const { challenge } = await startSignIn();
    const holder = await server.db.transaction();
    await holder("passkeyChallenges").where({ hostUserId: null }).forUpdate().select("challenge");
    const answers = [
      enter(device.sign(challenge)),
      enter(device.sign(challenge, { origin: other.url }), { at: other }),
    ];
    await waitUntilBlocked(server.db, 2);
    await holder.commit();
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await server.db("sessions").where({ hostUserId: id })).toHaveLength(2);
  });

  it.each<[string, Deviations]>([
    ...deviations,
    ["a lower counter, as of a copied passkey", { counter: 1 }],
    ["another user's handle", { userHandle: Buffer.from("1").toString("base64url") }],
  ])("rejects %s", async (_name, odd) => {
    const { device } = await keyed();
    expect((await enter(device.sign((await startSignIn()).challenge, { counter: 5 }))).status).toBe(200);
    isRefused(await enter(device.sign((await startSignIn()).challenge, odd)));
    expect((await enter(device.sign((await startSignIn()).challenge, { counter: 9 }))).status).toBe(200);
  });

  it("rejects a signature with another key and an unknown device", async () => {
    const { device } = await keyed();
    const colleague = new SoftDevice(server.url);
    const { id } = device.sign("");
    isRefused(await enter({ ...colleague.sign((await startSignIn()).challenge), id }));
    isRefused(await enter(colleague.sign((await startSignIn()).challenge)));
  });

  it("is rejected after a resignation, and only a second step after a password reset (6.4.3)", async () => {
    const { id, device, loginId } = await keyed();
    const reset = await crew.admin.put(`/dash/hostusers/${id}/reset-password`, { body: {} });
    isRefused(await enter(device.sign((await startSignIn()).challenge)));
    const token = new URL(reset.body.invitation.url).hash.slice(1);
    const newPassword = "another long password";
    const body = { token, newPassword, confirmPassword: newPassword };
    expect((await server.post("/dash/invitation", { body })).status).toBe(204);
    const refused = await enter(device.sign((await startSignIn()).challenge));
    expect(refused.body._, refused.text).toContain("비밀번호를 먼저");
    const first = await server.post("/dash/login", { body: { loginId, password: newPassword } });
    expect(first.body).toEqual({ step: "code", ways: ["passkey"] });
    const cookie = cookiesOf(first);
    const { challenge } = await startSignIn(true, cookie);
    expect((await enter(device.sign(challenge), { isStep: true, cookie })).status).toBe(200);
    await crew.admin.post(`/dash/hostusers/resign/${id}`, { body: {} });
    isRefused(await enter(device.sign((await startSignIn()).challenge)));
  });
});

describe("passkey as second step", () => {
  it("is required after the password, lists the user's passkeys, and can remember the device", async () => {
    const { device, loginId, id } = await keyed();
    const first = await logIn(loginId);
    expect(first.body).toEqual({ step: "code", ways: ["passkey"] });
    const cookie = cookiesOf(first);
    const started = await startSignIn(true, cookie);
    expect(started.allowed).toEqual([{ id: device.id.toString("base64url"), transports: ["internal"] }]);
    const done = await enter(device.sign(started.challenge), { isStep: true, remember: true, cookie });
    expect([done.status, done.body.id], done.text).toEqual([200, id]);
    const remembered = /visitor_remembered=[\w-]+/.exec(cookiesOf(done))?.[0] ?? "";
    expect((await logIn(loginId, remembered)).body.loginId).toBe(loginId);
  });

  it("rejects another user's passkey, and a call without the password", async () => {
    const one = await keyed();
    const two = await keyed();
    const cookie = cookiesOf(await logIn(one.loginId));
    const { challenge } = await startSignIn(true, cookie);
    isRefused(await enter(two.device.sign(challenge), { isStep: true, cookie }));
    isRefused(await server.post("/dash/login/passkey/start", { body: { isStep: true } }));
    // A challenge of the second step is not valid for a sign-in without password.
    const again = await startSignIn(true, cookie);
    isRefused(await enter(one.device.sign(again.challenge)));
  });

  it("accepts a recovery code once", async () => {
    const { loginId, codes } = await keyed();
    const second = async (cookie: string) =>
      server.post("/dash/login/code", { body: { code: codes[0] }, headers: { Cookie: cookie } });
    expect((await second(cookiesOf(await logIn(loginId)))).status).toBe(200);
    expect((await second(cookiesOf(await logIn(loginId)))).status).toBe(400);
  });

  it("is not required after an administrator's reset", async () => {
    const { id, loginId, device } = await keyed();
    const answer = await crew.admin.put(`/dash/hostusers/${id}/second-factor`, { body: {} });
    expect(answer.body).toMatchObject({ state: "done", hasSecondFactor: false });
    expect((await logIn(loginId)).body.loginId).toBe(loginId);
    isRefused(await enter(device.sign((await startSignIn()).challenge)));
  });
});

describe("own passkeys", () => {
  it("can be renamed, and removed with the password; the last one removes the recovery codes", async () => {
    const { id, name, me, loginId } = await keyed();
    const [passkey] = (await me.get(own)).body;
    expect((await me.put(`${own}/${passkey.id}`, { body: { name: "사무실" } })).status).toBe(204);
    expect((await me.get(own)).body).toMatchObject([{ name: "사무실" }]);
    const remove = (currentPassword: string) =>
      me.post(`${own}/${passkey.id}/remove`, { body: { currentPassword } });
    expect(Object.keys((await remove("not mine at all")).body)).toEqual(["currentPassword"]);
    expect((await remove(password)).status).toBe(204);
    expect(await server.db("recoveryCodes").where({ hostUserId: id })).toEqual([]);
    expect((await logIn(loginId)).body.loginId).toBe(loginId);
    expect(await actions(id)).toEqual(["passkeyAdd", "passkeyRemove"]);
    expect((await messagesTo(name)).at(-1)).toContain("패스키가 삭제");
  });

  it("return 404 for another user, and 405 for the last one if the role needs a second factor", async () => {
    const { me } = await keyed();
    const [passkey] = (await me.get(own)).body;
    const colleague = await signIn(server, (await addStaff(server, site.company, "desk")).loginId);
    const body = { currentPassword: password };
    expect((await colleague.put(`${own}/${passkey.id}`, { body: { name: "x" } })).status).toBe(404);
    expect((await colleague.post(`${own}/${passkey.id}/remove`, { body })).status).toBe(404);
    await configure({ secondFactorRoles: ["desk"] });
    expect((await me.post(`${own}/${passkey.id}/remove`, { body })).status).toBe(405);
    expect((await me.get(own)).body).toHaveLength(1);
  });
});
