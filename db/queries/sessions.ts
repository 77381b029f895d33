/** Read models of sessions: who is signed in. */
import type { Knex } from "knex";
import type { Role } from "#contract/people/roles.ts";
import { Session } from "../models/session.ts";

export interface SessionRow {
  readonly sessionId: number;
  readonly activeAt: Date;
  /** Of the person. */
  readonly id: number;
  readonly loginId: string;
  readonly role: Role;
}

/** Sessions that are in force at a time, which is bound twice: neither over nor idle, of somebody active. */
const inForce = `
  FROM sessions s
  JOIN host_users h ON h.id = s.host_user_id AND h.status = 'active'
  CROSS JOIN configuration c
  WHERE s.expires_at > ? AND s.active_at + make_interval(mins => (c.idle_minutes ->> h.role)::integer) > ?`;

/** The session in force that has a token; undefined where there is none. */
export async function sessionOfToken(
  db: Knex,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await db.raw<{ rows: SessionRow[] }>(
    `SELECT s.id AS "sessionId", s.active_at AS "activeAt", h.id, h.login_id AS "loginId", h.role
     ${inForce} AND s.token_hash = ?`,
    [now, now, tokenHash],
  );
  return rows[0];
}

export type OpenSession = Pick<Session, "id" | "address" | "userAgent" | "createdAt" | "activeAt">;

/** A person's sessions in force, the one used last first. */
export async function openSessions(db: Knex, hostUserId: number, now: Date): Promise<OpenSession[]> {
  const { rows } = await db.raw<{ rows: OpenSession[] }>(
    `SELECT s.id, s.address, s.user_agent AS "userAgent", s.created_at AS "createdAt", s.active_at AS "activeAt"
     ${inForce} AND s.host_user_id = ? ORDER BY s.active_at DESC, s.id DESC`,
    [now, now, hostUserId],
  );
  return rows;
}

/** Whether a session has not expired, idle or not, and is of somebody active. */
export async function isUnexpired(db: Knex, tokenHash: Buffer, now: Date): Promise<boolean> {
  const found = await Session.query(db)
    .select("sessions.id")
    .joinRelated("hostUser")
    .where({ tokenHash, "hostUser.status": "active" })
    .where("expiresAt", ">", now)
    .first();
  return found !== undefined;
}

/** The role of whoever each session in force belongs to. */
export async function rolesOfSessions(
  db: Knex,
  sessionIds: readonly number[],
  now: Date,
): Promise<Map<number, Role>> {
  const { rows } = await db.raw<{ rows: { id: number; role: Role }[] }>(
    `SELECT s.id, h.role ${inForce} AND s.id = ANY(?::bigint[])`,
    [now, now, [...sessionIds]],
  );
  return new Map(rows.map(({ id, role }) => [id, role]));
}
