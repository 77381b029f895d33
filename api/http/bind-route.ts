/** Joins endpoints and handlers, and puts them on the router. */

import type { Knex } from "knex";
import type * as z from "zod/mini";
import type { Deps } from "#api/deps.ts";
import type {
  Endpoint,
  EndpointRequest,
  EndpointResponse,
  FormUpload,
  Method,
  Upload,
} from "#contract/endpoint.ts";
import type { KeyPermission } from "#contract/permissions.ts";
import { asPublic } from "#db/connections/places.ts";
import { keyOf, requireKey } from "./api-key.ts";
import type { ReceivedForm } from "./bodies/form-upload.ts";
import { readBody } from "./body.ts";
import { requireSolution } from "./challenge.ts";
import { isConsoleCall, requireConsoleAddress } from "./console-address.ts";
import { doOnce } from "./idempotency.ts";
import { type FieldsSchema, readInput } from "./input.ts";
import type { Language } from "./language.ts";
import { countCall } from "./limit.ts";
import { maskAnswer } from "./mask-answer.ts";
import { requireOwnOrigin } from "./origin.ts";
import { requirePermission } from "./permission.ts";
import type { ReadFields } from "./read-fields.ts";
import { recordCall } from "./record-call.ts";
import type { KeyMe, Me, RequestContext, RequestState, RouteMiddleware } from "./request-context.ts";
import type { Routers } from "./routers.ts";
import { requireSession } from "./session.ts";
import { provideConfiguration } from "./site-configuration.ts";

/** Who makes a call: a person, or a key too where the call takes one. */
type MeOf<E extends Endpoint> = E extends { readonly person: true }
  ? Me
  : E["permission"] extends KeyPermission
    ? Me | KeyMe
    : Me;

/** What a handler gets beside its parsed input. */
export interface Call<E extends Endpoint = Endpoint> extends EndpointRequest<E> {
  /** Who is signed in; on a public call nobody is asked. */
  readonly me: E["permission"] extends "public" ? undefined : MeOf<E>;
  readonly lang: Language;
  readonly deps: Deps;
  /** For answers that are no JSON. */
  readonly ctx: RequestContext;
  /** The site's configuration, read once a request; inside a transaction, hand it in. */
  readonly configuration: RequestState["configuration"];
  /** What is kept of the site in this process, likewise. */
  readonly site: RequestState["site"];
  /** Bytes of a body that is a file by itself. */
  readonly upload: E["upload"] extends Upload ? Buffer : undefined;
  /** Form data, where the call takes it and it came as such: then there is no `body`. The file goes unless it is kept. */
  readonly form: E["form"] extends FormUpload
    ? ReceivedForm<z.output<E["form"]["fields"]>> | undefined
    : undefined;
  /** The transaction of an idempotent call: all its work belongs in it. */
  readonly trx: E["idempotent"] extends true ? Knex.Transaction : undefined;
}

/** A call whose body comes field by field. */
export interface FieldsCall<E extends Endpoint, S extends z.ZodMiniObject> extends Omit<Call<E>, "body"> {
  readonly fields: ReadFields<z.output<S>>;
}

/** Where an endpoint answers nothing, its handler need not return. */
type Answered<E extends Endpoint> =
  // biome-ignore lint/suspicious/noConfusingVoidType: it stands for a handler that returns nothing
  undefined extends EndpointResponse<E> ? EndpointResponse<E> | void : EndpointResponse<E>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (call: Call & { readonly fields: RequestState["fields"] }) => Promise<unknown>;
  /** Where given, the handler gets the body field by field, read by this. */
  readonly fields?: FieldsSchema;
  /** What is done before the transaction of an idempotent call begins: what it writes stays when the call is refused. */
  readonly before?: ((call: Call & { readonly fields: RequestState["fields"] }) => Promise<void>) | undefined;
  /** What is done before a kept answer goes out once more. */
  readonly onRepeat?: ((call: Call, answer: unknown) => Promise<void>) | undefined;
}

/** Joins an endpoint and its handler, keeping their types. */
export const route = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answered<E>>,
): Route => ({ endpoint, handler: handler as Route["handler"] });

/**
 * As `route`, for a handler that reports a body's bad fields together with what its own rules find.
 * @param fields schema of the body
 * @param more for an idempotent call: what is done before its transaction begins, and before a kept answer goes out
 *   once more
 */
export const routeByFields = <E extends Endpoint, S extends z.ZodMiniObject>(
  endpoint: E,
  fields: FieldsSchema<S>,
  handler: (call: FieldsCall<E, S>) => Promise<Answered<E>>,
  more: {
    readonly before?: (call: FieldsCall<E, S>) => Promise<void>;
    readonly onRepeat?: (call: FieldsCall<E, S>, answer: EndpointResponse<E>) => Promise<void>;
  } = {},
): Route => ({
  endpoint,
  fields,
  handler: handler as unknown as Route["handler"],
  before: more.before as unknown as Route["before"],
  onRepeat: more.onRepeat as unknown as Route["onRepeat"],
});

