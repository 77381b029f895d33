/**
 * Client of the company's OpenID Connect provider: authorization, sign-out and back-channel logout. Loads the libraries at the
 * first use.
 */
import type { JWTVerifyGetKey } from "jose";
import type { Configuration, IDToken } from "openid-client";
import type { CompanySettings } from "#api/settings/company.ts";

/** Short, because a person waits at the sign-in page. */
const timeoutSeconds = 4;
/** How old a logout token may be. */
const maxTokenAge = "5 minutes";
/** Some servers and proxies refuse longer addresses. */
const maxHintLength = 4_000;
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** Why a sign-in failed. `unreachable`: no usable response from the provider; `refused`: the response is not valid. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly reason: "unreachable" | "refused";

  constructor(reason: ProviderError["reason"], cause: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Secrets of one sign-in, bound to the browser that began it. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  /** PKCE. */
  readonly verifier: string;
}

/** A signed-in person as the provider describes them. */
export interface ProvidedPerson {
  readonly subject: string;
  readonly loginName: string;
  readonly name: string;
  readonly email: string;
  readonly groups: readonly string[];
  /** Whether the provider asked for a second factor (RFC 8176). */
  readonly isFactorProved: boolean;
  /** The id of the provider's session (`sid`). */
  readonly session: string | undefined;
  readonly idToken: string;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");

interface Discovery {
  readonly config: Configuration;
  readonly keys: JWTVerifyGetKey;
}

async function discover({ issuer, clientId, clientSecret }: CompanySettings): Promise<Discovery> {
  const [client, { createRemoteJWKSet }] = await Promise.all([import("openid-client"), import("jose")]);
  const isPlain = issuer.startsWith("http:");
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    client.ClientSecretPost(clientSecret),
    {
      timeout: timeoutSeconds,
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    },
  );
  const { jwks_uri: address } = config.serverMetadata();
  if (address === undefined) throw new Error("the provider names no keys");
  return {
    config,
    keys: createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutSeconds * 1000 }),
  };
}

/** Whether the provider did not respond, or not in a readable form. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error &&
    "code" in error &&
    ["OAUTH_TIMEOUT", "ERR_JWKS_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_JSON"].includes(String(error.code)));

export type Provider = ReturnType<typeof createProvider>;

/** All methods throw ProviderError. */
export function createProvider(settings: CompanySettings) {
  let discovery: Promise<Discovery> | undefined;

  /** Cached after success only. */
  async function getDiscovery(): Promise<Discovery> {
    discovery ??= discover(settings);
    try {
      return await discovery;
    } catch (error) {
      discovery = undefined;
      throw new ProviderError("unreachable", error);
    }
  }

  const withProvider = async <T>(work: (discovery: Discovery) => Promise<T>): Promise<T> => {
    const found = await getDiscovery();
    try {
      return await work(found);
    } catch (error) {
      throw new ProviderError(isUnreachable(error) ? "unreachable" : "refused", error);
    }
  };

  /** The claims of the token, completed from the user info endpoint where a required one is missing. */
  async function claimsOf(
    config: Configuration,
    token: IDToken,
    accessToken: string,
  ): Promise<Record<string, unknown>> {
    const { fetchUserInfo } = await import("openid-client");
    const { groupsClaim, loginClaim, roles } = settings;
    const needed = [loginClaim, "name", ...(roles.length > 0 ? [groupsClaim] : [])];
    const hasAll = needed.every((name) => token[name] !== undefined);
    if (hasAll || config.serverMetadata().userinfo_endpoint === undefined) return token;
    return { ...(await fetchUserInfo(config, accessToken, token.sub)), ...token };
  }

  return {
    settings,

    /** The provider's sign-in page. */
    authorizationUrl: (checks: Checks, redirectUri: string): Promise<URL> =>
      withProvider(async ({ config }) => {
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

    /** @param current the address that the provider redirected to */
    exchangeCode: (current: URL, checks: Checks): Promise<ProvidedPerson> =>
      withProvider(async ({ config }) => {
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

    /** The provider's sign-out page; undefined where it has none. */
    signOutUrl: (idToken: string, back: string): Promise<URL | undefined> =>
      withProvider(async ({ config }) => {
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
        const { buildEndSessionUrl } = await import("openid-client");
        return buildEndSessionUrl(config, {
          post_logout_redirect_uri: back,
          ...(idToken.length <= maxHintLength && { id_token_hint: idToken }),
        });
      }),

    /** Verifies a logout token, which names one session of the provider or a person. */
    verifyLogoutToken: (token: string) =>
      withProvider(async ({ keys }) => {
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
        const hasLogoutType = ["logout+jwt", "JWT", undefined].includes(protectedHeader.typ);
        // A nonce means an ID token, which must not be accepted here (OpenID Connect Back-Channel Logout, 2.6).
        if (!isLogout || !hasLogoutType || "nonce" in payload) throw new Error("this is no logout token");
        const session = textOf(sid) || undefined;
        if (sub === undefined && session === undefined) throw new Error("the logout token names no person");
        const expiry = Math.max(exp ?? 0, iat + 600);
        return { tokenId: jti, subject: sub, session, expiresAt: new Date(expiry * 1000) };
      }),
  };
}
