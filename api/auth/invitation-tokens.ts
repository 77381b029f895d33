/**
 * Tokens of invitations, by which somebody of a new or reset account chooses their password, once and within three
 * days. Only the token's hash is kept; a newer one ends the one before.
 */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { Invitation as StoredInvitation } from "#db/models/people/invitation.ts";
import { hashOfToken, newToken } from "./tokens.ts";

const invitationHours = 72;
/** Keeps one statement's values below what PostgreSQL takes. */
const chunk = 1_000;

export interface Invitation {
  readonly hostUserId: number;
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Where the invited person chooses a password. The token is in the fragment, which no browser sends and no log keeps.
 * @param origin the site's, `https://…`
 */
export const invitationUrl = (origin: string, token: string): string => `${origin}/dash/invitation#${token}`;

/** Writes an invitation for each of some people; a newer one takes the place of the person's older one. */
export async function createInvitations(
  trx: Knex.Transaction,
  hostUserIds: readonly number[],
  { now, random }: { now: Date; random: Deps["random"] },
): Promise<Invitation[]> {
  const expiresAt = new Date(now.getTime() + invitationHours * 3_600_000);
  const invitations = hostUserIds.map((hostUserId) => ({
    hostUserId,
    token: newToken(random),
    expiresAt,
  }));
  const rows = invitations.map(({ hostUserId, token }) => ({
    ...{ hostUserId, tokenHash: hashOfToken(token), createdAt: now, expiresAt },
  }));
  // In the order of people, so that two who invite the same ones do not deadlock.
  rows.sort((a, b) => a.hostUserId - b.hostUserId);
  for (let from = 0; from < rows.length; from += chunk)
    await StoredInvitation.query(trx)
      .insert(rows.slice(from, from + chunk))
      .onConflict("hostUserId")
      .merge();
  return invitations;
}
