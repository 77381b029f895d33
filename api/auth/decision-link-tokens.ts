/**
 * Links by which hosts decide on a request (docs/decisions/public-site/visit-links.md). Only the token's hash is
 * stored; a link is created when its message is sent.
 */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { decisionLinkPath } from "#contract/visits/decision-links.ts";
import { DelegationDeputy } from "#db/models/people/delegation.ts";
import { DecisionLink } from "#db/models/visits/links.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { hashOfToken, newToken } from "./tokens.ts";

interface Recipient {
  readonly visitId: number;
  /** The host of the request, or a deputy. */
  readonly hostUserId: number;
  /** Origin of the site, `https://…`. */
  readonly origin: string;
  readonly lang: "ko" | "en";
}

/** Whether a user is currently a deputy of a host, and neither has resigned. */
async function isDeputy(trx: Knex.Transaction, id: number, hostId: number, now: Date): Promise<boolean> {
  const found = await DelegationDeputy.query(trx)
    .joinRelated("[deputy, delegation.host]")
    .where({ deputyId: id, "delegation.hostUserId": hostId })
    .where({ "deputy.status": "active", "delegation:host.status": "active" })
    .where("delegation.startAt", "<=", now)
    .where("delegation.endAt", ">", now)
    .resultSize();
  return found > 0;
}

/**
 * Creates a link for the host of a request, or for a deputy. Locks the visit, so that a decision at the same time is
 * seen.
 * @returns the link with its token in the fragment, which browsers do not send; undefined where the request is
 *   decided, or the visit is no longer the user's or that of a host whose deputy they are
 */
export function createDecisionLink(
  { db, clock, random }: Pick<Deps, "db" | "clock" | "random">,
  { visitId, hostUserId, origin, lang }: Recipient,
): Promise<string | undefined> {
  return db.transaction(async (trx) => {
    const visit = await Visit.query(trx)
      .select("id", "hostUserId")
      .findOne({ id: visitId, statusCode: "applied" })
      .whereNull("hiddenAt")
      .forNoKeyUpdate();
    if (!visit) return undefined;
    const isTheirs =
      visit.hostUserId === hostUserId || (await isDeputy(trx, hostUserId, visit.hostUserId, clock()));
    if (!isTheirs) return undefined;
    const token = newToken(random);
    await DecisionLink.query(trx).insert({
      tokenHash: hashOfToken(token),
      visitId,
      hostUserId,
      createdAt: clock(),
    });
    return `${origin}${decisionLinkPath}${lang === "ko" ? "" : `?lang=${lang}`}#${token}`;
  });
}
