/**
 * Tokens of invitations, by which users of new and reset accounts choose a password, once and within three days. Only
 * the hash is stored; a new invitation ends the previous one.
 */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { Invitation as StoredInvitation } from "#db/models/people/invitation.ts";
import { hashOfToken, newToken } from "./tokens.ts";

const invitationHours = 72;
/** Rows per statement, to stay below PostgreSQL's maximum of parameters. */
const chunk = 1_000;

export interface Invitation {
  readonly hostUserId: number;
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * URL on which an invited user chooses a password. The token is in the fragment, which browsers do not send.
 * @param origin of the site, `https://…`
 */
export const invitationUrl = (origin: string, token: string): string => `${origin}/dash/invitation#${token}`;

/** Creates an invitation per user, replacing earlier ones. */
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
    hostUserId,
    tokenHash: hashOfToken(token),
    createdAt: now,
    expiresAt,
  }));
  // In one order, so that two administrators who invite the same users do not deadlock.
  rows.sort((a, b) => a.hostUserId - b.hostUserId);
  for (let from = 0; from < rows.length; from += chunk)
    await StoredInvitation.query(trx)
      .insert(rows.slice(from, from + chunk))
      .onConflict("hostUserId")
      .merge();
  return invitations;
}
