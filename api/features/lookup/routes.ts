/** Public endpoints: lookup and cancellation of one's own visits. */
import { presentOutcome } from "#api/http/language.ts";
import { route } from "#api/http/route.ts";
import {
  cancelRequest,
  requestCompanionLink,
  requestLookupCode,
  searchRequests,
} from "#contract/visits/requests.ts";
import { cancelOwn, createLinkForCompanion, lookUp, sendLookupCode } from "./own-visits.ts";
import { presentCompanions, presentLookupRow } from "./presenter.ts";

export const lookupRoutes = [
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
