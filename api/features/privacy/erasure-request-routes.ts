/** Requests for erasure. */

import { presentErasureRequest } from "#api/features/privacy/erasure-request-presenter.ts";
import { addRequest, decideRequest, readRequests } from "#api/features/privacy/erasure-requests.ts";
import { route } from "#api/http/bind-route.ts";
import { presentPage } from "#api/http/present-page.ts";
import { requireSame } from "#api/http/read-fields.ts";
import { readerOf } from "#api/http/reader.ts";
import { addErasureRequest, decideErasureRequest, getErasureRequests } from "#contract/erasure-requests.ts";

export const erasureRequestRoutes = [
  route(getErasureRequests, async (call) => {
    const { deps, lang, query } = call;
    const { timezone, ...found } = await readRequests(deps, readerOf(call, getErasureRequests), query);
    return presentPage(found, (row) => presentErasureRequest(row, { lang, timezone, now: deps.clock() }));
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
