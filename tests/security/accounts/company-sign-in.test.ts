/**
 * Company sign-in by OpenID Connect against a real provider (OWASP ASVS 5.0): callback (3.7.2, 10.1.2, 10.2.1, 10.2.2), tokens
 * (9.2.1, 9.2.2, 10.5.1, 10.5.3, 10.5.4), identity (10.5.2).
 */
import { randomBytes } from "node:crypto";
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createInvitations } from "#api/auth/invitation-tokens.ts";
import { finishCompanySignIn } from "#api/features/company-sign-in/sign-in.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { Role } from "#contract/roles.ts";
import { Browser, clientId } from "../../support/accounts/company-provider.ts";
import { companySite } from "../../support/accounts/company-site.ts";
import { lookAlike } from "../../support/accounts/look-alike.ts";
import { startOwnServer } from "../../support/api.ts";
import { addStaff, password, withCookie } from "../../support/console/staff.ts";

const { provider, server, site, crew, other, strict, newcomer, whoIs, accountOf, lastEvent, problemOf } =
  await companySite();

let logins = 0;

beforeEach(() => provider.setSilent(false));

describe("company sign-in", () => {
  it("creates an account with the provider's data, logged as sign-in by company", async () => {
    const { preferred_username: loginId, name } = newcomer(["desk-team"], { email: "k@example.com" });
    const browser = new Browser();
    expect(await browser.signIn(server, "/visits?q=1")).toBe("/dash/visits?q=1");
    expect(await whoIs(browser)).toMatchObject({ loginId, name, role: "desk" });
    const account = await accountOf(loginId);
    expect(account).toMatchObject({ passwordHash: null, email: "k@example.com" });
    expect(await lastEvent({ kind: "signIn" })).toMatchObject({ hostUserId: account.id, detail: "company" });
    const logged = await server.db("accountLogs").where({ hostUserId: account.id }).orderBy("id");
    expect(logged.map(({ action }) => action)).toEqual(["add", "companyLink"]);
    const [listed] = (await crew.admin.get(`/dash/hostusers?id=${account.id}`)).body.rows;
    expect(listed).toMatchObject({ hasPassword: false, hasCompanyAccount: true, invited: false });
    // an account of a former provider
    await server
      .db("companyIdentities")
      .where({ hostUserId: account.id })
      .update({ issuer: "https://before.example" });
    const [left] = (await crew.admin.get(`/dash/hostusers?id=${account.id}`)).body.rows;
    expect(left).toMatchObject({ hasPassword: false, hasCompanyAccount: false });
  });

  it("identifies accounts by issuer and subject (10.5.2)", async () => {
    const person = newcomer();
    await new Browser().signIn(server);
    const { id } = await accountOf(person.preferred_username);
    provider.setPerson({ ...person, preferred_username: crew.admin.loginId, email: "other@example.com" });
    const browser = new Browser();
    await browser.signIn(server);
    expect(await whoIs(browser)).toMatchObject({ id, loginId: person.preferred_username, role: "host" });
  });

  it.each<[string, (loginId: string) => string]>([
    ["the login id", (loginId) => loginId],
    ["a look-alike", lookAlike],
  ])("never takes over an administrator's account by %s or e-mail", async (_name, spell) => {
    const email = "h@example.com";
    const { id, loginId } = await addStaff(server, site.company, "admin", { email });
    const { sub: subject } = newcomer(["chiefs"], { preferred_username: spell(loginId), email });
    for (const [where, problem] of [
      [server, "loginIdTaken"],
      [strict, "noAccount"],
    ] as const) {
      const browser = new Browser();
      expect(problemOf(await browser.signIn(where))).toBe(problem);
      expect(browser.cookiesOf(where)).not.toContain("visitor_session");
    }
    expect(await server.db("companyIdentities").where({ subject })).toMatchObject([{ hostUserId: null }]);
    const failed = { kind: "signInFailed", detail: "company", hostUserId: null };
    expect(await server.db("events").where({ ...failed, subjectId: id })).toHaveLength(1);
    expect(await lastEvent({ kind: "signInFailed" })).toMatchObject({ ...failed, subjectId: null });
  });

  it("can be finished by another process", async () => {
    const { preferred_username: loginId } = newcomer();
    const browser = new Browser();
    const back = await browser.until(`${server.url}/auth/company`, `${server.url}/auth/company/return`);
    if (!other.deps.company) throw new Error("The other process has no company sign-in.");
    const outcome = await finishCompanySignIn(other.deps, other.deps.company, {
      current: new URL(back),
      browser: browser.cookie(server, "visitor_company"),
      origin: {
        address: "127.0.0.1",
        clientAddress: "127.0.0.1",
        userAgent: "",
        device: undefined,
        presented: undefined,
        remembered: undefined,
      },
      site: await readConfiguration(other.db),
    });
    expect(outcome.problem).toBeUndefined();
    expect(outcome.result?.id).toBe((await accountOf(loginId)).id);
    expect((await browser.open(back)).next).toContain("problem=refused");
  });
});

