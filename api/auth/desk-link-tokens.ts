/**
 * Links by which visitors agree at the desk (docs/decisions/public-site/visit-links.md). Only a token's hash is kept; a visit has one
 * at most, and it ends when the visitor has agreed.
 */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { deskMark } from "#contract/visits/desk-links.ts";
import { visitLinkPath } from "#contract/visits/visit-links.ts";
import { Session } from "#db/models/people/session.ts";
import { DeskLink } from "#db/models/visits/links.ts";
import type { Visit } from "#db/models/visits/visit.ts";
import { hashOfToken, newToken } from "./tokens.ts";

/** So long a link is good. */
export const deskSeconds = 600;

interface HandedOver {
  readonly visit: Pick<Visit, "id" | "lang">;
  /** By whom. */
  readonly hostUserId: number;
  /** Whose screen the visitor gets: it is of no use until they have agreed. Undefined where they use another. */
  readonly sessionId: number | undefined;
  readonly now: Date;
}

/**
 * Makes the link of a locked visit, instead of the one before.
 * @returns it from the site's origin on, in the visit's language, whatever the screen was used in before
 */
export async function insertDeskLink(
  trx: Knex.Transaction,
  { random }: Pick<Deps, "random">,
  { visit, hostUserId, sessionId, now }: HandedOver,
): Promise<string> {
  const token = newToken(random);
  const tokenHash = hashOfToken(token);
  await DeskLink.query(trx).delete().where({ visitId: visit.id });
  await DeskLink.query(trx).insert({
    tokenHash,
    visitId: visit.id,
    hostUserId,
    expiresAt: new Date(now.getTime() + deskSeconds * 1000),
  });
  if (sessionId !== undefined) await Session.query(trx).findById(sessionId).patch({ deskLink: tokenHash });
  return `${visitLinkPath}?${deskMark}=1&lang=${visit.lang}#${token}`;
}

/** The visitor has agreed: the link is over, and the screen that was handed over with it the console's again. */
export async function endDeskLink(trx: Knex.Transaction, visitId: number, now: Date): Promise<void> {
  const [link] = await DeskLink.query(trx).delete().where({ visitId }).returning("tokenHash");
  if (!link) return;
  await Session.query(trx).patch({ deskLink: null, activeAt: now }).where({ deskLink: link.tokenHash });
}
