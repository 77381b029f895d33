/** Declares an API endpoint: method, path, permission, request and response. */
import type * as z from "zod/mini";
import { isKeyPermission, type Permission } from "./permissions.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Names of limits; the server's settings hold their numbers (docs/behaviour.md, "Limits"). */
export type LimitName = "submit" | "lookup" | "hostSearch" | "signIn" | "signInStep";

/**
 * `subject` is the table of the record that `:id` in the path names; null where there is no such record. "none" is for
 * reads, visitors' calls, and writes without effects that others see.
 */
export type Recorded =
  | "none"
  | {
      readonly subject:
        | "visits"
        | "host_users"
        | "companies"
        | "user_codes"
        | "terms"
        | "privacy_policies"
        | "api_keys"
        | null;
    };

/** A file as the request body. */
export interface Upload {
  /** Accepted media types; the server detects the type from the content. */
  readonly media: readonly string[];
  readonly maxBytes: number;
}

/** Form data instead of JSON: text fields, then one file, which is streamed to disk. */
export interface FormUpload {
  /** Name of the file's part. It comes last, so that field errors are answered before the file is sent. */
  readonly file: string;
  /** Allowed values of the field `type`; each kind has a size limit in the server's settings. */
  readonly kinds: readonly ("image" | "video")[];
  /** The text fields, `type` among them. */
  readonly fields: z.ZodMiniType;
}

export interface Endpoint {
  readonly method: Method;
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly permission: Permission;
  /** What the event log keeps of a completed call. */
  readonly recorded: Recorded;
  /** The call needs a signed-in user; API keys are refused. */
  readonly person?: true;
  /** One sentence, for the OpenAPI document. */
  readonly summary: string;
  readonly limit?: LimitName;
  /** An address that calls often, or every caller, must solve a challenge first (see challenge.ts). */
  readonly challenge?: "frequentCallers" | "always";
  /**
   * The call takes an `Idempotency-Key` (docs/behaviour.md, "Idempotency keys"); its handler works in one
   * transaction.
   */
  readonly idempotent?: true;
  /** The console calls it by itself, so it does not keep a session alive. */
  readonly background?: true;
  /**
   * People's safety depends on it: it is also answered while the access log cannot be written, with `untraced` in the
   * response, and the server's log keeps who read what.
   */
  readonly worksWithoutAccessLog?: true;
  /** Media type of the response, where it is not JSON. */
  readonly media?: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Maximum size of the body, for example "2mb"; "256kb" by default. */
  readonly bodyLimit?: string;
  /** For a body that is a file: the accepted files. The handler gets the bytes as `upload`. */
  readonly upload?: Upload;
  /** For calls that also take form data with a file. The handler then gets `form` instead of `body`. */
  readonly form?: FormUpload;
  readonly response: z.ZodMiniType;
}

type Part<T, Side extends "input" | "output"> = T extends z.ZodMiniType
  ? Side extends "input"
    ? z.input<T>
    : z.output<T>
  : undefined;

/** What a caller passes. */
export interface EndpointInput<E extends Endpoint> {
  readonly params: Part<E["params"], "input">;
  readonly query: Part<E["query"], "input">;
  readonly body: Part<E["body"], "input">;
}

/** What a handler receives, parsed. */
export interface EndpointRequest<E extends Endpoint> {
  readonly params: Part<E["params"], "output">;
  readonly query: Part<E["query"], "output">;
  readonly body: Part<E["body"], "output">;
}

export type EndpointResponse<E extends Endpoint> = z.output<E["response"]>;

/** Whether API keys with the permission may make the call. */
export const takesKey = ({ permission, person }: Pick<Endpoint, "permission" | "person">): boolean =>
  isKeyPermission(permission) && !person;

/** Declares an endpoint with its exact types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;
