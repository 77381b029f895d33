/** The reader of personal data, for the access log. */
import type { Reader } from "#api/auth/auth-context.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { accessAction } from "#contract/privacy/access-log.ts";
import type { Call } from "./route.ts";

type StaffCall = Pick<Call<Endpoint & { permission: "visits.see" }>, "deps" | "me" | "ctx">;

export const readerOf = (
  { deps, me, ctx: { state } }: StaffCall,
  endpoint: Pick<Endpoint, "method" | "path">,
): Reader => ({
  ...(me.key ? { id: null, key: me.key } : { id: me.id }),
  scope: me.scope,
  hosts: me.hosts,
  address: state.clientNetwork,
  action: accessAction(endpoint),
  at: deps.clock(),
  ...(state.worksWithoutAccessLog && {
    onUnlogged(visitIds) {
      state.isAccessUnlogged = true;
      const { requestId, route } = state;
      const by = { hostUserId: me.id, apiKeyId: me.key?.id };
      deps.log.error({ requestId, route, ...by, visitIds }, "access could not be logged");
    },
  }),
});
