/** Decisions by the link in a message. */
import { type Language, presentOutcome } from "#api/http/language.ts";
import { type Call, route } from "#api/http/route.ts";
import { accessAction } from "#contract/privacy/access-log.ts";
import {
  approveByLink,
  type DecidableVisitAnswer,
  rejectByLink,
  seeDecidable,
} from "#contract/visits/decision-links.ts";
import type { Accessed } from "../access-log/log-access.ts";
import { presentLookupRow } from "../lookup/presenter.ts";
import { decideByDecisionLink, type LinkCall, readByDecisionLink } from "./decide-by-link.ts";
import type { DecidableVisit } from "./queries.ts";

type ByLink = typeof seeDecidable | typeof approveByLink | typeof rejectByLink;

const linkCallOf = async (
  endpoint: ByLink,
  { deps, ctx, configuration }: Pick<Call<ByLink>, "deps" | "ctx" | "configuration">,
  token: string,
): Promise<LinkCall> => ({
  deps,
  token,
  site: await configuration(),
  from: { address: ctx.state.clientNetwork, action: accessAction(endpoint) },
});

/** Without phone numbers: the message may have been forwarded. */
function presentDecidable(
  { row }: Accessed<DecidableVisit>,
  { lang, timezone }: { readonly lang: Language; readonly timezone: string },
): DecidableVisitAnswer {
  const shown = presentLookupRow(row, { cellPhone: "", lang, timezone });
  const { leaderName: _, phone: __, cellPhone: ___, reason: ____, actions: _____, ...visit } = shown;
  return visit;
}

export const decisionLinkRoutes = [
  route(seeDecidable, async (call) => {
    const link = await linkCallOf(seeDecidable, call, call.body.token);
    const { visitID, shown } = await readByDecisionLink(link);
    const { timezone } = link.site;
    return { visitID, visit: shown ? presentDecidable(shown, { lang: call.lang, timezone }) : null };
  }),

  route(approveByLink, async (call) => {
    const link = await linkCallOf(approveByLink, call, call.body.token);
    return presentOutcome(await decideByDecisionLink(link, { action: "approve" }), call.lang);
  }),

  route(rejectByLink, async (call) => {
    const { token, reason: note, showReason } = call.body;
    const link = await linkCallOf(rejectByLink, call, token);
    const decided = await decideByDecisionLink(link, { action: "reject", note, showReason });
    return presentOutcome(decided, call.lang);
  }),
];
