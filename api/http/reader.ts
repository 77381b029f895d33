/** Who reads what concerns people, as the access log keeps it (decisions, "Privacy"). */
import type { Reader } from "#api/features/visits/read.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Call } from "./bind-route.ts";

type StaffCall = Pick<Call<Endpoint & { permission: "visits.see" }>, "deps" | "me" | "ctx">;

export const readerOf = ({ deps, me, ctx }: StaffCall, { path }: Pick<Endpoint, "path">): Reader => ({
  id: me.id,
  scope: me.scope,
  address: ctx.state.address,
  what: path,
  at: deps.clock(),
});