const writes = new Set<Method>(["POST", "PUT", "DELETE"]);

/** Names the call in the log, and keeps its answer out of caches. */
const nameRoute =
  ({ path }: Endpoint): RouteMiddleware =>
  async (ctx, next) => {
    ctx.state.route = path;
    ctx.set("Cache-Control", "no-store");
    await next();
  };

/** Lets the call have the connections that are kept for the public site. */
const asPublicCall: RouteMiddleware = (_ctx, next) => asPublic(next);

/** What a handler works with, of the request as it was read. */
function callOf(ctx: RequestContext, deps: Deps) {
  const { input, me, lang, site, configuration, upload, form, trx, fields } = ctx.state;
  const call = { ...input, me, lang, deps, ctx, site, configuration, upload, form, trx, fields };
  return call as Parameters<Route["handler"]>[0];
}

/** Answers with what the handler returns; 204 where that is nothing. */
const answer =
  ({ endpoint, handler }: Route, deps: Deps): RouteMiddleware =>
  async (ctx) => {
    const shown = await handler(callOf(ctx, deps));
    const answered = ctx.state.key ? maskAnswer(endpoint, shown) : shown;
    if (answered === undefined) ctx.status = 204;
    else ctx.body = answered;
  };

const step =
  (work: NonNullable<Route["before"]>, deps: Deps): RouteMiddleware =>
  async (ctx, next) => {
    await work(callOf(ctx, deps));
    await next();
  };

/** Lets through whoever is signed in and holds the permission, and a key that has it. */
const admit = (
  endpoint: Endpoint & { readonly permission: Exclude<Endpoint["permission"], "public"> },
  deps: Deps,
): RouteMiddleware => {
  const [session, permission] = [requireSession(endpoint, deps), requirePermission(endpoint.permission)];
  const key = requireKey(endpoint, deps);
  return (ctx, next) =>
    keyOf(ctx) === undefined ? session(ctx, () => permission(ctx, next)) : key(ctx, next);
};

/**
 * Reads the body of who was admitted. Who sends it may take a minute, and half an hour for a file: where it was not all there
 * when they were admitted they are once more when it is, so that no session and no role outlives its end by that.
 */
function readAdmitted(endpoint: Endpoint, deps: Deps, admitted: RouteMiddleware): RouteMiddleware {
  const read = readBody(endpoint, deps);
  return (ctx, next) => {
    const isAwaited = !ctx.req.complete;
    return read(ctx, () => (isAwaited ? admitted(ctx, next) : next()));
  };
}

/**
 * Writes come from our own pages, or with a key: no page of another site can send one along, and with a key no cookie counts.
 */
function requireOwnPages(endpoint: Endpoint, { settings }: Deps): RouteMiddleware {
  const ownOrigin = requireOwnOrigin(settings.publicOrigin);
  if (endpoint.permission === "public") return ownOrigin;
  return (ctx, next) => (keyOf(ctx) === undefined ? ownOrigin(ctx, next) : next());
}

/** The steps of a call, in their order. */
function stepsOf(bound: Route, deps: Deps): RouteMiddleware[] {
  const { endpoint, fields, before, onRepeat } = bound;
  const { permission, limit, isChallenged } = endpoint;
  const isWrite = writes.has(endpoint.method);
  const admitted = permission === "public" ? undefined : admit({ ...endpoint, permission }, deps);
  return [
    nameRoute(endpoint),
    ...(isConsoleCall(endpoint) ? [requireConsoleAddress] : [asPublicCall]),
    provideConfiguration(deps.db),
    ...(isWrite ? [requireOwnPages(endpoint, deps)] : []),
    ...(limit ? [countCall(limit, deps)] : []),
    ...(isChallenged ? [requireSolution(deps)] : []),
    ...(isConsoleCall(endpoint) ? [recordCall(endpoint, deps)] : []),
    ...(admitted ? [admitted] : []),
    ...(isWrite ? [admitted ? readAdmitted(endpoint, deps, admitted) : readBody(endpoint, deps)] : []),
    readInput(endpoint, fields),
    ...(before ? [step(before, deps)] : []),
    ...(endpoint.idempotent
      ? [doOnce(endpoint, deps, async (ctx, kept) => onRepeat?.(callOf(ctx, deps), kept))]
      : []),
    answer(bound, deps),
  ];
}

/** Puts a route on its router. */
export function bindRoute(routers: Routers, bound: Route, deps: Deps): void {
  const { method, path, permission } = bound.endpoint;
  if (!permission) throw new Error(`${method} ${path} names no permission`);
  // The router takes a path with and without its last slash where it is declared without.
  routers.of(path).register(path.replace(/\/$/, ""), [method], stepsOf(bound, deps));
}
