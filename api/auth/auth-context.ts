/** The caller, as rules and logs need it. */
import type { Scope } from "#api/permissions.ts";

/** The API key that calls. */
export interface CallingKey {
  readonly id: number;
  /** The user who made the key and is responsible for it. */
  readonly createdBy: number;
}

/** A user or an API key. */
export type Caller =
  | { readonly id: number; readonly key?: undefined }
  | { readonly id: null; readonly key: CallingKey };

export type AuthContext = Caller & {
  /** Reach of the call's permission: a host's own visits, or all. */
  readonly scope: Scope;
  /** Hosts whose visits are the caller's own: the user, and hosts whose deputy they are. */
  readonly hosts: readonly number[];
};

/** A caller who reads personal data, as the access log keeps it. */
export type Reader = AuthContext & {
  /** The client's address. */
  readonly address: string;
  /** The call's path pattern. */
  readonly action: string;
  readonly at: Date;
  /** Called instead of refusing where the access cannot be logged. */
  readonly onUnlogged?: ((visitIds: readonly number[]) => void) | undefined;
};

/** Actor in the log of a visit. */
export type Actor =
  | { readonly kind: "visitor" | "job"; readonly id: null }
  | { readonly kind: "key"; readonly id: number }
  | {
      readonly kind: "staff";
      readonly id: number;
      /** `own`: as the host, or as a deputy; absent where the action is never a deputy's. */
      readonly scope?: Scope;
    };

export const visitor: Actor = { kind: "visitor", id: null };

/** The calling user. @throws Error for an API key: such endpoints have `person` */
export function personOf({ id }: Pick<AuthContext, "id">): number {
  if (id === null) throw new Error("This needs a person, and a key calls.");
  return id;
}

/** The caller as actor in the log of a visit. */
export const actorOf = (caller: AuthContext): Actor =>
  caller.key ? { kind: "key", id: caller.key.id } : { kind: "staff", id: caller.id, scope: caller.scope };

/** The host for a deputy's action on a visit; null for all other actors. */
export const onBehalfOf = (actor: Actor, hostUserId: number): number | null =>
  actor.kind === "staff" && actor.scope === "own" && actor.id !== hostUserId ? hostUserId : null;

const onBehalfPrefix = "onBehalfOf:";

/** The host's id in the detail of a deputy's call. */
export const hostOfDetail = (detail: string): number | undefined =>
  detail.startsWith(onBehalfPrefix) ? Number(detail.slice(onBehalfPrefix.length)) : undefined;

/** The hosts whose visits the caller may access, for a query; undefined for all hosts. */
export const reachOf = ({ hosts, scope }: AuthContext): readonly number[] | undefined =>
  scope === "own" ? hosts : undefined;
