/** Registers routes with the middleware that their endpoints need. */
import type Router from "@koa/router";
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { readSiteSettings, type SiteSettings } from "#api/site-settings.ts";
import type { Endpoint, Method } from "#contract/endpoint.ts";
import { admit, readAdmitted, requireOwnOriginOrKey } from "./admission.ts";
import { readBody } from "./body.ts";
import { runOnce } from "./idempotency.ts";
import { readInput } from "./input.ts";
import { countCall, requireSolution } from "./limit.ts";
import { maskAnswer } from "./mask-answer.ts";
import { isConsoleCall, requireConsoleAddress } from "./origin.ts";
import { recordCall } from "./record-call.ts";
import type { RequestContext, RequestState, RouteMiddleware } from "./request-context.ts";
import type { Route } from "./route.ts";

const writes = new Set<Method>(["POST", "PUT", "DELETE"]);

/** Names the call in the log, and forbids caching of its answer. */
const nameRoute =
  ({ path }: Endpoint): RouteMiddleware =>
  (ctx, next) => {
    ctx.state.route = path;
    ctx.set("Cache-Control", "no-store");
    return next();
  };

/**
 * Sets `state.siteSettings` and `state.configuration`, which read lazily. Inside a transaction pass it, or the request would
 * wait for a second connection while it holds one.
 */
export const provideConfiguration =
  (db: Knex): RouteMiddleware =>
  (ctx, next) => {
    let settings: Promise<SiteSettings> | undefined;
    ctx.state.siteSettings = (connection = db) => {
      settings ??= readSiteSettings(connection, ctx.state.siteVersion);
      return settings;
    };
    ctx.state.configuration = async (connection) => (await ctx.state.siteSettings(connection)).configuration;
    return next();
  };

/** The handler's view of the request: its state, and its parts as the endpoint's schemas parsed them. */
function callOf(ctx: RequestContext, deps: Deps) {
  const call = { ...ctx.state, ...ctx.state.input, deps, ctx };
  return call as unknown as Parameters<Route["handler"]>[0];
}

/** Answers with the handler's result; 204 where it returns nothing. */
const answer =
  ({ endpoint, handler, onRepeat }: Route, deps: Deps): RouteMiddleware =>
  async (ctx) => {
    ctx.state.worksWithoutAccessLog = endpoint.worksWithoutAccessLog ?? false;
    const work = async () => {
      const shown = await handler(callOf(ctx, deps));
      return ctx.state.apiKey ? maskAnswer(endpoint, shown) : shown;
    };
    const answered = endpoint.idempotent
      ? await runOnce(ctx, endpoint, deps, {
          work,
          onRepeat: async (kept) => onRepeat?.(callOf(ctx, deps), kept),
        })
      : await work();
    if (answered === undefined) ctx.status = 204;
    else ctx.body = ctx.state.isAccessUnlogged ? { ...(answered as object), untraced: true } : answered;
  };

const step =
  (work: NonNullable<Route["before"]>, deps: Deps): RouteMiddleware =>
  async (ctx, next) => {
    await work(callOf(ctx, deps));
    await next();
  };

/** The middleware of a call, in order. */
function stepsOf(bound: Route, deps: Deps): RouteMiddleware[] {
  const { endpoint, fields, before } = bound;
  const { permission, limit, challenge } = endpoint;
  const isWrite = writes.has(endpoint.method);
  const admitted = permission === "public" ? undefined : admit({ ...endpoint, permission }, deps);
  return [
    nameRoute(endpoint),
    ...(isConsoleCall(endpoint) ? [requireConsoleAddress] : []),
    provideConfiguration(deps.db),
    ...(isWrite ? [requireOwnOriginOrKey(endpoint, deps)] : []),
    ...(limit ? [countCall(limit, deps)] : []),
    ...(challenge ? [requireSolution(deps, challenge === "always" ? 0 : undefined)] : []),
    ...(isConsoleCall(endpoint) ? [recordCall(endpoint, deps)] : []),
    ...(admitted ? [admitted] : []),
    ...(isWrite ? [admitted ? readAdmitted(endpoint, deps, admitted) : readBody(endpoint, deps)] : []),
    readInput(endpoint, fields),
    ...(before ? [step(before, deps)] : []),
    answer(bound, deps),
  ];
}

/** Puts a route on the router. */
export function bindRoute(router: Router<RequestState>, bound: Route, deps: Deps): void {
  const { method, path, permission, recorded } = bound.endpoint;
  if (!permission || !recorded)
    throw new Error(`${method} ${path} names no permission, or does not say what is recorded`);
  // The router matches with and without a trailing slash where the path has none.
  const callDeps = isConsoleCall(bound.endpoint) ? deps : { ...deps, db: deps.publicDb };
  router.register(path.replace(/\/$/, ""), [method], stepsOf(bound, callDeps));
}
