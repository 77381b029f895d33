/** Linking one's own company account (OWASP ASVS 5.0, 6.3.7, 7.5.1, 10.2.1, 16.3.1; 안전성 확보조치 기준 제5조). */
import { beforeEach, describe, expect, it } from "vitest";
import { Browser } from "../../support/accounts/company-provider.ts";
import { companySite } from "../../support/accounts/company-site.ts";
import { answered, startOwnServer } from "../../support/api.ts";
import { addStaff, password, withCookie } from "../../support/console/staff.ts";
import { waitUntilBlocked } from "../../support/database/row-locks.ts";

const { provider, server, site, crew, strict, newcomer, whoIs, lastEvent, problemOf } = await companySite();
const path = "/dash/user/company-account";

beforeEach(() => provider.setSilent(false));

async function signedIn(role: "host" | "desk" | "admin" | "privacy", at = server) {
  const person = await addStaff(server, site.company, role, { cellPhone: "010-0000-7613" });
  const browser = new Browser();
  await browser.open(`${at.url}/dash/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: at.url },
    body: JSON.stringify({ loginId: person.loginId, password }),
  });
  const call = async (suffix = "", body: object = { currentPassword: password }) => {
    const { response } = await browser.open(`${at.url}${path}${suffix}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: at.url, Accept: "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  };
  const read = async () => (await withCookie(at, browser.cookiesOf(at)).get(path)).body;
  /** @returns the callback URL */
  const startLink = async () =>
    browser.until((await answered(call())).body.address, `${at.url}/auth/company/return`);
  const link = async () => (await browser.open(await startLink())).next?.slice(at.url.length);
  return { ...person, browser, call, read, startLink, link };
}

const identityOf = (hostUserId: number) => server.db("companyIdentities").where({ hostUserId }).first();
const notices = (toName: string) =>
  server.db("messages").where({ toName, event: "account" }).orderBy("id").pluck("text");
const actions = async (hostUserId: number) =>
  (await server.db("accountLogs").where({ hostUserId }).orderBy("id")).map((row) => [
    row.action,
    row.actorId,
    row.address,
  ]);

describe("linking one's own company account", () => {
  it.each(["host", "admin", "privacy"] as const)(
    "lets the role %s sign in by company account",
    async (role) => {
      const me = await signedIn(role);
      const group = { host: "staff", admin: "chiefs", privacy: "officers" }[role];
      const { sub, preferred_username: loginName, name } = newcomer([group]);
      expect(await me.read()).toEqual({ linked: null, rolesByGroup: true, isOnlyWay: false });
      expect(await me.link()).toBe("/dash/account?company=linked");
      expect((await me.read()).linked).toEqual({ loginName, name });
      expect(await identityOf(me.id)).toMatchObject({ subject: sub, isByAdmin: false, isByPassword: true });
      expect(await actions(me.id)).toEqual([["companyLink", me.id, "127.0.0.1"]]);
      expect(await lastEvent({ kind: "call", subjectId: me.id })).toMatchObject({
        hostUserId: me.id,
        call: "GET /auth/company/return",
        detail: "companyLink",
      });
      expect(await notices(me.name)).toEqual([expect.stringContaining("회사 계정이 연결되었습니다")]);
      const elsewhere = new Browser();
      expect(await elsewhere.signIn(server)).toBe("/dash/");
      expect(await whoIs(elsewhere)).toMatchObject({ id: me.id, role });
      // The current session continues.
      expect((await whoIs(me.browser)).id).toBe(me.id);
    },
  );

  it("requires the current password, and counts wrong ones (7.5.1)", async () => {
    const me = await signedIn("host");
    const wrong = await me.call("", { currentPassword: "not it" });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ["currentPassword"]]);
    for (let n = 0; n < 5; n++) await me.call("", { currentPassword: "not it" });
    expect((await me.call()).status).toBe(429);
    expect(await server.db("companySignIns").where({ hostUserId: me.id })).toEqual([]);
  });

  it("is rejected when the session ended or another user's is in its place (10.2.1)", async () => {
    const signedOut = await signedIn("host");
    newcomer();
    const back = await signedOut.startLink();
    await withCookie(server, signedOut.browser.cookiesOf(server)).send("DELETE", "/dash/user/sessions");
    expect((await signedOut.browser.open(back)).next).toContain("/dash/login?problem=refused");
    expect(await identityOf(signedOut.id)).toBeUndefined();

    const other = await signedIn("host");
    newcomer();
    const address = await other.startLink();
    // the same callback with another user's cookie
    const thief = await signedIn("host");
    const company = other.browser.cookie(server, "visitor_company");
    const session = thief.browser.cookie(server, "visitor_session");
    const swapped = await server.get(address.slice(server.url.length), {
      headers: { Cookie: `visitor_company=${company}; visitor_session=${session}` },
    });
    expect(swapped.headers.get("Location")).toBe("/dash/account?company=refused");
    for (const { id } of [other, thief]) expect(await identityOf(id)).toBeUndefined();
    expect(await lastEvent({ kind: "signInFailed" })).toMatchObject({
      subjectId: other.id,
      detail: "company",
    });
  });

  it("works once, in the browser that started it", async () => {
    const me = await signedIn("host");
    newcomer();
    const back = await me.startLink();
    expect((await (await signedIn("host")).browser.open(back)).next).toContain("problem=refused");
    expect(await identityOf(me.id)).toBeUndefined();
    expect((await me.browser.open(back)).next).toContain("company=linked");
    expect((await me.browser.open(back)).next).toContain("problem=refused");
  });

  it("is rejected for another user's company account, and for a second one", async () => {
    const first = await signedIn("host");
    const company = newcomer();
    await first.link();
    const second = await signedIn("host");
    provider.setPerson(company);
    expect(await second.link()).toBe("/dash/account?company=taken");
    expect((await identityOf(first.id)).subject).toBe(company.sub);
    expect(await identityOf(second.id)).toBeUndefined();
    expect((await answered(first.call(), 405)).body).toContain("이미 회사 계정");
  });

  it("is rejected when no group gives a role, and keeps the user's role", async () => {
    const me = await signedIn("host");
    newcomer(["gone"]);
    expect(await me.link()).toBe("/dash/account?company=noRole");
    expect(await identityOf(me.id)).toBeUndefined();
    expect((await whoIs(me.browser)).role).toBe("host");
  });

  it("reports a provider that does not respond or rejects", async () => {
    const me = await signedIn("host");
    newcomer();
    const back = new URL(await me.startLink());
    back.searchParams.set("code", "another");
    expect((await me.browser.open(back.href)).next).toContain("/dash/account?company=refused");
    expect(await identityOf(me.id)).toBeUndefined();
  });

  it("is rejected when the password is reset meanwhile (7.4.3)", async () => {
    const me = await signedIn("host");
    newcomer();
    const back = await me.startLink();
    const holder = await server.db.transaction();
    await holder("hostUsers").where({ id: me.id }).forUpdate().select("id");
    const reset = crew.admin.put(`/dash/hostusers/${me.id}/reset-password`, { body: {} });
    await waitUntilBlocked(server.db);
    const returned = me.browser.open(back);
    await waitUntilBlocked(server.db, 2);
    await holder.commit();
    expect((await reset).status).toBe(200);
    expect((await returned).next).toContain("/dash/account?company=refused");
    expect(await identityOf(me.id)).toBeUndefined();
  });

  it("is undone by an administrator's password reset or promotion", async () => {
    const me = await signedIn("host");
    newcomer();
    await me.link();
    expect((await crew.admin.put(`/dash/hostusers/${me.id}/reset-password`, { body: {} })).status).toBe(200);
    expect(await identityOf(me.id)).toBeUndefined();

    // The creator knew the password link, and may have linked a company account.
    const promoted = await signedIn("host");
    newcomer();
    await promoted.link();
    await crew.admin.put(`/dash/hostusers/${promoted.id}/role`, { body: { role: "privacy" } });
    expect(await identityOf(promoted.id)).toBeUndefined();
    const by = (await actions(promoted.id)).map(([action, actor]) => [action, actor]);
    expect(by).toContainEqual(["companyUnlink", crew.admin.id]);
  });
});

