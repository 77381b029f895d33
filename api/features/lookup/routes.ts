/** A visitor's own calls. */
import { route, routeByClaim } from "#api/http/route.ts";
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
import type { ClaimedVisit } from "../visits/create.ts";
import {
  askForCode,
  askForSubmitCode,
  cancelOwn,
  handOverLink,
  lookUp,
  lookUpByReserveNo,
  requireSubmitCode,
} from "./own-visits.ts";
import { presentCompanions, presentLookupRow, presentOutcome } from "./presenter.ts";

export const requestRoutes = [
  routeByClaim(
    applyForVisit,
    applicationBody,
    async ({ deps, lang, fields, site, claim }) => {
      const asked = { lang, site: await site() };
      const claimed = claim && ((visit: ClaimedVisit) => claim(presentOutcome(visit, lang)));
      return presentOutcome(await apply(deps, fields, asked, claimed), lang);
    },
    { before: (call) => requireSubmitCode(call, call.fields.value) },
  ),
  route(requestSubmitCode, (call) => askForSubmitCode(call, call.body.cellphone, call.lang)),
  route(requestLookupCode, (call) => askForCode(call, call.body, call.lang)),
  route(searchRequests, async (call) => {
    const { name, cellPhone, reserveNo, code } = call.body;
    const { visits, companions, ...seen } = await (cellPhone === undefined
      ? lookUpByReserveNo(call, { name, reserveNo: reserveNo ?? "" })
      : lookUp(call, { name, cellPhone }, code));
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
    return { link: await handOverLink(call, { reserveNo, name, cellPhone }, { companion, code }) };
  }),
];
