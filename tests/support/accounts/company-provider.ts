/** A local OpenID Connect provider (`oidc-provider`), and a browser that signs in there. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { Provider } from "oidc-provider";
import type { TestServer } from "../api.ts";

export const clientId = "visitor";
const clientSecret = "a-secret-of-the-client-that-is-long-enough";

export interface CompanyPerson {
  readonly sub: string;
  readonly preferred_username?: string;
  readonly name?: string;
  readonly email?: string;
  readonly groups?: readonly string[];
  readonly amr?: readonly string[];
}

const keyOf = async () => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "test" };
  return { privateKey, jwk };
};

/**
 * Starts listening; `open` makes the provider answer, once the addresses of the test's servers are known.
 * @returns with `env`, the settings of those servers
 */
export async function reserveProvider() {
  const { privateKey, jwk } = await keyOf();
  let handle: ReturnType<Provider["callback"]> | undefined;
  let person: CompanyPerson = { sub: "unknown" };
  let isSilent = false;
  let forged: object | undefined;
  const people = new Map<string, CompanyPerson>();
  const http = createServer((request, response) => {
    if (isSilent) return;
    if (forged && request.url === "/token") {
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(forged));
      return;
    }
    if (handle) void handle(request, response);
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  /** @param origins of the servers that users sign in to */
  function open(...origins: string[]): Provider {
    const at = (path: string) => origins.map((origin) => origin + path);
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          token_endpoint_auth_method: "client_secret_post",
          redirect_uris: at("/auth/company/return"),
          post_logout_redirect_uris: at("/dash/login"),
          backchannel_logout_uri: at("/auth/company/logout")[0] ?? "",
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: ["a key of the provider's cookies"] },
      claims: { openid: ["sub", "amr"], profile: ["name", "preferred_username", "groups"], email: ["email"] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (ctx, form) => {
            ctx.body = form;
          },
        },
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      pkce: { required: () => true },
      // The library's own fetch rejects local addresses.
      fetch: (url, { method = "GET", headers = {}, body = null, signal = null } = {}) =>
        fetch(url, { method, headers, body, signal }),
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: () => Promise.resolve({ ...people.get(sub), sub }),
      }),
      loadExistingGrant: async (ctx) => {
        const { client, session } = ctx.oidc;
        if (!client || !session?.accountId) return undefined;
        const grant = new ctx.oidc.provider.Grant({
          clientId: client.clientId,
          accountId: session.accountId,
        });
        grant.addOIDCScope("openid profile email");
        await grant.save();
        return grant;
      },
      ttl: { Grant: 3600, Session: 3600, AccessToken: 600, IdToken: 600, Interaction: 600 },
    });
    provider.use(async (ctx, next) => {
      if (!ctx.path.startsWith("/interaction/")) return next();
      people.set(person.sub, person);
      const login = { accountId: person.sub, ...(person.amr && { amr: [...person.amr] }) };
      ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login }));
      return undefined;
    });
    handle = provider.callback();
    return provider;
  }

  return {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    open,
    /** The person of the next sign-ins. */
    setPerson(next: CompanyPerson) {
      person = next;
    },
    /** A silent provider accepts calls, but does not answer. */
    setSilent(silent: boolean) {
      isSilent = silent;
    },
    /** Replaces the answers of the token endpoint. */
    forge(tokens: object | undefined) {
      forged = tokens;
    },
    /** A token signed with the provider's key by default. */
    sign: (payload: JWTPayload, { typ = "logout+jwt", by = privateKey } = {}) =>
      new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "test", typ }).sign(by),
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** A browser that keeps cookies by host, and follows redirects one at a time. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  #jarOf(url: string): Map<string, string> {
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    return jar;
  }

  async open(url: string, init: RequestInit = {}): Promise<{ response: Response; next: string | undefined }> {
    const jar = this.#jarOf(url);
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { Accept: "text/html", ...Object.fromEntries(new Headers(init.headers)), Cookie };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split(/=(.*)/s);
      if (value === "" || /expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get("Location");
    return { response, next: location === null ? undefined : new URL(location, url).href };
  }

  /** Follows redirects up to an address that begins with `stop`, without opening it. */
  async until(url: string, stop: string): Promise<string> {
    let at = url;
    for (let hops = 0; hops < 12; hops++) {
      if (at.startsWith(stop)) return at;
      const { response, next } = await this.open(at);
      if (next === undefined)
        throw new Error(`${at} leads nowhere: ${response.status} ${await response.text()}`);
      at = next;
    }
    throw new Error("redirects without end");
  }

  /** Signs in with the company's provider. @returns path of the console page that it ends at */
  async signIn({ url }: Pick<TestServer, "url">, back = ""): Promise<string> {
    const search = back && `?${new URLSearchParams({ back })}`;
    const end = await this.until(`${url}/auth/company${search}`, `${url}/dash`);
    return end.slice(url.length);
  }

  cookiesOf({ url }: Pick<TestServer, "url">): string {
    return [...this.#jarOf(url)].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  cookie({ url }: Pick<TestServer, "url">, name: string): string | undefined {
    return this.#jarOf(url).get(name);
  }
}
