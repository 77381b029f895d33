/** Sessions: made at sign-in, read at each call, ended everywhere at once (decisions, "Sign-in"). */
import { createHash } from "node:crypto";
import type { Knex } from "knex";
import type { Role } from "#contract/roles.ts";

/** Who is signed in. */
export interface SessionUser {
  readonly sessionId: number;
  readonly id: number;
  readonly loginId: string;
  readonly role: Role;
}

export const absoluteHours = 12;
const touchSeconds = 60;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** @returns the token for the cookie; only its hash is kept */
export async function startSession(
  db: Knex,
  hostUserId: number,
  { now, random }: { now: Date; random: (size: number) => Uint8Array },
): Promise<string> {
  const token = Buffer.from(random(32)).toString("base64url");
  await db("sessions").insert({
    tokenHash: hashOf(token),
    hostUserId,
    createdAt: now,
    activeAt: now,
    expiresAt: new Date(now.getTime() + absoluteHours * 3_600_000),
  });
  return token;
}

interface FoundSession extends SessionUser {
  readonly activeAt: Date;
}

/** Sessions that are not over at a time, which is bound twice. */
const sessionsInForce = `
  FROM sessions s
  JOIN host_users h ON h.id = s.host_user_id AND h.status = 'active'
  CROSS JOIN configuration c
  WHERE s.expires_at > ? AND s.active_at + make_interval(mins => (c.idle_minutes ->> h.role)::integer) > ?`;

/**
 * Whose session a token is; undefined where it is over: signed out, idle for longer than the role's
 * minutes, twelve hours old, or the person resigned.
 * @param isPerson whether a person did something; live refreshes do not keep a session awake
 */
export async function readSession(
  db: Knex,
  token: string,
  { now, isPerson }: { now: Date; isPerson: boolean },
): Promise<SessionUser | undefined> {
  const { rows } = await db.raw<{ rows: FoundSession[] }>(
    `SELECT s.id AS "sessionId", s.active_at AS "activeAt", h.id, h.login_id AS "loginId", h.role
     ${sessionsInForce} AND s.token_hash = ?`,
    [now, now, hashOf(token)],
  );
  const [found] = rows;
  if (!found) return undefined;
  const { activeAt, ...user } = found;
  if (isPerson && now.getTime() - activeAt.getTime() > touchSeconds * 1000) {
    await db("sessions").where({ id: user.sessionId }).update({ activeAt: now });
  }
  return user;
}

/** Whether a session is over only because nobody did anything for too long: it could go on otherwise. */
export async function isSessionIdle(db: Knex, token: string, now: Date): Promise<boolean> {
  const row = await db("sessions as s")
    .join("hostUsers as h", "h.id", "s.hostUserId")
    .where({ "s.tokenHash": hashOf(token), "h.status": "active" })
    .where("s.expiresAt", ">", now)
    .first("s.id");
  return row !== undefined;
}

/**
 * Looks at sessions without keeping them awake.
 * @returns the role of whoever each belongs to; those that are over are missing
 */
export async function rolesOfSessions(db: Knex, sessionIds: number[], now: Date): Promise<Map<number, Role>> {
  const { rows } = await db.raw<{ rows: { id: number; role: Role }[] }>(
    `SELECT s.id, h.role ${sessionsInForce} AND s.id = ANY(?::bigint[])`,
    [now, now, sessionIds],
  );
  return new Map(rows.map(({ id, role }) => [id, role]));
}

/** Ends one session. */
export async function endSession(db: Knex, sessionId: number): Promise<void> {
  await db("sessions").where({ id: sessionId }).del();
}

/** Ends all of a person's sessions. */
export async function endSessions(db: Knex, hostUserId: number): Promise<void> {
  await db("sessions").where({ hostUserId }).del();
}
