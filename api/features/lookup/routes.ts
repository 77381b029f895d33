/** A visitor's own calls. */

import { route } from "#api/http/bind-route.ts";
import { bodyHashes, once } from "#api/http/idempotency.ts";
import {
  applyForVisit,
  cancelRequest,
  type Outcome,
  requestLookupCode,
  searchRequests,
} from "#contract/requests.ts";
import { apply } from "../visits/apply.ts";
import { askForCode, cancelOwn, lookUp, lookUpByReserveNo } from "./own-visits.ts";
import { presentLookupRow, presentOutcome } from "./presenter.ts";

export const requestRoutes = [
  route(
    applyForVisit,
    ({ deps, lang, rawBody, idempotencyKey: key }) =>
      deps.db.transaction(async (trx) => {
        const work = async (): Promise<Outcome> =>
          presentOutcome(await apply(deps, trx, rawBody, lang), lang);
        if (key === undefined) return work();
        const hashes = bodyHashes(deps.cipher, rawBody);
        return once(trx, { endpoint: applyForVisit.path, key, ...hashes, now: deps.clock() }, work);
      }),
    { readsBodyItself: true },
  ),
  route(requestLookupCode, ({ deps, lang, body }) => askForCode(deps, body, lang)),
  route(searchRequests, async ({ deps, lang, body: { name, cellPhone, reserveNo, code } }) => {
    const { visits, ...seen } = await (cellPhone === undefined
      ? lookUpByReserveNo(deps, { name, reserveNo: reserveNo ?? "" })
      : lookUp(deps, { name, cellPhone }, code));
    return visits.map((visit) => presentLookupRow(visit, { ...seen, lang }));
  }),
  route(cancelRequest, async ({ deps, lang, body: { reserveNo, name, cellPhone } }) =>
    presentOutcome(await cancelOwn(deps, { reserveNo, name, cellPhone }), lang),
  ),
];
