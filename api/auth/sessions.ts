/** Creates, reads and ends sessions (docs/behaviour.md, "Sign-in"). */
import type { Knex } from "knex";
import { notFound } from "#api/errors.ts";
import { anyOf } from "#api/paging.ts";
import type { Role } from "#contract/roles.ts";
import { databaseState } from "#db/connection.ts";
import { EventEntry } from "#db/models/logs.ts";
import { Delegation } from "#db/models/people/delegation.ts";
import { Session } from "#db/models/people/session.ts";
import { forgetDevices } from "./pending-sign-ins.ts";
import { sessionOfToken } from "./queries.ts";
import { hashOfToken, newToken } from "./tokens.ts";

/** The signed-in user. */
export interface SessionUser {
  readonly sessionId: number;
  readonly id: number;
  readonly loginId: string;
  readonly role: Role;
  /** Hosts whose deputy the user is now. */
  readonly deputyFor: readonly number[];
}

export const absoluteHours = 12;
const touchSeconds = 60;

/** Client of a sign-in: address and user agent. */
export interface Place {
  readonly address: string;
  readonly userAgent: string;
}

/** Maximum of sessions per user; another sign-in ends the oldest. */
export const maxSessions = 10;
const maxUserAgent = 300;

/** @returns the token for the cookie; only its hash is stored */
export async function startSession(
  db: Knex,
  hostUserId: number,
  {
    now,
    random,
    place,
    companyLoginId = null,
    expiresAt = new Date(now.getTime() + absoluteHours * 3_600_000),
  }: {
    now: Date;
    random: (size: number) => Uint8Array;
    place: Place;
    /** Set for a sign-in by the company's provider. */
    companyLoginId?: number | null;
    /** End of a session that continues another one; twelve hours by default. */
    expiresAt?: Date;
  },
): Promise<string> {
  const token = newToken(random);
  const detail = companyLoginId === null ? "" : "company";
  await EventEntry.query(db).insert({ kind: "signIn", hostUserId, address: place.address, detail });
  await Session.query(db).insert({
    tokenHash: hashOfToken(token),
    hostUserId,
    companyLoginId,
    address: place.address,
    userAgent: place.userAgent.slice(0, maxUserAgent),
    createdAt: now,
    activeAt: now,
    expiresAt,
  });
  const kept = Session.query(db)
    .select("id")
    .where({ hostUserId })
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(maxSessions);
  await Session.query(db).delete().where({ hostUserId }).whereNotIn("id", kept);
  return token;
}

/**
 * The user of a token, and the version of the site's settings at that time; undefined where the session is over: signed
 * out, idle for longer than the role allows, twelve hours old, or the user resigned.
 * @param isPerson false for background calls, which do not keep a session alive
 */
export async function readSession(
  db: Knex,
  token: string,
  { now, isPerson }: { now: Date; isPerson: boolean },
) {
  const found = await sessionOfToken(db, hashOfToken(token), now);
  if (!found) return undefined;
  const { activeAt, siteVersion, ...user } = found;
  if (isPerson && now.getTime() - activeAt.getTime() > touchSeconds * 1000) {
    // Skips a locked row instead of waiting; the next call updates the time.
    const free = Session.query(db).findById(user.sessionId).select("id").forUpdate().skipLocked();
    try {
      await Session.query(db).patch({ activeAt: now }).whereIn("id", free);
    } catch (error) {
      if (databaseState(db).canWrite) throw error;
    }
  }
  return { user, siteVersion };
}

/** Whether a session ended only through inactivity. */
export async function isSessionIdle(db: Knex, token: string, now: Date): Promise<boolean> {
  const found = await Session.query(db)
    .select("sessions.id")
    .joinRelated("hostUser")
    .where({ tokenHash: hashOfToken(token), "hostUser.status": "active" })
    .where("expiresAt", ">", now)
    .first();
  return found !== undefined;
}

/** Permissions of sessions in force, by session id; streams and long answers end where they change. */
export async function readRights(
  db: Knex,
  sessionIds: readonly number[],
  now: Date,
): Promise<Map<number, Pick<SessionUser, "role" | "deputyFor">>> {
  const sessions = await Session.query(db)
    .select("sessions.id", "hostUserId", "hostUser.role")
    .modify("inForce", now)
    .whereNull("deskLink")
    .where("sessions.id", anyOf(sessionIds, "bigint"))
    .castTo<{ id: number; hostUserId: number; role: Role }[]>();
  const people = sessions.map(({ hostUserId }) => hostUserId);
  const hosts = await Delegation.query(db)
    .distinct("deputyId", "delegations.hostUserId")
    .joinRelated("[deputies, host]")
    .modify("inForce", now)
    .where({ "host.status": "active", deputyId: anyOf(people, "integer") })
    .orderBy("delegations.hostUserId")
    .castTo<{ deputyId: number; hostUserId: number }[]>();
  const deputyFor = (person: number) =>
    hosts.filter(({ deputyId }) => deputyId === person).map(({ hostUserId }) => hostUserId);
  return new Map(
    sessions.map(({ id, role, hostUserId }) => [id, { role, deputyFor: deputyFor(hostUserId) }]),
  );
}

export async function endSession(db: Knex, sessionId: number): Promise<void> {
  await Session.query(db).deleteById(sessionId);
}

/** Ends one of a user's sessions. @throws HttpError 404 where it is over, or another user's */
export async function endUserSession(db: Knex, hostUserId: number, id: number): Promise<void> {
  if ((await Session.query(db).delete().where({ id, hostUserId })) === 0) throw notFound();
}

/** Ends the session of a token, where there is one. */
export async function endSessionOfToken(db: Knex, token: string): Promise<void> {
  await Session.query(db)
    .delete()
    .where({ tokenHash: hashOfToken(token) });
}

/** Ends all sessions and pending sign-ins of a user, and forgets their devices. */
export async function endSessions(db: Knex, hostUserId: number): Promise<void> {
  await forgetDevices(db, hostUserId);
  await Session.query(db).delete().where({ hostUserId });
}