describe("unlinking a company account", () => {
  it("requires the password, ends company sessions and keeps the current one", async () => {
    const me = await signedIn("host");
    newcomer();
    await me.link();
    const elsewhere = new Browser();
    await elsewhere.signIn(server);
    expect((await me.call("/remove", { currentPassword: "not it" })).status).toBe(400);
    expect((await answered(me.call("/remove"))).body.linked).toBe(null);
    expect((await whoIs(me.browser)).id).toBe(me.id);
    expect((await withCookie(server, elsewhere.cookiesOf(server)).get("/dash/user/current")).status).toBe(
      401,
    );
    expect((await actions(me.id)).map(([action]) => action)).toEqual(["companyLink", "companyUnlink"]);
    expect((await notices(me.name)).at(-1)).toContain("연결이 해제되었습니다");
    expect((await me.call("/remove")).status).toBe(405);
  });

  it("returns 405 when the role has no other way to sign in (OIDC_PASSWORD_OFF)", async () => {
    const me = await signedIn("desk");
    newcomer(["desk-team"]);
    await me.link();
    const strictMe = withCookie(strict, me.browser.cookiesOf(server));
    expect((await strictMe.get(path)).body.isOnlyWay).toBe(true);
    const refused = await strictMe.post(`${path}/remove`, { body: { currentPassword: password } });
    expect([refused.status, refused.body]).toEqual([405, expect.stringContaining("회사 계정으로만")]);
    expect(await identityOf(me.id)).toBeDefined();
  });

  it("by an administrator keeps the last administrator's way to sign in", async () => {
    const { db } = server;
    const me = await signedIn("admin");
    newcomer(["chiefs"]);
    await me.link();
    // Without passwords, and no other administrator is linked.
    await db("companyIdentities")
      .whereIn("hostUserId", db("hostUsers").select("id").where({ role: "admin" }).whereNot({ id: me.id }))
      .update({ hostUserId: null });
    const strictMe = withCookie(strict, me.browser.cookiesOf(server));
    const unlink = () =>
      strictMe.put(`/dash/hostusers/${me.id}/company-account`, { body: { identity: null } });
    expect((await unlink()).status).toBe(405);
    expect(await identityOf(me.id)).toBeDefined();
    // An emergency password is another way to sign in.
    await db("hostUsers").where({ id: me.id }).update({ isPasswordKept: true });
    expect((await unlink()).status).toBe(200);
  });

  it("returns 404 without company sign-in", async () => {
    const plain = await startOwnServer({ sameDatabaseAs: server });
    const me = withCookie(plain, (await signedIn("host")).browser.cookiesOf(server));
    expect((await me.get(path)).status).toBe(404);
    expect((await me.post(path, { body: { currentPassword: password } })).status).toBe(404);
  });
});

