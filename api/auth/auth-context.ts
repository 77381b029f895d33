/** Who makes a call, as rules and logs need to know it. */
import type { Scope } from "#api/permissions.ts";

export interface AuthContext {
  readonly id: number;
  /** How far the call's permission reaches: a host's own visits, or all. */
  readonly scope: Scope;
}

/** Who reads personal data, from where, by which call and when: what the access log keeps. */
export interface Reader extends AuthContext {
  /** Where the call came from. */
  readonly address: string;
  /** The call's path pattern. */
  readonly action: string;
  readonly at: Date;
}

/** Who acts, as the log of a visit keeps it. */
export type Actor =
  | { readonly kind: "visitor" | "job"; readonly id: null }
  | { readonly kind: "staff"; readonly id: number };

export const visitor: Actor = { kind: "visitor", id: null };

/** The caller as a visit's log keeps them. */
export const actorOf = ({ id }: AuthContext): Actor => ({ kind: "staff", id });

/** The host whose visits the caller may reach, for a query; undefined where the caller reaches everybody's. */
export const reachOf = ({ id, scope }: AuthContext): number | undefined => (scope === "own" ? id : undefined);
