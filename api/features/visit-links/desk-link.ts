/** Links for visitors at the desk (docs/behaviour.md, "Agreeing at the desk"). */
import { actorOf, personOf, type Reader, reachOf } from "#api/auth/auth-context.ts";
import { deskSeconds, insertDeskLink } from "#api/auth/desk-link-tokens.ts";
import type { Deps } from "#api/deps.ts";
import { alreadyAgreed, notFound, screenGuarded, transitionNotAllowed } from "#api/errors.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { logAccess } from "../access-log/log-access.ts";
import { hasConsent } from "../visits/consents.ts";
import { applyTransition } from "../visits/transitions.ts";
import { lockGroup } from "../visits/with-locked-visit.ts";
import { answerableStatuses } from "./own-visit.ts";

interface DeskLinkInput {
  readonly visitId: number;
  readonly caller: Reader;
  /** The desk's session whose screen the visitor uses; undefined on another device. */
  readonly sessionId: number | undefined;
  /** IANA name. */
  readonly timezone: string;
}

/**
 * Creates the link by which a visitor agrees at the desk, and logs the access for the caller, because the link shows the visit.
 * @returns path and token, without the site's origin
 * @throws HttpError 404 where there is no such visit; 405 where it is over, has a consent, or the screen cannot be handed over:
 *   with company sign-in the visitor could sign in as the user without a password
 */
export function createDeskLink(
  deps: Pick<Deps, "db" | "clock" | "random" | "company">,
  { visitId, caller, sessionId, timezone }: DeskLinkInput,
): Promise<{ link: string; seconds: number }> {
  const now = deps.clock();
  if (sessionId !== undefined && deps.company) throw screenGuarded();
  return deps.db.transaction(async (trx) => {
    const party = await lockGroup(trx, visitId, { timezone, hosts: reachOf(caller) });
    const visit = party && (await Visit.query(trx).findById(visitId).select("id", "lang"));
    if (!visit) throw notFound();
    const { statusCode } = party.visit;
    if (!answerableStatuses.includes(statusCode)) throw transitionNotAllowed(statusCode);
    if (await hasConsent(trx, visitId)) throw alreadyAgreed();
    await logAccess(trx, caller, { visitIds: [visitId] });
    await applyTransition({ trx, actor: actorOf(caller), now }, [party.visit], "handOver");
    const link = await insertDeskLink(trx, deps, { visit, hostUserId: personOf(caller), sessionId, now });
    return { link, seconds: deskSeconds };
  });
}
