/** A visitor's own visit by their link. */
import { invalid } from "#api/errors.ts";
import { type Call, route, routeByFields } from "#api/http/bind-route.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import {
  agreeByLink,
  cancelByLink,
  completeByLink,
  completionBody,
  getLinkedCalendar,
  type LinkedVisitAnswer,
  seeLinkedVisit,
} from "#contract/visits/visit-links.ts";
import { presentLookupRow, presentOutcome } from "../lookup/presenter.ts";
import { calendarFile } from "./calendar.ts";
import {
  agreeByToken,
  cancelByToken,
  completeByToken,
  consentOf,
  missingOf,
  type SeenByLink,
  seeByLink,
} from "./own-visit.ts";

/** The visitor's own visit, without whose companion they are: that is somebody else's name. */
function presentLinked(
  { visit, site }: SeenByLink,
  { deps: { cipher }, lang }: Pick<Call<Endpoint>, "deps" | "lang">,
): LinkedVisitAnswer {
  const cellPhone = cipher.numberOf(visit, visit.reserveNo) ?? "";
  const { leaderName: _, ...own } = presentLookupRow(visit, { cellPhone, lang, timezone: site.timezone });
  return { ...own, consent: consentOf(visit), missing: missingOf(visit, site) };
}

export const visitLinkRoutes = [
  route(seeLinkedVisit, async (call) => presentLinked(await seeByLink(call, call.body.token), call)),
  route(agreeByLink, async (call) => presentLinked(await agreeByToken(call, call.body, call.lang), call)),
  routeByFields(completeByLink, completionBody, async (call) => {
    const { value, errors } = call.fields;
    if (!value) throw invalid(errors);
    return presentLinked(await completeByToken(call, value), call);
  }),
  route(cancelByLink, async (call) => presentOutcome(await cancelByToken(call, call.body.token), call.lang)),
  route(getLinkedCalendar, async (call) => {
    const seen = await seeByLink(call, call.body.token);
    const { lang, ctx, deps } = call;
    return calendarFile(seen, { lang, host: ctx.hostname, now: deps.clock() });
  }),
];
