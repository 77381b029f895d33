/** Invitations: a link by which the person of a new or reset account chooses their password, or links their company account. */

import type { Knex } from "knex";
import type * as z from "zod/mini";
import { logAccounts } from "#api/auth/account-log.ts";
import { createInvitations } from "#api/auth/invitation-tokens.ts";
import { hashPassword } from "#api/auth/password-hash.ts";
import { hashOfToken } from "#api/auth/tokens.ts";
import type { Deps } from "#api/deps.ts";
import { hasResigned, invalid, lastAdmin, ownPassword, resetByServer } from "#api/errors.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { InvitationWay } from "#contract/people/host-user-access.ts";
import type { acceptInvitation as acceptCall } from "#contract/people/invitations.ts";
import { isGuarded } from "#contract/roles.ts";
import { CompanyIdentity } from "#db/models/people/company-sign-in.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Invitation as StoredInvitation } from "#db/models/people/invitation.ts";
import { notifyUser } from "../messages/account-messages.ts";
import { newPasswordError, storePassword } from "../sign-in/passwords.ts";
import { clearAttempts } from "../sign-in/sign-in.ts";
import {
  type AccountChange,
  chooseDelivery,
  type DeliveredInvitation,
  endInvitations,
  type InvitationDeps,
  invite,
  inviteByMessage,
} from "./deliver-invitations.ts";
import { type LockedPerson, lockedColumns, lockPeople, publishHostUserChange } from "./locks.ts";
import { type Invited, readHostUser } from "./rows.ts";

/** Invites one person, with the delivery that their role requires. */
export async function inviteOne(work: InvitationDeps, id: number, change: AccountChange): Promise<Invited> {
  const now = work.clock();
  const invitation = await invite(work, await readHostUser(work.trx, id, now), change);
  await publishHostUserChange(work.trx);
  return { row: await readHostUser(work.trx, id, now), invitation };
}

/**
 * Removes a company account that an administrator, or another person who knew the password, may have linked. Called when the
 * password is reset, and when the person becomes administrator or privacy officer.
 */
export async function unlinkCompanyAccount(
  trx: Knex.Transaction,
  person: { readonly id: number; readonly loginId: string },
  { by, now }: { readonly by: number; readonly now: Date },
): Promise<void> {
  const unlinked = await CompanyIdentity.query(trx)
    .where({ hostUserId: person.id })
    .where((query) => query.where({ isByAdmin: true }).orWhere({ isByPassword: true }))
    .patch(CompanyIdentity.unlinked);
  if (unlinked > 0) await logAccounts(trx, "companyUnlink", [person], { by, now });
}

/**
 * Removes a person's password, ends their sessions, and invites them to choose another. Where a second administrator
 * has to confirm, nothing changes until then.
 * @throws HttpError 404; 405 for the caller, a resigned person, the last administrator who can sign in, and an administrator
 *   or privacy officer who can get no message and whose reset no one could confirm
 */
export function resetPassword(deps: Deps, id: number, change: AccountChange): Promise<Invited> {
  const { by, site } = change;
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    const { person, isLastAdmin } = await lockPeople(trx, id, { company: deps.settings.company });
    if (id === by) throw ownPassword();
    if (person.status === "resigned") throw hasResigned();
    if (isLastAdmin) throw lastAdmin();
    const work = { ...deps, trx };
    const delivery = await chooseDelivery(work, person, change);
    if (delivery === "server") throw resetByServer();
    if (delivery === "confirmation") {
      await publishHostUserChange(trx);
      return { row: await readHostUser(trx, id, now), invitation: { delivery } };
    }
    await storePassword(trx, person, null, now);
    await logAccounts(trx, "reset", [person], { by, now });
    await unlinkCompanyAccount(trx, person, { by, now });
    await notifyUser({ ...work, now, site }, person, "accountReset");
    const invitation = await invite(work, person, change, delivery);
    await publishHostUserChange(trx);
    return { row: await readHostUser(trx, id, now), invitation };
  });
}

