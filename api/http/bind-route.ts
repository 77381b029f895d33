/** The way of one request: origin → limit → session → permission → parse → handler. */

import type Router from "@koa/router";
import type * as z from "zod/mini";
import { isSessionIdle, readSession, type SessionUser } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { forbidden, invalid, sessionIdle, unauthorized } from "#api/errors.ts";
import { type Scope, scopeOf } from "#api/permissions.ts";
import type { Endpoint, EndpointRequest, EndpointResponse, FormUpload, Method } from "#contract/endpoint.ts";
import { type FieldErrors, fieldErrors } from "#contract/errors.ts";
import { type ReceivedForm, receiveForm } from "./form-upload.ts";
import { jsonBody } from "./json-body.ts";
import type { Language } from "./language.ts";
import { requireOwnOrigin } from "./origin.ts";
import type { RequestContext, RequestState } from "./request-context.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { uploadBody } from "./upload-body.ts";

/** Who calls, and how far the permission of the call reaches for them. */
export interface Me extends SessionUser {
  readonly scope: Scope;
}

/** What a handler gets beside its parsed input. */
export interface Call<E extends Endpoint = Endpoint> extends EndpointRequest<E> {
  /** Who is signed in; on a public call nobody is asked. */
  readonly me: E["permission"] extends "public" ? undefined : Me;
  readonly lang: Language;
  readonly deps: Deps;
  /** For answers that are no JSON. */
  readonly ctx: RequestContext;
  /** The body as it came, less the read-only fields of a record that was read; an upload's bytes. */
  readonly rawBody: unknown;
  /** Form data, where the call takes it and it came as such: then there is no `body`. The file goes unless it is kept. */
  readonly form: E["form"] extends FormUpload
    ? ReceivedForm<z.output<E["form"]["fields"]>> | undefined
    : undefined;
  /** `Idempotency-Key`, where the endpoint takes one and the caller gave one. */
  readonly idempotencyKey: string | undefined;
}

/** Where an endpoint answers nothing, its handler need not return. */
type Answered<E extends Endpoint> =
  // biome-ignore lint/suspicious/noConfusingVoidType: it stands for a handler that returns nothing
  undefined extends EndpointResponse<E> ? EndpointResponse<E> | void : EndpointResponse<E>;

export interface Route<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly handler: (call: Call<E>) => Promise<Answered<E>>;
  /** The handler reads `rawBody` itself, because what is asked for depends on the configuration. */
  readonly readsBodyItself: boolean;
}

/** Joins an endpoint and its handler, keeping their types. */
export function route<E extends Endpoint>(
  endpoint: E,
  handler: Route<E>["handler"],
  { readsBodyItself = false } = {},
): Route {
  return { endpoint, handler, readsBodyItself } as unknown as Route;
}

const writes = new Set<Method>(["POST", "PUT", "DELETE"]);

/** Sent back by clients that edit what they read; never written (decisions, "Wire"). */
const readOnly = ["days", "errors", "createdAt", "updatedAt"];

function withoutReadOnly(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => !readOnly.includes(key)));
}

/** Parses every part and reports what is wrong in all of them at once. */
function parse(endpoint: Endpoint, parts: Record<"params" | "query" | "body", unknown>) {
  const errors: FieldErrors = Object.create(null);
  const read = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) return result.data;
    Object.assign(errors, { ...fieldErrors(result.error.issues), ...errors });
    return undefined;
  };
  const parsed = {
    params: read(endpoint.params, parts.params),
    query: read(endpoint.query, parts.query),
    body: read(endpoint.body, parts.body),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return parsed;
}

/** A console marks what it reads by itself, so that only what a person does keeps a session awake. */
const isPersonDoing = (ctx: RequestContext): boolean => ctx.get("X-Background") === "";

/**
 * @returns who calls; undefined on a public call
 * @throws HttpError 401 without a session, 403 where the role does not hold the permission
 */
async function identify(
  ctx: RequestContext,
  { permission, background }: Endpoint,
  deps: Deps,
): Promise<Me | undefined> {
  if (permission === "public") return undefined;
  const token = readSessionCookie(ctx);
  const isPerson = !background && isPersonDoing(ctx);
  const user = token && (await readSession(deps.db, token, { now: deps.clock(), isPerson }));
  if (!user) {
    throw token && (await isSessionIdle(deps.db, token, deps.clock())) ? sessionIdle() : unauthorized();
  }
  const scope = scopeOf(permission, user.role);
  if (!scope) throw forbidden();
  return { ...user, scope };
}

const idempotencyKeyShape = /^[\x21-\x7e]{8,200}$/;

function idempotencyKeyOf(endpoint: Endpoint, header: string): string | undefined {
  if (!endpoint.idempotent || header === "") return undefined;
  if (!idempotencyKeyShape.test(header)) throw invalid({ _: "invalid" });
  return header;
}

const bodyOf = async (ctx: RequestContext, { upload, bodyLimit }: Endpoint): Promise<unknown> =>
  upload ? uploadBody(ctx, upload) : withoutReadOnly(await jsonBody(ctx, bodyLimit));

async function serve(
  ctx: RequestContext,
  { endpoint, handler, readsBodyItself }: Route,
  deps: Deps,
): Promise<void> {
  ctx.state.route = endpoint.path;
  ctx.set("Cache-Control", "no-store");
  const isWrite = writes.has(endpoint.method);
  if (isWrite) requireOwnOrigin(ctx.get("Origin"), ctx.state, deps.settings.publicOrigin);
  if (endpoint.limit) await deps.limits.count(endpoint.limit, ctx.state.address);
  const me = await identify(ctx, endpoint, deps);
  const isForm = endpoint.form !== undefined && ctx.is("multipart/form-data") !== false;
  const form = isForm && endpoint.form ? await receiveForm(ctx, endpoint.form, deps) : undefined;
  try {
    const rawBody = isWrite && !form ? await bodyOf(ctx, endpoint) : undefined;
    const parsed = parse(readsBodyItself || form ? { ...endpoint, body: undefined } : endpoint, {
      params: ctx.params,
      query: { ...ctx.query },
      body: rawBody,
    });
    const answer = await handler({
      ...(parsed as EndpointRequest<Endpoint>),
      me: me as Call["me"],
      lang: ctx.state.lang,
      deps,
      ctx,
      rawBody,
      form: form as Call["form"],
      idempotencyKey: idempotencyKeyOf(endpoint, ctx.get("Idempotency-Key")),
    });
    if (answer === undefined) ctx.status = 204;
    else ctx.body = answer;
  } finally {
    await form?.file.discard();
  }
}

/** Puts a route on the router. */
export function bindRoute(router: Router<RequestState>, bound: Route, deps: Deps): void {
  const { method, path, permission } = bound.endpoint;
  if (!permission) throw new Error(`${method} ${path} names no permission`);
  // The router takes a path with and without its last slash where it is declared without.
  router.register(path.replace(/\/$/, ""), [method], (ctx) => serve(ctx as RequestContext, bound, deps));
}
