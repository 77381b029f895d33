/** Endpoints of a visitor's personal link. */
import { visitCalendar } from "#api/calendar.ts";
import { invalid } from "#api/errors.ts";
import { inLanguage, type Language, maskDecryptedEmail, presentOutcome } from "#api/http/language.ts";
import { siteOrigin } from "#api/http/origin.ts";
import { readerOf } from "#api/http/reader.ts";
import { type Call, route, routeByFields } from "#api/http/route.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { makeDeskLink } from "#contract/visits/desk-links.ts";
import {
  agreeByLink,
  cancelByLink,
  chooseByLink,
  completeByLink,
  completionBody,
  getLinkedCalendar,
  type LinkedVisitAnswer,
  seeLinkedVisit,
} from "#contract/visits/visit-links.ts";
import { decryptEmail, type FieldCipher } from "#db/field-cipher.ts";
import { presentLookupRow } from "../lookup/presenter.ts";
import { companyOf } from "../messages/drafts.ts";
import { createDeskLink } from "./desk-link.ts";
import {
  agreeByToken,
  cancelByToken,
  chooseByToken,
  completeByToken,
  consentOf,
  type LinkContext,
  missingOf,
  readByLink,
  readByPersonalLink,
} from "./own-visit.ts";

const emailFacts = (
  visit: LinkContext["visit"],
  { cipher, lang }: { readonly cipher: FieldCipher; readonly lang: Language },
) => ({
  emailMasked: maskDecryptedEmail(decryptEmail(cipher, visit), lang),
  emailBounced: visit.emailBounced,
  channel: visit.channel,
});

const deskFacts = ({ expiresAt }: LinkContext["visit"], now: Date): LinkedVisitAnswer["desk"] =>
  expiresAt && { seconds: Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)) };

/** The visitor's own visit, without the leader's name, which is another person's data. */
function presentLinked(
  { visit, site }: LinkContext,
  { deps: { cipher, clock }, lang }: Pick<Call<Endpoint>, "deps" | "lang">,
): LinkedVisitAnswer {
  const cellPhone = cipher.decryptContact(visit, visit.reserveNo) ?? "";
  const { leaderName: _, ...own } = presentLookupRow(visit, { cellPhone, lang, timezone: site.timezone });
  return {
    ...own,
    actions: visit.deskUserId === null ? own.actions : [],
    consent: consentOf(visit),
    missing: missingOf(visit, site),
    ...emailFacts(visit, { cipher, lang }),
    desk: deskFacts(visit, clock()),
  };
}

function calendarFile(
  { visit, site }: LinkContext,
  { lang, now }: { readonly lang: Language; readonly now: Date },
): { fileName: string; content: string } {
  const { reserveNo, startAt: start, endAt: end, placeName, placeEnName } = visit;
  const facts = {
    reserveNo,
    start,
    end,
    company: companyOf(site, lang),
    host: inLanguage(lang, visit.hostName, visit.hostEnName),
    place: placeName === null ? "" : inLanguage(lang, placeName, placeEnName ?? ""),
  };
  return { fileName: `${reserveNo}.ics`, content: visitCalendar(facts, { lang, now }) };
}

export const visitLinkRoutes = [
  route(seeLinkedVisit, async (call) => presentLinked(await readByLink(call, call.body.token), call)),
  route(agreeByLink, async (call) => presentLinked(await agreeByToken(call, call.body, call.lang), call)),
  routeByFields(completeByLink, completionBody, async (call) => {
    const { value, errors } = call.fields;
    if (!value) throw invalid(errors);
    return presentLinked(await completeByToken(call, value), call);
  }),
  route(chooseByLink, async (call) =>
    presentLinked(await chooseByToken(call, call.body.token, call.body.channel), call),
  ),
  route(cancelByLink, async (call) => presentOutcome(await cancelByToken(call, call.body.token), call.lang)),
  route(getLinkedCalendar, async (call) => {
    const visit = await readByPersonalLink(call, call.body.token);
    return calendarFile(visit, { lang: call.lang, now: call.deps.clock() });
  }),
  route(makeDeskLink, async (call) => {
    const { deps, ctx, me, params, body } = call;
    const { timezone } = await call.configuration();
    const sessionId = body.screen ? me.sessionId : undefined;
    const caller = readerOf(call, makeDeskLink);
    const { link, seconds } = await createDeskLink(deps, { visitId: params.id, caller, sessionId, timezone });
    return { url: siteOrigin(ctx.get("Origin"), deps.settings.publicOrigin) + link, seconds };
  }),
];