describe("invitation with a company account", () => {
  async function inviteAnew(id: number): Promise<string> {
    const made = await server.db.transaction((trx) =>
      createInvitations(trx, [id], { now: server.now, random: randomBytes }),
    );
    return made[0]?.token ?? "";
  }
  async function invited(role: Role) {
    const cellPhone = "010-0000-7512";
    const person = await addStaff(server, site.company, role, { cellPhone, passwordHash: null });
    const token = await inviteAnew(person.id);
    const browser = new Browser();
    const post = (path = "") =>
      browser.open(`${strict.url}/dash/invitation${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: strict.url, Accept: "application/json" },
        body: JSON.stringify({ token }),
      });
    const start = () => post("/company");
    const startSignIn = async () => {
      const { response } = await start();
      const { address } = (await response.json()) as { address: string };
      return browser.until(address, `${strict.url}/auth/company/return`);
    };
    const read = async () => (await post("/check")).response.json();
    return { ...person, browser, start, startSignIn, read };
  }
  const identityOf = (hostUserId: number) => server.db("companyIdentities").where({ hostUserId }).first();

  it.each<[Role, boolean]>([
    ["admin", true],
    ["privacy", false],
  ])("links the account of role %s once, and signs in", async (role, isCompanyOnly) => {
    const me = await invited(role);
    const { sub: subject } = newcomer();
    expect(await me.read()).toMatchObject({ loginId: me.loginId, isCompanyOnly });
    const second = await me.startSignIn();
    expect((await me.browser.open(await me.startSignIn())).next).toBe(`${strict.url}/dash/`);
    expect(await whoIs(me.browser, strict)).toMatchObject({ id: me.id, role });
    expect(await identityOf(me.id)).toMatchObject({ subject, isByAdmin: false, isByPassword: true });
    const logged = await server.db("accountLogs").where({ hostUserId: me.id }).orderBy("id").pluck("action");
    expect(logged).toEqual(["accept", "companyLink"]);
    const texts = await server.db("messages").where({ toName: me.name, event: "account" }).pluck("text");
    expect(texts).toEqual([expect.stringContaining("회사 계정이 연결되었습니다")]);
    expect((await me.start()).response.status).toBe(400);
    newcomer();
    expect((await me.browser.open(second)).next).toContain("problem=refused");
  });

  it("links nothing when the invitation was replaced or the company account is taken", async () => {
    const me = await invited("host");
    newcomer();
    const replaced = await me.startSignIn();
    await inviteAnew(me.id);
    expect((await me.browser.open(replaced)).next).toContain("problem=refused");
    expect(await lastEvent({ kind: "signInFailed" })).toMatchObject({ subjectId: me.id, detail: "company" });
    const first = await invited("host");
    const person = newcomer();
    await first.browser.open(await first.startSignIn());
    const other = await invited("host");
    provider.setPerson(person);
    expect((await other.browser.open(await other.startSignIn())).next).toContain("problem=taken");
    for (const { id } of [me, other]) expect(await identityOf(id)).toBeUndefined();
  });
});

describe("linking by an administrator", () => {
  const path = (id: number) => `/dash/hostusers/${id}/company-account`;
  async function refusedStranger() {
    const person = newcomer([], { preferred_username: `waiting-${++logins}` });
    expect(problemOf(await new Browser().signIn(strict))).toBe("noAccount");
    const identity = await server.db("companyIdentities").where({ subject: person.sub }).first();
    return { person, identity: identity.id as number };
  }

  it("lets a rejected user sign in, logged and with a notice", async () => {
    const host = await addStaff(server, site.company, "host", { cellPhone: "010-0000-7511" });
    const { person, identity } = await refusedStranger();
    const { waiting } = (await crew.admin.get(path(host.id))).body;
    expect(waiting).toContainEqual(
      expect.objectContaining({ id: identity, loginName: person.preferred_username, name: person.name }),
    );
    const linked = await crew.admin.put(path(host.id), { body: { identity } });
    expect(linked.body.linked, linked.text).toMatchObject({ id: identity });
    const browser = new Browser();
    expect(await browser.signIn(strict)).toBe("/dash/");
    expect((await whoIs(browser, strict)).id).toBe(host.id);
    const texts = await server.db("messages").where({ toName: host.name, event: "account" }).pluck("text");
    expect(texts).toContainEqual(expect.stringContaining("회사 계정을 연결"));
    // Unlinking ends the sessions.
    expect((await crew.admin.put(path(host.id), { body: { identity: null } })).body.linked).toBeNull();
    expect((await withCookie(strict, browser.cookiesOf(strict)).get("/dash/user/current")).status).toBe(401);
    const logged = await server.db("accountLogs").where({ hostUserId: host.id }).orderBy("id");
    expect(logged.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["companyLink", crew.admin.id],
      ["companyUnlink", crew.admin.id],
    ]);
  });

  it("returns 405 for administrators, privacy officers and a company account in use", async () => {
    const { identity } = await refusedStranger();
    for (const { id } of [crew.admin, crew.privacy])
      expect((await crew.admin.put(path(id), { body: { identity } })).status).toBe(405);
    const host = await addStaff(server, site.company, "host");
    await crew.admin.put(path(host.id), { body: { identity } });
    const other = await crew.admin.put(path(crew.host.id), { body: { identity } });
    expect([other.status, Object.keys(other.body)]).toEqual([400, ["identity"]]);
    expect((await crew.desk.get(path(host.id))).status).toBe(403);
  });

  it("is undone when the user becomes privacy officer", async () => {
    const host = await addStaff(server, site.company, "host");
    const { identity } = await refusedStranger();
    await crew.admin.put(path(host.id), { body: { identity } });
    await crew.admin.put(`/dash/hostusers/${host.id}/role`, { body: { role: "privacy" } });
    expect((await crew.admin.get(path(host.id))).body.linked).toBeNull();
    expect(problemOf(await new Browser().signIn(strict))).toBe("noAccount");
  });
});

describe("callback of the provider", () => {
  /** A browser after the provider's sign-in, and its callback URL. */
  async function returning() {
    newcomer();
    const browser = new Browser();
    const address = await browser.until(`${server.url}/auth/company`, `${server.url}/auth/company/return`);
    return { browser, address: new URL(address) };
  }

  /** Replaces the ID token. @returns where the callback leads */
  async function forged(sign: (claims: JWTPayload) => Promise<string>) {
    const { sub } = newcomer();
    const person = { preferred_username: `forged-${++logins}`, name: "위조", groups: ["staff"] };
    const browser = new Browser();
    const authorizationUrl = await browser.until(`${server.url}/auth/company`, `${provider.issuer}/auth`);
    const nonce = new URL(authorizationUrl).searchParams.get("nonce");
    const address = await browser.until(authorizationUrl, `${server.url}/auth/company/return`);
    const now = Math.floor(Date.now() / 1000);
    const claims = { ...person, iss: provider.issuer, aud: clientId, sub, nonce, iat: now, exp: now + 600 };
    provider.forge({ access_token: "a", token_type: "Bearer", id_token: await sign(claims) });
    const { next } = await browser.open(address);
    provider.forge(undefined);
    return next;
  }

  it("is rejected with another state (10.1.2)", async () => {
    const { browser, address } = await returning();
    address.searchParams.set("state", "another");
    expect((await browser.open(address.href)).next).toContain("problem=refused");
  });

  it("is rejected in another browser (10.2.1)", async () => {
    const { address } = await returning();
    const victim = new Browser();
    expect((await victim.open(address.href)).next).toContain("problem=refused");
    const own = await returning();
    expect((await own.browser.open(address.href)).next).toContain("problem=refused");
  });

  it("is rejected with the code of another sign-in (PKCE, nonce)", async () => {
    const one = await returning();
    const two = await returning();
    one.address.searchParams.set("code", two.address.searchParams.get("code") ?? "");
    expect((await one.browser.open(one.address.href)).next).toContain("problem=refused");
  });

  it("is accepted once", async () => {
    const { browser, address } = await returning();
    expect((await browser.open(address.href)).next).toBe(`${server.url}/dash/`);
    const again = await browser.open(address.href);
    expect(again.next).toContain("problem=refused");
  });

  it.each([["https://evil.example.com"], [""]])("is rejected from the issuer %j (10.2.2)", async (iss) => {
    const { browser, address } = await returning();
    address.searchParams.set("iss", iss);
    expect((await browser.open(address.href)).next).toContain("problem=refused");
  });

  it.each<[string, object]>([
    ["rejects an ID token for another client (10.5.4)", { aud: "another-client" }],
    ["rejects an ID token of another issuer (10.5.3)", { iss: "https://evil.example.com" }],
    ["rejects an ID token of another sign-in (10.5.1)", { nonce: "another" }],
    ["rejects an expired ID token (9.2.1)", { exp: Math.floor(Date.now() / 1000) - 3600 }],
    ["accepts a valid ID token", {}],
  ])("%s", async (_name, odd) => {
    const next = await forged((claims) => provider.sign({ ...claims, ...odd }, { typ: "JWT" }));
    const isRight = Object.keys(odd).length === 0;
    expect(next).toBe(`${server.url}/dash/${isRight ? "" : "login?problem=refused"}`);
  });

  it.each<[string, (claims: JWTPayload) => Promise<string>]>([
    [
      "another key (6.8.2)",
      async (claims) =>
        provider.sign(claims, { typ: "JWT", by: (await generateKeyPair("RS256")).privateKey }),
    ],
    ["no key (9.1.2)", async (claims) => new UnsecuredJWT(claims).encode()],
    [
      "the client's own secret (9.1.2, 9.1.3)",
      async (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: "HS256", typ: "JWT" })
          .sign(Buffer.from(provider.env.OIDC_CLIENT_SECRET)),
    ],
  ])("is rejected with an ID token signed by %s", async (_, sign) => {
    expect(await forged(sign)).toContain("problem=refused");
  });

  it("is rejected after 15 minutes", async () => {
    const { browser, address } = await returning();
    const { now } = server;
    server.now = new Date(now.getTime() + 16 * 60_000);
    expect((await browser.open(address.href)).next).toContain("problem=refused");
    server.now = now;
  });

  it("redirects only within the console (3.7.2)", async () => {
    for (const back of ["https://evil.example.com", "//evil.example.com", "/\\evil.example.com", "/../.."]) {
      newcomer();
      const end = await new Browser().signIn(server, back);
      expect(end, back).toBe("/dash/");
    }
  });

  it("keeps secret, verifier and token on the server", async () => {
    const { browser, address } = await returning();
    expect(browser.cookiesOf(server)).not.toContain(address.searchParams.get("state"));
    await browser.open(address.href);
    const [login] = await server.db("companyLogins").orderBy("id", "desc").limit(1);
    expect(login.secretCipher.toString("latin1")).not.toContain("eyJ");
  });
});

describe("second factor with company sign-in", () => {
  const configure = (secondFactorRoles: string[]) =>
    crew.admin.put("/dash/config", { body: { secondFactorRoles } });

  afterEach(() => configure([]));

  it("is required unless the provider has checked one", async () => {
    const person = newcomer();
    await new Browser().signIn(server);
    await configure(["host"]);
    const browser = new Browser();
    const page = await browser.signIn(server, "/visits");
    expect(page).toBe("/dash/login?step=more&back=%2Fvisits");
    const step = await withCookie(server, browser.cookiesOf(server)).get("/dash/login/step");
    expect(step.body).toEqual({ step: "setUp", ways: [] });
    expect((await withCookie(server, browser.cookiesOf(server)).get("/dash/user/current")).status).toBe(401);
    provider.setPerson({ ...person, amr: ["pwd", "mfa"] });
    expect(await new Browser().signIn(server)).toBe("/dash/");
    const without = await server.get("/dash/login/step");
    expect(without.text).toBe("");
  });
});

describe("unavailable provider", () => {
  it("is reported within seconds on the sign-in page, and passwords still work", async () => {
    const fresh = await startOwnServer({ sameDatabaseAs: server, env: provider.env });
    provider.setSilent(true);
    const startedAt = Date.now();
    const page = await new Browser().signIn(fresh, "/visits");
    expect(page).toBe("/dash/login?problem=unreachable&back=%2Fvisits");
    expect(Date.now() - startedAt).toBeLessThan(8_000);
    const { loginId } = await addStaff(server, site.company, "host");
    expect((await fresh.post("/dash/login", { body: { loginId, password } })).status).toBe(200);
    provider.setSilent(false);
    newcomer();
    // A failed discovery is retried.
    const after = await new Browser().until(`${fresh.url}/auth/company`, `${provider.issuer}/auth`);
    expect(after).toContain("code_challenge=");
  });

  it("endpoints return 404 without company sign-in", async () => {
    const plain = await startOwnServer({ sameDatabaseAs: server });
    for (const path of ["/auth/company", "/auth/company/return", "/auth/company/leave"])
      expect((await plain.get(path)).status).toBe(404);
    expect((await plain.get("/api/config")).body.companySignIn).toBe(false);
    expect((await server.get("/api/config")).body.companySignIn).toBe(true);
  });
});
