/** Who makes a call, as rules and logs need to know it. */
import type { Scope } from "#api/permissions.ts";

/** A key that calls. */
export interface CallingKey {
  readonly id: number;
  /** Who made it and answers for it. */
  readonly createdBy: number;
}

/** A person or a key. */
export type Caller =
  | { readonly id: number; readonly key?: undefined }
  | { readonly id: null; readonly key: CallingKey };

export type AuthContext = Caller & {
  /** How far the call's permission reaches: a host's own visits, or all. */
  readonly scope: Scope;
  /** Whose visits are their own: theirs, and those of hosts whose deputy they are. */
  readonly hosts: readonly number[];
};

/** Who reads personal data, from where, by which call and when: what the access log keeps. */
export type Reader = AuthContext & {
  /** Where the call came from. */
  readonly address: string;
  /** The call's path pattern. */
  readonly action: string;
  readonly at: Date;
};

/** Who acts, as the log of a visit keeps it. */
export type Actor =
  | { readonly kind: "visitor" | "job"; readonly id: null }
  | { readonly kind: "key"; readonly id: number }
  | {
      readonly kind: "staff";
      readonly id: number;
      /** `own`: as the host, or as the host's deputy; left out where they act for themselves. */
      readonly scope?: Scope;
    };

export const visitor: Actor = { kind: "visitor", id: null };

/** The person who calls. @throws Error where it is none: such calls take no key (`person` of the endpoint) */
export function personOf({ id }: Pick<AuthContext, "id">): number {
  if (id === null) throw new Error("This needs a person, and a key calls.");
  return id;
}

/** The caller as a visit's log keeps them. */
export const actorOf = (caller: AuthContext): Actor =>
  caller.key ? { kind: "key", id: caller.key.id } : { kind: "staff", id: caller.id, scope: caller.scope };

/** The host for whom somebody acts on a visit as their deputy; null where they act for themselves. */
export const onBehalfOf = (actor: Actor, hostUserId: number): number | null =>
  actor.kind === "staff" && actor.scope === "own" && actor.id !== hostUserId ? hostUserId : null;

const onBehalfPrefix = "onBehalfOf:";

/** The host's id in the detail of a deputy's call. */
export const hostOfDetail = (detail: string): number | undefined =>
  detail.startsWith(onBehalfPrefix) ? Number(detail.slice(onBehalfPrefix.length)) : undefined;

/** The hosts whose visits the caller may reach, for a query; undefined where the caller reaches everybody's. */
export const reachOf = ({ hosts, scope }: AuthContext): readonly number[] | undefined =>
  scope === "own" ? hosts : undefined;
