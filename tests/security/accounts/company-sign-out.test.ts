/** Sign-out with company sign-in, also by the provider (OWASP ASVS 5.0, 10.5.5). */
import { generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { Browser, clientId } from "../../support/accounts/company-provider.ts";
import { companySite } from "../../support/accounts/company-site.ts";
import { signedIn, withCookie } from "../../support/console/staff.ts";

const { provider, server, site, other, newcomer, whoIs, accountOf, lastEvent } = await companySite();

describe("company sign-out", () => {
  it("ends the session at the provider as well, once", async () => {
    newcomer();
    const browser = new Browser();
    await browser.signIn(server);
    const me = withCookie(server, browser.cookiesOf(server));
    const signOut = await me.post("/dash/user/company-sign-out", { body: {} });
    expect(signOut.status).toBe(200);
    expect((await me.post("/dash/logout", { body: {} })).status).toBe(204);
    const { next = "" } = await browser.open(server.url + signOut.body.leave);
    expect(next).toContain(`${provider.issuer}/session/end`);
    expect(new URL(next).searchParams.get("post_logout_redirect_uri")).toBe(`${server.url}/dash/login`);
    expect(new URL(next).searchParams.get("id_token_hint")).toMatch(/^eyJ/);
    expect((await browser.open(next)).response.status).toBe(200);
    expect((await browser.open(server.url + signOut.body.leave)).next).toBe(`${server.url}/dash/login`);
    expect((await me.get("/dash/user/current")).status).toBe(401);
  });

  it("returns no provider URL for a password session", async () => {
    const me = await signedIn(server, site.company, "host");
    expect((await me.post("/dash/user/company-sign-out", { body: {} })).body).toEqual({ leave: null });
  });

  describe("by the provider (10.5.5)", () => {
    const event = { "http://schemas.openid.net/event/backchannel-logout": {} };
    const now = () => Math.floor(Date.now() / 1000);
    let tokens = 0;
    const claims = (sub: string, more: object = {}) => ({
      iss: provider.issuer,
      aud: clientId,
      iat: now(),
      exp: now() + 120,
      jti: `token-${++tokens}`,
      sub,
      events: event,
      ...more,
    });
    const send = (token: string, at = server) =>
      fetch(`${at.url}/auth/company/logout`, {
        method: "POST",
        body: new URLSearchParams({ logout_token: token }),
      });
    async function enteredBrowser() {
      const person = newcomer();
      const browser = new Browser();
      await browser.signIn(server);
      const isIn = async () =>
        (await withCookie(server, browser.cookiesOf(server)).get("/dash/user/current")).status === 200;
      return { person, browser, isIn };
    }

    it("ends the user's sessions, logged", async () => {
      const { person, isIn } = await enteredBrowser();
      const another = await enteredBrowser();
      expect((await send(await provider.sign(claims(person.sub)))).status).toBe(200);
      expect([await isIn(), await another.isIn()]).toEqual([false, true]);
      const { id } = await accountOf(person.preferred_username);
      expect(await lastEvent({ call: "POST /auth/company/logout", kind: "call" })).toMatchObject({
        subject: "host_users",
        subjectId: id,
        detail: "companySignOut",
      });
    });

    it("works with the real provider's logout token", async () => {
      const { browser, isIn } = await enteredBrowser();
      const page = await (await browser.open(`${provider.issuer}/session/end`)).response.text();
      const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
      const body = new URLSearchParams({ xsrf, logout: "yes" });
      await browser.open(`${provider.issuer}/session/end/confirm`, { method: "POST", body });
      await expect.poll(isIn, { timeout: 5_000 }).toBe(false);
    });

    it("ends one session when the token names one", async () => {
      const { person, isIn } = await enteredBrowser();
      await send(await provider.sign(claims(person.sub, { sid: "another session" })));
      expect(await isIn()).toBe(true);
    });

    it("accepts a token once over all processes", async () => {
      const { person } = await enteredBrowser();
      const token = await provider.sign(claims(person.sub));
      expect((await send(token)).status).toBe(200);
      const browser = new Browser();
      await browser.signIn(server);
      expect([(await send(token)).status, (await send(token, other)).status]).toEqual([400, 400]);
      expect((await whoIs(browser)).id).toEqual(expect.any(Number));
      expect(await lastEvent({ kind: "refused" })).toMatchObject({ detail: "logoutToken" });
    });

    it.each<[string, (sub: string) => Promise<string>]>([
      ["another audience (10.5.4)", (sub) => provider.sign(claims(sub, { aud: "another client" }))],
      ["another issuer", (sub) => provider.sign(claims(sub, { iss: "https://evil.example.com" }))],
      ["a nonce like an ID token", (sub) => provider.sign(claims(sub, { nonce: "n" }))],
      ["no event", (sub) => provider.sign(claims(sub, { events: {} }))],
      ["an age of ten minutes", (sub) => provider.sign(claims(sub, { iat: now() - 600 }))],
      ["no subject", (sub) => provider.sign({ ...claims(sub), sub: undefined })],
      ["another type", (sub) => provider.sign(claims(sub), { typ: "at+jwt" })],
      [
        "another key",
        async (sub) => provider.sign(claims(sub), { by: (await generateKeyPair("RS256")).privateKey }),
      ],
      ["no signature", async () => "not a token"],
    ])("rejects a token with %s", async (_name, make) => {
      const { person, isIn } = await enteredBrowser();
      expect((await send(await make(person.sub))).status).toBe(400);
      expect(await isIn()).toBe(true);
    });
  });
});
