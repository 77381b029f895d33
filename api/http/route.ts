/** A route: an endpoint and the handler that answers it. `bind-route.ts` puts it behind the steps of its calls. */
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
  /** All that the site has set up, likewise. */
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
