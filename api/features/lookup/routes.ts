/** Public endpoints: request, lookup and cancellation. */
import { presentOutcome } from "#api/http/language.ts";
import { route, routeByFields } from "#api/http/route.ts";
import {
  applicationBody,
  applyForVisit,
  cancelRequest,
  requestCompanionLink,
  requestLookupCode,
  requestSubmitCode,
  searchRequests,
} from "#contract/visits/requests.ts";
import { apply } from "../visits/apply.ts";
import {
  cancelOwn,
  createLinkForCompanion,
  lookUp,
  sendLookupCode,
  sendSubmitCode,
  submitCodeErrors,
} from "./own-visits.ts";
import { presentCompanions, presentLookupRow } from "./presenter.ts";

export const requestRoutes = [
  routeByFields(
    applyForVisit,
    applicationBody,
    async ({ deps, trx, fields, lang }) => presentOutcome(await apply(deps, trx, fields, lang), lang),
    {
      async before(call) {
        const application = call.fields.value;
        if (application && (await call.configuration()).submitCode)
          Object.assign(call.fields.errors, await submitCodeErrors(call, application));
      },
    },
  ),
  route(requestSubmitCode, (call) => sendSubmitCode(call, call.body.cellphone, call.lang)),
  route(requestLookupCode, (call) => sendLookupCode(call, call.body, call.lang)),
  route(searchRequests, async (call) => {
    const { name, cellPhone, reserveNo, code } = call.body;
    const identity = { name, cellPhone, reserveNo: reserveNo ?? "" };
    const { visits, companions, ...seen } = await lookUp(call, identity, code);
    return visits.map((visit) => ({
      ...presentLookupRow(visit, { ...seen, lang: call.lang }),
      companions: presentCompanions(visit, companions, call.lang),
    }));
  }),
  route(cancelRequest, async (call) => {
    const { reserveNo, name, cellPhone, code } = call.body;
    return presentOutcome(await cancelOwn(call, { reserveNo, name, cellPhone }, code), call.lang);
  }),
  route(requestCompanionLink, async (call) => {
    const { reserveNo, name, cellPhone, code, companion } = call.body;
    return { link: await createLinkForCompanion(call, { reserveNo, name, cellPhone }, { companion, code }) };
  }),
];
