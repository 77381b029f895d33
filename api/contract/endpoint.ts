/** One call of the API: what it is called, who may call it, what goes in and what comes out. */
import type * as z from "zod/mini";
import { isKeyPermission, type Permission } from "./permissions.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Limits by name; their numbers are settings of the server (docs/behaviour.md, "Limits"). */
export type LimitName = "submit" | "lookup" | "hostSearch" | "signIn" | "signInStep";

/**
 * `subject` is the table of the record that `:id` in the path names; null where there is no such record. "none" is for
 * reads, calls of visitors, and writes that leave nothing behind that others see.
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

/** A file as a body. */
export interface Upload {
  /** Media types; what the file really is shows its content. */
  readonly media: readonly string[];
  /** Most bytes. */
  readonly maxBytes: number;
}

/** Form data that a call takes in place of JSON: fields, and behind them one file, streamed to disk. */
export interface FormUpload {
  /** Name of the part that is the file. It comes last, so that what is wrong before it is said before it is sent. */
  readonly file: string;
  /** What the file may be, as the field `type` says; each has a limit among the server's settings. */
  readonly kinds: readonly ("image" | "video")[];
  /** The fields, each of them text; `type` is one of them. */
  readonly fields: z.ZodMiniType;
}

export interface Endpoint {
  readonly method: Method;
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly permission: Permission;
  /** What the log of events keeps of the call once it is done. */
  readonly recorded: Recorded;
  /** True where the call needs somebody who is signed in: no API key makes it, whatever it may do. */
  readonly person?: true;
  /** One sentence, for the OpenAPI document. */
  readonly summary: string;
  readonly limit?: LimitName;
  /** True where an address that calls often has its browser solve a challenge first (see challenge.ts). */
  readonly isChallenged?: true;
  /**
   * True where the call takes an `Idempotency-Key` (docs/behaviour.md, "Idempotency keys"): its handler works in one
   * transaction.
   */
  readonly idempotent?: true;
  /** True where a console calls by itself: it never keeps a session awake. */
  readonly background?: true;
  /** Media type of the answer, where that is not JSON made of `response`. */
  readonly media?: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Largest body in words of bytes ("2mb"); "256kb" unless said. */
  readonly bodyLimit?: string;
  /** Where the body is a file by itself: what it may be. The handler gets its bytes as `upload`. */
  readonly upload?: Upload;
  /** Where the call also takes form data with a file. The handler gets it as `form`, and then no `body`. */
  readonly form?: FormUpload;
  readonly response: z.ZodMiniType;
}

type Part<T, Side extends "input" | "output"> = T extends z.ZodMiniType
  ? Side extends "input"
    ? z.input<T>
    : z.output<T>
  : undefined;

/** What a caller hands in. */
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

/** Whether an API key makes the call, where it has the permission. */
export const takesKey = ({ permission, person }: Pick<Endpoint, "permission" | "person">): boolean =>
  isKeyPermission(permission) && !person;

/** Declares a call, keeping its exact types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;
