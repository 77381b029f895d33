/**
 * Invitations: a link by which somebody of a new or reset account chooses their password, once and within
 * three days. Only the token's hash is kept; a newer one ends the one before.
 */
import { createHash } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { hasResigned, invalid, ownPassword } from "#api/errors.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { HostUser } from "#db/models/host-user.ts";
import { Invitation as StoredInvitation } from "#db/models/invitation.ts";
import { type HostUserRow, hostUserRow } from "#db/queries/host-users/list.ts";
import { replaceInvitations } from "#db/statements/accounts.ts";
import { newPasswordError, storePassword } from "../sign-in/passwords.ts";
import { clearAttempts } from "../sign-in/sign-in.ts";
import { logAccounts } from "./account-log.ts";
import { lockPeople, notePeople } from "./locks.ts";

export const invitationHours = 72;

export interface Invitation {
  readonly hostUserId: number;
  readonly token: string;
  readonly expiresAt: Date;
}

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Writes an invitation for each of some people. */
export async function createInvitations(
  trx: Knex.Transaction,
  hostUserIds: readonly number[],
  { now, random }: { now: Date; random: Deps["random"] },
): Promise<Invitation[]> {
  const expiresAt = new Date(now.getTime() + invitationHours * 3_600_000);
  const invitations = hostUserIds.map((hostUserId) => ({
    hostUserId,
    token: Buffer.from(random(32)).toString("base64url"),
    expiresAt,
  }));
  const hashed = invitations.map(({ hostUserId, token }) => ({ hostUserId, tokenHash: hashOf(token) }));
  await replaceInvitations(trx, hashed, { createdAt: now, expiresAt });
  return invitations;
}

export interface Invited {
  readonly row: HostUserRow;
  readonly invitation: Invitation;
}

/** Invites one person. */
export async function inviteOne(
  trx: Knex.Transaction,
  id: number,
  { now, random }: { now: Date; random: Deps["random"] },
): Promise<Invited> {
  const [invitation] = await createInvitations(trx, [id], { now, random });
  await notePeople(trx);
  return { row: (await hostUserRow(trx, id, now)) as HostUserRow, invitation: invitation as Invitation };
}

/**
 * Removes a person's password, ends their sessions, and invites them to choose another.
 * @param by who does it
 * @throws HttpError 404; 405 for oneself, who resigned, and the last administrator who has a password
 */
export function resetPassword({ db, clock, random }: Deps, id: number, by: number): Promise<Invited> {
  const now = clock();
  return db.transaction(async (trx) => {
    const { person, requireAnotherAdmin } = await lockPeople(trx, id);
    if (id === by) throw ownPassword();
    if (person.status === "resigned") throw hasResigned();
    requireAnotherAdmin();
    await storePassword(trx, person, null, now);
    await logAccounts(trx, "reset", [person], { by, now });
    return inviteOne(trx, id, { now, random });
  });
}

type InvitedPerson = Pick<HostUser, "id" | "loginId" | "name" | "status" | "passwordHash">;

function inviteErrors(ids: readonly number[], people: ReadonlyMap<number, InvitedPerson>): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<number>();
  for (const [index, id] of ids.entries()) {
    const person = people.get(id);
    if (!person || seen.has(id)) errors[`ids.${index}`] = "invalid";
    else if (person.status === "resigned") errors[`ids.${index}`] = "hostResigned";
    else if (person.passwordHash !== null) errors[`ids.${index}`] = "passwordChosen";
    seen.add(id);
  }
  return errors;
}

/**
 * Invites people who have no password yet, all or none.
 * @param by who does it
 * @returns the invitations in the order of the ids, each with its person
 * @throws InvalidInput on `ids.<n>`
 */
export function inviteMany(
  { db, clock, random }: Deps,
  ids: readonly number[],
  by: number,
): Promise<(Invitation & Pick<HostUser, "loginId" | "name">)[]> {
  const now = clock();
  return db.transaction(async (trx) => {
    const rows = await HostUser.query(trx)
      .select("id", "loginId", "name", "status", "passwordHash")
      .modify("withIds", ids)
      .orderBy("id")
      .forNoKeyUpdate();
    const people = new Map(rows.map((row) => [row.id, row]));
    const errors = inviteErrors(ids, people);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const invitations = await createInvitations(trx, ids, { now, random });
    await logAccounts(trx, "invite", rows, { by, now });
    await notePeople(trx);
    return invitations.map((invitation) => {
      const { loginId, name } = people.get(invitation.hostUserId) as InvitedPerson;
      return { ...invitation, loginId, name };
    });
  });
}

const over = () => invalid({ token: "invitationOver" });

/** Whose invitation a token is; undefined where it is wrong, used, replaced or over. */
const invitedBy = ({ db, clock }: Deps, token: string): Promise<HostUser | undefined> =>
  HostUser.query(db)
    .select("id", "loginId", "name", "passwordHash")
    .joinRelated("invitation")
    .findOne({ status: "active", tokenHash: hashOf(token) })
    .where("invitation.expiresAt", ">", clock())
    .execute();

/**
 * Whose invitation a token is.
 * @throws InvalidInput on token where it is wrong, used, replaced or over
 */
export async function readInvitation(deps: Deps, token: string): Promise<HostUser> {
  const person = await invitedBy(deps, token);
  if (!person) throw over();
  return person;
}

export interface Acceptance {
  readonly token: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/**
 * Chooses the password of the invited person; the invitation is used up by it.
 * @param fields the body; all that is wrong with it is said at once
 * @throws InvalidInput on token, newPassword or confirmPassword
 */
export async function acceptInvitation(
  deps: Deps,
  { value: accepted, validFields, errors: found }: ReadFields<Acceptance>,
): Promise<void> {
  const { token, newPassword } = validFields;
  if (token === undefined) throw invalid(found);
  const person = await invitedBy(deps, token);
  if (!person) throw invalid({ ...found, token: "invitationOver" });
  const error = newPassword && (await newPasswordError(deps.db, person, newPassword));
  const errors: FieldErrors = { ...found, ...(error && { newPassword: error }) };
  if (!accepted || Object.keys(errors).length > 0) throw invalid(errors);

  const passwordHash = await hash(accepted.newPassword);
  const now = deps.clock();
  await deps.db.transaction(async (trx) => {
    // The person is locked first, as everywhere, so that a concurrent reset cannot deadlock.
    const active = await HostUser.query(trx)
      .select("id")
      .where({ id: person.id, status: "active" })
      .forNoKeyUpdate()
      .first();
    const used = await StoredInvitation.query(trx)
      .delete()
      .where({ hostUserId: person.id, tokenHash: hashOf(token) })
      .where("expiresAt", ">", now);
    if (!active || used === 0) throw over();
    await storePassword(trx, person, passwordHash, now);
    await clearAttempts(trx, person.loginId);
    await notePeople(trx);
  });
}
