/** Requests for erasure. */

import { addRequest, decideRequest, readRequests } from "#api/domain/erasure-requests.ts";
import { requireSame } from "#api/domain/visit-work.ts";
import { type Call, route } from "#api/http/bind-route.ts";
import { presentErasureRequest } from "#api/presenters/erasure-request.ts";
import { addErasureRequest, decideErasureRequest, getErasureRequests } from "#contract/erasure-requests.ts";
import { deepest } from "#contract/lists.ts";

type StaffCall = Pick<Call<typeof getErasureRequests>, "deps" | "me" | "ctx">;

const readerOf = ({ deps, me, ctx }: StaffCall, { path }: { readonly path: string }) => ({
  id: me.id,
  scope: me.scope,
  address: ctx.state.address,
  what: path,
  at: deps.clock(),
});

export const erasureRequestRoutes = [
  route(getErasureRequests, async (call) => {
    const { deps, lang, query } = call;
    const { rows, total, timezone } = await readRequests(deps, readerOf(call, getErasureRequests), query);
    return {
      rows: rows.map((row) => presentErasureRequest(row, { lang, timezone, now: deps.clock() })),
      total: Math.min(total, deepest),
      totalCapped: total > deepest,
    };
  }),

  route(addErasureRequest, async (call) => {
    const { deps, lang, body } = call;
    const { timezone, ...row } = await addRequest(deps, readerOf(call, addErasureRequest), body);
    return presentErasureRequest(row, { lang, timezone, now: deps.clock() });
  }),

  route(decideErasureRequest, async ({ deps, me, lang, params: { id }, body }) => {
    requireSame("id", body.id, id);
    const { timezone, ...row } = await decideRequest(deps, me.id, id, body);
    return presentErasureRequest(row, { lang, timezone, now: deps.clock() });
  }),
];
