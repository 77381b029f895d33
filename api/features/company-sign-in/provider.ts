/**
 * The company's provider (OpenID Connect), as far as we speak with it: where to send people, what they bring back, and
 * who it signs out. The libraries come with the first use.
 */
import type { JWTVerifyGetKey } from "jose";
import type { Configuration, IDToken } from "openid-client";
import type { CompanySettings } from "#api/settings/company.ts";

/** A person waits at the sign-in page meanwhile. */
const timeoutSeconds = 4;
/** How old a logout token may be. */
const maxTokenAge = "5 minutes";
/** A longer token in an address would be refused by some servers on the way. */
const maxHintLength = 4_000;
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** Why a sign-in did not come about. `unreachable`: the provider did not answer; `refused`: what came is not right. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly reason: "unreachable" | "refused";

  constructor(reason: ProviderError["reason"], cause: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Known in advance of one sign-in, and only by the browser that began it. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  /** PKCE. */
  readonly verifier: string;
}

/** A person who came back, as the provider describes them. */
export interface ProvidedPerson {
  readonly subject: string;
  readonly loginName: string;
  readonly name: string;
  readonly email: string;
  readonly groups: readonly string[];
  /** Whether the provider says that it asked for a second factor (RFC 8176). */
  readonly isFactorProved: boolean;
  /** The provider's name of its session. */
  readonly session: string | undefined;
  readonly idToken: string;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");

interface Known {
  readonly config: Configuration;
  readonly keys: JWTVerifyGetKey;
}

async function discover({ issuer, clientId, clientSecret }: CompanySettings): Promise<Known> {
  const [client, { createRemoteJWKSet }] = await Promise.all([import("openid-client"), import("jose")]);
  const isPlain = issuer.startsWith("http:");
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    client.ClientSecretPost(clientSecret),
    { timeout: timeoutSeconds, ...(isPlain && { execute: [client.allowInsecureRequests] }) },
  );
  const { jwks_uri: address } = config.serverMetadata();
  if (address === undefined) throw new Error("the provider names no keys");
  return {
    config,
    keys: createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutSeconds * 1000 }),
  };
}

/** Whether nothing came back, or nothing that can be read. */
const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error &&
    "code" in error &&
    ["OAUTH_TIMEOUT", "ERR_JWKS_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_JSON"].includes(String(error.code)));

export type Provider = ReturnType<typeof createProvider>;

/** Every method of it throws ProviderError. */
export function createProvider(settings: CompanySettings) {
  let known: Promise<Known> | undefined;

  /** Kept once it is there; a failure is not. */
  async function getKnown(): Promise<Known> {
    known ??= discover(settings);
    try {
      return await known;
    } catch (error) {
      known = undefined;
      throw new ProviderError("unreachable", error);
    }
  }

  const asking = async <T>(work: (known: Known) => Promise<T>): Promise<T> => {
    const found = await getKnown();
    try {
      return await work(found);
    } catch (error) {
      throw new ProviderError(isAway(error) ? "unreachable" : "refused", error);
    }
  };

  /** The claims of the token, and where a needed one is missing, those of the user information. */
  async function claimsOf(
    config: Configuration,
    token: IDToken,
    accessToken: string,
  ): Promise<Record<string, unknown>> {
    const { fetchUserInfo } = await import("openid-client");
    const { groupsClaim, loginClaim, roles } = settings;
    const needed = [loginClaim, "name", ...(roles.length > 0 ? [groupsClaim] : [])];
    const isAll = needed.every((name) => token[name] !== undefined);
    if (isAll || config.serverMetadata().userinfo_endpoint === undefined) return token;
    return { ...(await fetchUserInfo(config, accessToken, token.sub)), ...token };
  }

  return {
    settings,

    /** Where to send a browser. */
    addressOf: (checks: Checks, redirectUri: string): Promise<URL> =>
      asking(async ({ config }) => {
        const client = await import("openid-client");
        return client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: settings.scope,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: "S256",
        });
      }),

    /** @param current the address that the person came back to */
    personOf: (current: URL, checks: Checks): Promise<ProvidedPerson> =>
      asking(async ({ config }) => {
        const client = await import("openid-client");
        const tokens = await client.authorizationCodeGrant(config, current, {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.verifier,
        });
        const token = tokens.claims();
        if (!token || tokens.id_token === undefined) throw new Error("the provider gave no ID token");
        const claims = await claimsOf(config, token, tokens.access_token);
        const loginName = textOf(claims[settings.loginClaim]);
        return {
          subject: token.sub,
          loginName,
          name: textOf(claims.name) || loginName,
          email: textOf(claims.email),
          groups: textsOf(claims[settings.groupsClaim]),
          isFactorProved: textsOf(token.amr).includes("mfa"),
          session: textOf(token.sid) || undefined,
          idToken: tokens.id_token,
        };
      }),

    /** Where to sign out; undefined where the provider has no such page. */
    leaveAddressOf: (idToken: string, back: string): Promise<URL | undefined> =>
      asking(async ({ config }) => {
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
        const { buildEndSessionUrl } = await import("openid-client");
        return buildEndSessionUrl(config, {
          post_logout_redirect_uri: back,
          ...(idToken.length <= maxHintLength && { id_token_hint: idToken }),
        });
      }),

    /** Reads a logout token: of one session of the provider, or of all of a person. */
    logoutOf: (token: string) =>
      asking(async ({ keys }) => {
        const { jwtVerify } = await import("jose");
        const { payload, protectedHeader } = await jwtVerify(token, keys, {
          issuer: settings.issuer,
          audience: settings.clientId,
          maxTokenAge,
          clockTolerance: 30,
          requiredClaims: ["iat", "jti", "events"],
        });
        const { events, jti = "", sub, sid, iat = 0, exp } = payload;
        const isLogout = typeof events === "object" && events !== null && logoutEvent in events;
        const isTyped = ["logout+jwt", "JWT", undefined].includes(protectedHeader.typ);
        // An ID token has a nonce.
        if (!isLogout || !isTyped || "nonce" in payload) throw new Error("this is no logout token");
        const session = textOf(sid) || undefined;
        if (sub === undefined && session === undefined) throw new Error("the logout token names no person");
        const over = Math.max(exp ?? 0, iat + 600);
        return { tokenId: jti, subject: sub, session, expiresAt: new Date(over * 1000) };
      }),
  };
}
