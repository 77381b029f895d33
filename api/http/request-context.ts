/** Context of every request: its id, the reader's language, the client's address; and its log line. */
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
import type { CurrentCall } from "#db/caller.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { ReceivedForm } from "./bodies/form-upload.ts";
import { type Language, languageOf } from "./language.ts";
import type { ReadFields } from "./read-fields.ts";

/** The user, and the reach of the call's permission. */
export interface Me extends SessionUser {
  readonly scope: Scope;
  /** Hosts whose visits are the user's own under the permission. */
  readonly hosts: readonly number[];
  readonly key?: undefined;
}

/** An API key: no user, and its permissions reach all visits. */
export interface KeyMe {
  readonly id: null;
  readonly key: ApiKeyUser;
  readonly scope: "all";
  readonly hosts: readonly [];
}

export interface RequestState {
  requestId: string;
  lang: Language;
  /** The client's address as limits count it and logs keep it; for IPv6 its /64 network. */
  clientNetwork: string;
  /** The client's full address. */
  clientAddress: string;
  /** Whether this address may use the console. */
  isConsoleAddress: boolean;
  /** Calls of the caller so far under the endpoint's limit. */
  counted?: number;
  /** Whether the client uses https, by the public origin or a trusted proxy. */
  secure: boolean;
  /** Address of an untrusted proxy, whose forwarded headers are ignored. */
  untrustedProxy: string | undefined;
  /** Host and port as the client sees them. */
  publicHost: string;
  /** The caller's trace from a trusted proxy (W3C `traceparent`). */
  traceparent?: string;
  /** Trace of the call, where tracing is on. */
  traceId?: string;
  /** Path pattern of the route, for the log; the path itself may contain personal data. */
  route?: string;
  /** Reads the site's settings; inside a transaction pass it. */
  siteSettings: (db?: Knex) => Promise<SiteSettings>;
  /** Reads the site's configuration; inside a transaction pass it. */
  configuration: (db?: Knex) => Promise<Configuration>;
  /** Version of the site's settings, where it was read with the session. */
  siteVersion?: string;
  /** The signed-in user, where the endpoint needs one. */
  user?: SessionUser;
  /** What the event log keeps of the call. */
  call?: CurrentCall;
  /** Of the called endpoint: an export reads a list under the list's endpoint. */
  worksWithoutAccessLog?: boolean;
  /** The access log misses the call. */
  isAccessUnlogged?: boolean;
  apiKey?: ApiKeyUser;
  me?: Me | KeyMe;
  /** Parsed JSON, without the read-only fields of a record. */
  body?: unknown;
  /** Bytes of a body that is a file. */
  upload?: Buffer;
  form?: ReceivedForm;
  /** Request parts as the endpoint's schemas parsed them. */
  input?: Record<"params" | "query" | "body", unknown>;
  /** The body field by field, where the handler reports its errors. */
  fields?: ReadFields<unknown>;
  /** Transaction of an idempotent call. */
  trx?: Knex.Transaction;
}

/** Context of a routed request. */
export type RequestContext = RouterContext<RequestState>;

/** Middleware of a route. */
export type RouteMiddleware = (ctx: RequestContext, next: Next) => Promise<void>;

const wellFormedId = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Canonical spelling of an address: IPv4-mapped IPv6 as IPv4, without zone and port. Otherwise each spelling would have
 * its own limit. Other texts stay.
 */
export function plainAddress(text: string): string {
  if (isIP(text) === 4) return text;
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(text) ?? [];
  const [address = ""] = (bracketed ?? dotted ?? text).split("%", 1);
  if (isIP(address) !== 6) return address;
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(written) ?? [];
  if (high === undefined || low === undefined) return written;
  return [high, low]
    .flatMap((pair) => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 255])
    .join(".");
}

/** The unit of limits: IPv6 clients own a whole /64. @param address from `plainAddress` */
export function networkOf(address: string): string {
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
 * @param trustedProxies addresses, networks, or names that proxy-addr knows ("loopback")
 * @param consoleAddresses as `trustedProxies`; empty for everywhere
 * @param publicOrigin where it is https, every request counts as https
 */
export function requestContext(
  log: Logger,
  { trustedProxies, publicOrigin, consoleAddresses }: ProxySettings,
): Middleware<RequestState> {
  const isPublicSecure = publicOrigin?.startsWith("https://") ?? false;
  let hasWarned = false;
  const trusts = proxyAddr.compile([...trustedProxies]);
  const isListed = consoleAddresses.length > 0 ? proxyAddr.compile([...consoleAddresses]) : undefined;
  // Request lines contain nothing personal, and redaction took a tenth of a small call's time.
  const requests = log.child({}, { redact: [] });
  return async (ctx, next) => {
    const started = performance.now();
    const peerIsTrusted = trusts(ctx.req.socket.remoteAddress ?? "", 0);
    const forwarded = (name: string) => (peerIsTrusted ? firstOf(ctx.get(name)) : "");
    const given = ctx.get("X-Request-Id");
    ctx.state.requestId = wellFormedId.test(given) ? given : randomUUID();
    ctx.state.lang = languageOf(ctx.get("Accept-Language"));
    const address = plainAddress(proxyAddr(ctx.req, trusts));
    ctx.state.clientNetwork = networkOf(address);
    ctx.state.clientAddress = address;
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
    // Load balancers ask every few seconds.
    const isRoutine = ctx.state.route === "/readyz" && ctx.status === 200;
    requests[isRoutine ? "debug" : "info"](
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
