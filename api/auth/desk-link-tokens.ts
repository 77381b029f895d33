/**
 * Links by which visitors agree at the desk (docs/decisions/public-site/visit-links.md). Only the token's hash is
 * stored. A visit has at most one; it ends when the visitor agrees.
 */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { deskMark } from "#contract/visits/desk-links.ts";
import { visitLinkPath } from "#contract/visits/visit-links.ts";
import { Session } from "#db/models/people/session.ts";
import { DeskLink } from "#db/models/visits/links.ts";
import type { Visit } from "#db/models/visits/visit.ts";
import { hashOfToken, newToken } from "./tokens.ts";

/** Validity of a link. */
export const deskSeconds = 600;

interface HandedOver {
  readonly visit: Pick<Visit, "id" | "lang">;
  /** The user who creates it. */
  readonly hostUserId: number;
  /** Session of a handed-over screen, suspended until the visitor agrees; undefined for another device. */
  readonly sessionId: number | undefined;
  readonly now: Date;
}

/**
 * Creates the link of a locked visit, replacing the previous one.
 * @returns the link relative to the site's origin, in the visit's language
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
    sessionId: sessionId ?? null,
    expiresAt: new Date(now.getTime() + deskSeconds * 1000),
  });
  if (sessionId !== undefined) await Session.query(trx).findById(sessionId).patch({ deskLink: tokenHash });
  return `${visitLinkPath}?${deskMark}=1&lang=${visit.lang}#${token}`;
}

/** Ends the link after the visitor agreed, and resumes a session that was handed over. */
export async function endDeskLink(trx: Knex.Transaction, visitId: number, now: Date): Promise<void> {
  const [link] = await DeskLink.query(trx).delete().where({ visitId }).returning("tokenHash");
  if (!link) return;
  await Session.query(trx).patch({ deskLink: null, activeAt: now }).where({ deskLink: link.tokenHash });
}
