/** Read models of sessions: who is signed in. */
import type { Knex } from "knex";
import type { Role } from "#contract/roles.ts";
import { gather } from "../gather.ts";
import { Session } from "../models/people/session.ts";
import { unseen } from "../planner.ts";
import { deputyFor } from "./delegations.ts";

export interface SessionRow {
  readonly sessionId: number;
  readonly activeAt: Date;
  /** Of the person. */
  readonly id: number;
  readonly loginId: string;
  readonly role: Role;
  /** Hosts whose deputy they are. */
  readonly deputyFor: readonly number[];
  /** Of what the site has set up, as it is then: a call need not ask for it, too. */
  readonly siteVersion: string;
}

/** Of sessions `s`, those in force at `asked.now`: neither over nor idle, of somebody active. */
const inForce = `
  JOIN host_users h ON h.id = s.host_user_id AND h.status = 'active'
  CROSS JOIN configuration c
  WHERE s.expires_at > asked.now
    AND s.active_at + make_interval(mins => (c.idle_minutes ->> h.role)::integer) > asked.now`;

/** Of sessions that may be used: nobody has their screen but whoever signed in. */
const notHandedOver = "AND s.desk_link IS NULL";

/** All sessions in force at a time, which is bound. */
const allInForce = `FROM (SELECT ?::timestamptz AS now) AS asked CROSS JOIN sessions s ${inForce}`;

interface AskedSession {
  readonly tokenHash: Buffer;
  readonly now: Date;
}

/** The session in force that has a token; undefined where there is none, and while a visitor has its screen. */
export const sessionOfToken = gather(
  async (db, asked: readonly AskedSession[]): Promise<(SessionRow | undefined)[]> => {
    const { rows } = await db.raw<{ rows: (SessionRow & { readonly place: number })[] }>(
      `SELECT asked.place, s.id AS "sessionId", s.active_at AS "activeAt", h.id, h.login_id AS "loginId", h.role,
         ${deputyFor("h.id", "asked.now")} AS "deputyFor",
         (SELECT version FROM site_version) AS "siteVersion"
       FROM unnest(${unseen("?", "bytea[]")}, ${unseen("?", "timestamptz[]")}) WITH ORDINALITY AS asked (token_hash, now, place)
       JOIN sessions s ON s.token_hash = asked.token_hash ${inForce} ${notHandedOver}`,
      [asked.map(({ tokenHash }) => tokenHash), asked.map(({ now }) => now)],
    );
    const found = new Map(rows.map(({ place, ...row }) => [place, row]));
    return asked.map((_, index) => found.get(index + 1));
  },
);

export type OpenSession = Pick<Session, "id" | "address" | "userAgent" | "createdAt" | "activeAt">;

/** A person's sessions in force, the one used last first. */
export async function openSessions(db: Knex, hostUserId: number, now: Date): Promise<OpenSession[]> {
  const { rows } = await db.raw<{ rows: OpenSession[] }>(
    `SELECT s.id, s.address, s.user_agent AS "userAgent", s.created_at AS "createdAt", s.active_at AS "activeAt"
     ${allInForce} AND s.host_user_id = ? ORDER BY s.active_at DESC, s.id DESC`,
    [now, hostUserId],
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

/** What somebody may read by. */
export type SessionRights = Pick<SessionRow, "role" | "deputyFor">;

/** The role of whoever each session in force belongs to, and whose deputy they are; without those whose screen a visitor has. */
export async function rightsOfSessions(
  db: Knex,
  sessionIds: readonly number[],
  now: Date,
): Promise<Map<number, SessionRights>> {
  const { rows } = await db.raw<{ rows: (SessionRights & { readonly id: number })[] }>(
    `SELECT s.id, h.role, ${deputyFor("h.id", "asked.now")} AS "deputyFor"
     ${allInForce} ${notHandedOver} AND s.id = ANY(?::bigint[])`,
    [now, [...sessionIds]],
  );
  return new Map(rows.map(({ id, ...rights }) => [id, rights]));
}
