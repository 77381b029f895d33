/** A route: an endpoint and its handler. `bind-route.ts` registers it with its middleware. */
import type { Knex } from "knex";
import type * as z from "zod/mini";
import type { Deps } from "#api/deps.ts";
import type { Endpoint, EndpointRequest, EndpointResponse, FormUpload, Upload } from "#contract/endpoint.ts";
import type { KeyPermission } from "#contract/permissions.ts";
import type { ReceivedForm } from "./bodies/form-upload.ts";
import type { FieldsSchema } from "./input.ts";
import type { Language } from "./language.ts";
import type { ReadFields } from "./read-fields.ts";
import type { KeyMe, Me, RequestContext, RequestState } from "./request-context.ts";

/** The caller: a user, or an API key where the endpoint accepts one. */
type MeOf<E extends Endpoint> = E extends { readonly person: true }
  ? Me
  : E["permission"] extends KeyPermission
    ? Me | KeyMe
    : Me;

/** Argument of a handler: parsed input and dependencies. */
export interface Call<E extends Endpoint = Endpoint> extends EndpointRequest<E> {
  /** The caller; undefined on public endpoints. */
  readonly me: E["permission"] extends "public" ? undefined : MeOf<E>;
  readonly lang: Language;
  readonly deps: Deps;
  /** For responses that are not JSON. */
  readonly ctx: RequestContext;
  /** The site's configuration, read once per request; inside a transaction pass it. */
  readonly configuration: RequestState["configuration"];
  /** The site's settings, read once per request; inside a transaction pass it. */
  readonly siteSettings: RequestState["siteSettings"];
  /** Bytes of a body that is a file. */
  readonly upload: E["upload"] extends Upload ? Buffer : undefined;
  /** Form data, where it was sent instead of `body`. The file is removed unless it is kept. */
  readonly form: E["form"] extends FormUpload
    ? ReceivedForm<z.output<E["form"]["fields"]>> | undefined
    : undefined;
  /** Transaction of an idempotent call; all its work belongs in it. */
  readonly trx: E["idempotent"] extends true ? Knex.Transaction : undefined;
}

/** A call whose body is parsed field by field. */
export interface FieldsCall<E extends Endpoint, S extends z.ZodMiniObject> extends Omit<Call<E>, "body"> {
  readonly fields: ReadFields<z.output<S>>;
}

/** An endpoint without a response lets its handler return nothing. */
type Answered<E extends Endpoint> =
  // biome-ignore lint/suspicious/noConfusingVoidType: the return type of a handler that returns nothing
  undefined extends EndpointResponse<E> ? EndpointResponse<E> | void : EndpointResponse<E>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (call: Call & { readonly fields: RequestState["fields"] }) => Promise<unknown>;
  /** Schema for parsing the body field by field. */
  readonly fields?: FieldsSchema;
  /**
   * Runs before the transaction of an idempotent call; its writes remain when the call is refused. Adds to the errors of
   * `fields` instead of refusing, so that a stored response is still replayed.
   */
  readonly before?: ((call: Call & { readonly fields: RequestState["fields"] }) => Promise<void>) | undefined;
  /** Runs before a stored idempotent response is replayed. */
  readonly onRepeat?: ((call: Call, answer: unknown) => Promise<void>) | undefined;
}

/** Joins an endpoint and its handler, keeping their types. */
export const route = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answered<E>>,
): Route => ({ endpoint, handler: handler as Route["handler"] });

/**
 * As `route`, for a handler that reports invalid fields together with the errors of its own rules.
 * @param fields schema of the body
 * @param more for an idempotent call: hooks before its transaction, and before a stored response is replayed
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
