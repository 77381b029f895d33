/** The reader of personal data, for the access log. */
import type { Reader } from "#api/auth/auth-context.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { accessAction } from "#contract/privacy/access-log.ts";
import type { Call } from "./route.ts";

type StaffCall = Pick<Call<Endpoint & { permission: "visits.see" }>, "deps" | "me" | "ctx">;

export const readerOf = (
  { deps, me, ctx }: StaffCall,
  endpoint: Pick<Endpoint, "method" | "path">,
): Reader => ({
  ...(me.key ? { id: null, key: me.key } : { id: me.id }),
  scope: me.scope,
  hosts: me.hosts,
  address: ctx.state.address,
  action: accessAction(endpoint),
  at: deps.clock(),
});