it("a linked account is found only by the provider's subject", async () => {
  const me = await signedIn("host");
  const person = newcomer();
  await me.link();
  provider.setPerson({
    ...person,
    sub: "another-subject",
    preferred_username: `else-${person.preferred_username}`,
  });
  expect(problemOf(await new Browser().signIn(strict))).toBe("noAccount");
  provider.setPerson({ ...person, preferred_username: "renamed" });
  const browser = new Browser();
  await browser.signIn(server);
  expect((await whoIs(browser)).id).toBe(me.id);
});

it("a known device is not locked out by others at the same address (6.3.1)", async () => {
  const busy = await startOwnServer({
    sameDatabaseAs: server,
    env: { ...provider.env, PUBLIC_ORIGIN: server.url },
    limits: { signIn: 2 },
  });
  const me = await signedIn("host");
  const known = me.browser.cookie(server, "visitor_device");
  await server.db("rateLimits").delete();
  const start = (headers = {}) => busy.get("/auth/company", { headers });
  const problems = async (headers = {}) => problemOf((await start(headers)).headers.get("Location") ?? "");
  expect([await problems(), await problems(), await problems()]).toEqual([null, null, "tooMany"]);
  expect(await problems({ Cookie: `visitor_device=${known}` })).toBeNull();
  expect(await problems({ Cookie: "visitor_device=made.up" })).toBe("tooMany");
});
