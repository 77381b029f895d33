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
import { decideByDecisionLink, type LinkCall, seeByDecisionLink } from "./decide-by-link.ts";
import type { DecidableVisit } from "./queries.ts";

type ByLink = typeof seeDecidable | typeof approveByLink | typeof rejectByLink;

const linkCall = async (
  endpoint: ByLink,
  { deps, ctx, configuration }: Pick<Call<ByLink>, "deps" | "ctx" | "configuration">,
  token: string,
): Promise<LinkCall> => ({
  deps,
  token,
  site: await configuration(),
  from: { address: ctx.state.address, action: accessAction(endpoint) },
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
    const asked = await linkCall(seeDecidable, call, call.body.token);
    const { visitID, shown } = await seeByDecisionLink(asked);
    const { timezone } = asked.site;
    return { visitID, visit: shown ? presentDecidable(shown, { lang: call.lang, timezone }) : null };
  }),

  route(approveByLink, async (call) => {
    const asked = await linkCall(approveByLink, call, call.body.token);
    return presentOutcome(await decideByDecisionLink(asked, { action: "approve" }), call.lang);
  }),

  route(rejectByLink, async (call) => {
    const { token, reason: note, showReason } = call.body;
    const asked = await linkCall(rejectByLink, call, token);
    const decided = await decideByDecisionLink(asked, { action: "reject", note, showReason });
    return presentOutcome(decided, call.lang);
  }),
];
