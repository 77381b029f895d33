/** What every request carries: its id, the reader's language, the caller's address; and one log line. */
import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { RouterContext } from "@koa/router";
import type { Knex } from "knex";
import type { Middleware, Next } from "koa";
import proxyAddr from "proxy-addr";
import type { ApiKeyUser } from "#api/auth/api-keys.ts";
import type { SessionUser } from "#api/auth/sessions.ts";
import type { Logger } from "#api/log.ts";
import type { Scope } from "#api/permissions.ts";
import type { Settings } from "#api/settings.ts";
import type { SiteSettings } from "#api/site-settings.ts";
import type { CallAtWork } from "#db/caller.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { ReceivedForm } from "./bodies/form-upload.ts";
import { type Language, languageOf } from "./language.ts";
import type { ReadFields } from "./read-fields.ts";

/** Who calls, and how far the permission of the call reaches for them. */
export interface Me extends SessionUser {
  readonly scope: Scope;
  /** Whose visits are their own by the permission. */
  readonly hosts: readonly number[];
  readonly key?: undefined;
}

/** A key that calls: no person, and for what it may do it reaches everybody's. */
export interface KeyMe {
  readonly id: null;
  readonly key: ApiKeyUser;
  readonly scope: "all";
  readonly hosts: readonly [];
}

export interface RequestState {
  requestId: string;
  lang: Language;
  /** The caller's address as limits count it; an IPv6 caller is its /64 network. */
  address: string;
  /** The same in full. */
  callerAddress: string;
  /** Whether the console may be used from there. */
  isConsoleAddress: boolean;
  /** How many calls of its limit the caller has made by now, where the call has one. */
  counted?: number;
  /** True where the caller uses https: the public address says so, or a trusted proxy. */
  secure: boolean;
  /** The caller's proxy, where it is not trusted and what it forwards is ignored: an address. */
  untrustedProxy: string | undefined;
  /** Host and port that the caller sees. */
  publicHost: string;
  /** Where the caller's own trace goes on, as a trusted proxy tells it (W3C `traceparent`). */
  traceparent?: string;
  /** Of the trace that the call belongs to, where there are traces. */
  traceId?: string;
  /** Path pattern of the route, for the log; never the path itself, which may hold personal data. */
  route?: string;
  /** What the site has set up, as it is when first asked for; inside a transaction, hand it in. */
  site: (db?: Knex) => Promise<SiteSettings>;
  /** The site's configuration, likewise. */
  configuration: (db?: Knex) => Promise<Configuration>;
  /** Of the site's settings, where it was read with the session. */
  siteVersion?: string;
  /** Who is signed in, where the call asks for it. */
  user?: SessionUser;
  /** What the log of events keeps of the call. */
  call?: CallAtWork;
  /** Which key calls, where the call came with one. */
  key?: ApiKeyUser;
  me?: Me | KeyMe;
  /** JSON as it came, less the read-only fields of a record that was read. */
  body?: unknown;
  /** Bytes of a body that is a file by itself. */
  upload?: Buffer;
  form?: ReceivedForm;
  /** What the endpoint's schemas made of the request. */
  input?: Record<"params" | "query" | "body", unknown>;
  /** The body field by field, where the handler reports its errors. */
  fields?: ReadFields<unknown>;
  /** The transaction of an idempotent call. */
  trx?: Knex.Transaction;
}

/** The context of a request that a route answers. */
export type RequestContext = RouterContext<RequestState>;

/** One step of a route. */
export type RouteMiddleware = (ctx: RequestContext, next: Next) => Promise<void>;

const wellFormedId = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * An address in its one spelling, IPv4 within IPv6 as such, without zone and the port that some proxies add: otherwise each
 * spelling would have limits of its own. What is no address stays as it is.
 */
export function plainAddress(text: string): string {
  if (isIP(text) === 4) return text;
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(text) ?? [];
  const address = (bracketed ?? dotted ?? text).replace(/%.*$/, "");
  if (isIP(address) !== 6) return address;
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(written) ?? [];
  if (high === undefined || low === undefined) return written;
  return [high, low]
    .flatMap((pair) => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 255])
    .join(".");
}

/** IPv6 callers own a whole /64, so single addresses of it say nothing. @param address as `plainAddress` writes it */
export function limitedAddress(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const groups =
    tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill("0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

const firstOf = (header: string): string => (header.split(",", 1)[0] ?? "").trim();

const forwardedHeaders = ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"];

type ProxySettings = Pick<Settings, "trustedProxies" | "publicOrigin" | "consoleAddresses">;

/**
 * @param trustedProxies addresses, networks, or the names that proxy-addr knows ("loopback")
 * @param consoleAddresses as `trustedProxies`; none for everywhere
 * @param publicOrigin where it begins with https, every request counts as made over https
 */
export function requestContext(
  log: Logger,
  { trustedProxies, publicOrigin, consoleAddresses }: ProxySettings,
): Middleware<RequestState> {
  const isPublicSecure = publicOrigin?.startsWith("https://") ?? false;
  let hasWarned = false;
  const trusts = proxyAddr.compile([...trustedProxies]);
  const isListed = consoleAddresses.length > 0 ? proxyAddr.compile([...consoleAddresses]) : undefined;
  // Nothing in a request's line is personal, and looking for it was a tenth of what a small call costs.
  const requests = log.child({}, { redact: [] });
  return async (ctx, next) => {
    const started = performance.now();
    const peerIsTrusted = trusts(ctx.req.socket.remoteAddress ?? "", 0);
    const forwarded = (name: string) => (peerIsTrusted ? firstOf(ctx.get(name)) : "");
    const given = ctx.get("X-Request-Id");
    ctx.state.requestId = wellFormedId.test(given) ? given : randomUUID();
    ctx.state.lang = languageOf(ctx.get("Accept-Language"));
    const address = plainAddress(proxyAddr(ctx.req, trusts));
    ctx.state.address = limitedAddress(address);
    ctx.state.callerAddress = address;
    ctx.state.isConsoleAddress = isListed?.(address, 0) ?? true;
    ctx.state.untrustedProxy =
      !peerIsTrusted && forwardedHeaders.some((name) => ctx.get(name) !== "")
        ? ctx.req.socket.remoteAddress
        : undefined;
    if (ctx.state.untrustedProxy !== undefined && !hasWarned) {
      hasWarned = true;
      log.warn("forwarded headers of a proxy that is not in TRUSTED_PROXIES are ignored");
    }
    ctx.state.secure =
      isPublicSecure ||
      (ctx.req.socket as { encrypted?: boolean }).encrypted === true ||
      forwarded("X-Forwarded-Proto") === "https";
    ctx.state.publicHost = forwarded("X-Forwarded-Host") || ctx.get("Host");
    ctx.set("X-Request-Id", ctx.state.requestId);
    const traceparent = forwarded("traceparent");
    if (traceparent !== "") ctx.state.traceparent = traceparent;
    await next();
    requests.info(
      {
        requestId: ctx.state.requestId,
        ...(ctx.state.traceId !== undefined && { traceId: ctx.state.traceId }),
        method: ctx.method,
        route: ctx.state.route ?? "other",
        status: ctx.status,
        ms: Math.round(performance.now() - started),
      },
      "request",
    );
  };
}
