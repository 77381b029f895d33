/** Reads a session in force: of an active user, not expired, not idle for too long, not handed over to a visitor. */
import type { Knex } from "knex";
import type { Role } from "#contract/roles.ts";

export interface SessionRow {
  readonly sessionId: number;
  readonly activeAt: Date;
  /** Of the user. */
  readonly id: number;
  readonly loginId: string;
  readonly role: Role;
  /** Hosts whose deputy the user is. */
  readonly deputyFor: readonly number[];
  /** Version of the site's settings, which saves the call a query. */
  readonly siteVersion: string;
}

/** The session of a token. */
export async function sessionOfToken(
  db: Knex,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await db.raw<{ rows: SessionRow[] }>(
    `SELECT s.id AS "sessionId", s.active_at AS "activeAt", h.id, h.login_id AS "loginId", h.role,
       ARRAY(SELECT DISTINCT d.host_user_id FROM delegation_deputies m
         JOIN delegations d ON d.id = m.delegation_id AND d.start_at <= :now AND d.end_at > :now
         JOIN host_users o ON o.id = d.host_user_id AND o.status = 'active'
         WHERE m.deputy_id = h.id ORDER BY d.host_user_id) AS "deputyFor",
       (SELECT version FROM site_version) AS "siteVersion"
     FROM sessions s
     JOIN host_users h ON h.id = s.host_user_id AND h.status = 'active'
     CROSS JOIN configuration c
     WHERE s.token_hash = :tokenHash AND s.desk_link IS NULL AND s.expires_at > :now
       AND s.active_at + make_interval(mins => (c.idle_minutes ->> h.role)::integer) > :now`,
    { tokenHash, now },
  );
  return rows[0];
}
