/**
 * Links by which hosts decide on a request from its message (docs/decisions/messages/decision-links.md). Only a token's hash is
 * kept; a link is made when the message is handed over, so it is stored nowhere.
 */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { scopeOf } from "#api/permissions.ts";
import { decisionLinkPath } from "#contract/visits/decision-links.ts";
import { DecisionLink } from "#db/models/visits/links.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { deputiesOf } from "#db/queries/delegations.ts";
import {
  type DecidableVisit,
  type DecisionRow,
  decisionBefore,
  visitToDecide,
} from "#db/queries/visits/by-decision-link.ts";
import { hashOfToken, newToken } from "./tokens.ts";

/** So long a link is good for a visit that has begun: a walk-in begins while the host is asked. */
const hoursAtTheDoor = 1;

/** The visit of a link that is still good, as it is just now. */
export async function readDecidable(db: Knex, token: string, now: Date): Promise<DecidableVisit | undefined> {
  const madeSince = new Date(now.getTime() - hoursAtTheDoor * 3_600_000);
  const visit = await visitToDecide(db, { tokenHash: hashOfToken(token), now, madeSince });
  return visit && (visit.isDeputy || scopeOf("visits.decide", visit.deciderRole)) ? visit : undefined;
}

/** The decision that a link came too late for. */
export const readDecisionBefore = (db: Knex, token: string): Promise<DecisionRow | undefined> =>
  decisionBefore(db, hashOfToken(token));

/** The host of a request, or a deputy of theirs. */
interface AskedHost {
  readonly visitId: number;
  readonly hostUserId: number;
  /** The site's, `https://…`. */
  readonly origin: string;
  readonly lang: "ko" | "en";
}

async function isDeputy(db: Knex, id: number, hostId: number, now: Date): Promise<boolean> {
  return (await deputiesOf(db, [hostId], now)).some(({ deputyId }) => deputyId === id);
}

/**
 * Makes a link for the host of a request, or for a deputy. The visit is locked: one that is decided at the same time gets none.
 * @returns the link with its token in the fragment, which no browser sends and no log keeps; undefined where the request is
 *   decided, or the visit is by now neither theirs nor of a host whose deputy they are
 */
export function createDecisionLink(
  { db, clock, random }: Pick<Deps, "db" | "clock" | "random">,
  { visitId, hostUserId, origin, lang }: AskedHost,
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