function inviteErrors(ids: readonly number[], people: ReadonlyMap<number, LockedPerson>): FieldErrors {
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

/** Creates links to hand out in one statement; invites administrators and privacy officers one by one. */
async function inviteAll(
  work: InvitationDeps,
  people: readonly LockedPerson[],
  change: AccountChange,
): Promise<Map<number, DeliveredInvitation>> {
  const now = work.clock();
  const open = people.filter(({ role }) => !isGuarded(role)).map(({ id }) => id);
  // An older message still in the queue would end the link that is handed out now.
  await endInvitations(work.trx, open, now);
  const links = await createInvitations(work.trx, open, { now, random: work.random });
  const delivered = new Map<number, DeliveredInvitation>(
    links.map((link) => [link.hostUserId, { delivery: "link", ...link }]),
  );
  for (const person of people.filter(({ role }) => isGuarded(role)))
    delivered.set(person.id, await invite(work, person, change));
  return delivered;
}

/**
 * Invites people without a password, all or none; by message only those who can get one. Links on paper are logged as printed.
 * @returns the invitations in the order of the ids, each with its person
 * @throws InvalidInput on `ids.<n>`
 */
export function inviteMany(
  deps: Deps,
  ids: readonly number[],
  by: InvitationWay,
  change: AccountChange,
): Promise<(Pick<HostUser, "id" | "loginId" | "name"> & { readonly invitation: DeliveredInvitation })[]> {
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    const rows = await HostUser.query(trx)
      .select(...lockedColumns)
      .modify("withIds", ids)
      .orderBy("id")
      .forNoKeyUpdate();
    const people = new Map(rows.map((row) => [row.id, row]));
    const errors = inviteErrors(ids, people);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const inviteRows = by === "message" ? inviteByMessage : inviteAll;
    const delivered = await inviteRows({ ...deps, trx }, rows, change);
    const isPrinted = ({ id }: LockedPerson) => by === "paper" && delivered.get(id)?.delivery === "link";
    const printed = rows.filter(isPrinted);
    const others = rows.filter((row) => delivered.has(row.id) && !isPrinted(row));
    await logAccounts(trx, "print", printed, { by: change.by, now });
    await logAccounts(trx, "invite", others, { by: change.by, now });
    await publishHostUserChange(trx);
    return ids.flatMap((id) => {
      const { loginId, name } = people.get(id) as LockedPerson;
      const invitation = delivered.get(id);
      return invitation ? [{ id, loginId, name, invitation }] : [];
    });
  });
}

const invitationOver = () => invalid({ token: "invitationOver" });

/** The person of an invitation; undefined where the token is wrong, used, replaced or expired. */
const personOfToken = ({ db, clock }: Deps, token: string): Promise<HostUser | undefined> =>
  HostUser.query(db)
    .select("id", "loginId", "name", "role", "passwordHash", "isPasswordKept")
    .joinRelated("invitation")
    .findOne({ status: "active", tokenHash: hashOfToken(token) })
    .where("invitation.expiresAt", ">", clock())
    .execute();

/** The person of an invitation. @throws InvalidInput on token where it is wrong, used, replaced or expired */
export async function readInvitation(deps: Deps, token: string): Promise<HostUser> {
  const person = await personOfToken(deps, token);
  if (!person) throw invitationOver();
  return person;
}

/** Consumes and logs an invitation. @returns the locked person; undefined where it is over, or they have resigned */
export async function consumeInvitation(
  trx: Knex.Transaction,
  id: number,
  tokenHash: Buffer,
  { now, address }: { readonly now: Date; readonly address: string },
): Promise<HostUser | undefined> {
  // Locks the person first, in the same order as a reset, so that the two cannot deadlock.
  const person = await HostUser.query(trx).findOne({ id, status: "active" }).forNoKeyUpdate();
  if (!person) return undefined;
  const used = await StoredInvitation.query(trx)
    .delete()
    .where({ hostUserId: id, tokenHash })
    .where("expiresAt", ">", now);
  if (used === 0) return undefined;
  await logAccounts(trx, "accept", [person], { by: id, now, address });
  return person;
}

/**
 * Stores the invited person's password and consumes the invitation.
 * @param address of the caller, for the log
 * @throws InvalidInput on token, newPassword or confirmPassword
 */
export async function acceptInvitation(
  deps: Deps,
  { value: accepted, validFields, errors: found }: ReadFields<z.output<typeof acceptCall.body>>,
  address: string,
): Promise<void> {
  const { token, newPassword } = validFields;
  if (token === undefined) throw invalid(found);
  const person = await personOfToken(deps, token);
  if (!person) throw invalid({ ...found, token: "invitationOver" });
  const error = newPassword && (await newPasswordError(deps.db, person, newPassword));
  const errors: FieldErrors = { ...found, ...(error && { newPassword: error }) };
  if (!accepted || Object.keys(errors).length > 0) throw invalid(errors);

  const passwordHash = await hashPassword(accepted.newPassword);
  const now = deps.clock();
  await deps.db.transaction(async (trx) => {
    if (!(await consumeInvitation(trx, person.id, hashOfToken(token), { now, address })))
      throw invitationOver();
    await storePassword(trx, person, passwordHash, now);
    await clearAttempts(trx, person.loginId);
    await publishHostUserChange(trx);
  });
}
