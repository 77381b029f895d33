/** Who calls, as the rules about visits need to know it. */
import type { Scope } from "#api/permissions.ts";
import type { Actor } from "../features/visits/transitions.ts";

export interface Caller {
  readonly id: number;
  /** How far the call's permission reaches: a host's own visits, or all. */
  readonly scope: Scope;
}

/** Whose visits the caller reaches, for a query; undefined for everybody's. */
export const reachOf = ({ id, scope }: Caller): number | undefined => (scope === "own" ? id : undefined);

/** The caller as a visit's log keeps them. */
export const actorOf = ({ id }: Caller): Actor => ({ kind: "staff", id });
