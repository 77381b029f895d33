/** A visitor's own calls. */

import { route, routeByFields } from "#api/http/bind-route.ts";
import {
  applicationBody,
  applyForVisit,
  cancelRequest,
  requestLookupCode,
  searchRequests,
} from "#contract/requests.ts";
import { apply } from "../visits/apply.ts";
import { askForCode, cancelOwn, lookUp, lookUpByReserveNo } from "./own-visits.ts";
import { presentLookupRow, presentOutcome } from "./presenter.ts";

export const requestRoutes = [
  routeByFields(applyForVisit, applicationBody, async ({ deps, trx, lang, fields, configuration }) =>
    presentOutcome(await apply(deps, trx, fields, { lang, configuration: await configuration(trx) }), lang),
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
