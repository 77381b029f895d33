/**
 * Management of host users: profile, role, sessions, second factor, removal (docs/behaviour.md, "Host users" and
 * "Roles and permissions").
 */
import type * as z from "zod/mini";
import { logAccounts } from "#api/auth/account-log.ts";
import { endSessions } from "#api/auth/sessions.ts";
import { onForeignKeyViolation, onUniqueViolation } from "#api/constraint-errors.ts";
import type { Deps } from "#api/deps.ts";
import {
  factorByServer,
  hostReferenced,
  invalid,
  lastAdmin,
  ownAccount,
  ownSecondFactor,
} from "#api/errors.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { addHostUser, changeHostUserProfile } from "#contract/people/host-users.ts";
import { isGuarded, type Role } from "#contract/roles.ts";
import { AccessLog, AccountLog } from "#db/models/logs.ts";
import { Message } from "#db/models/message.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { FactorResetRequest, Invitation } from "#db/models/people/invitation.ts";
import { notifyOfGuardedAccounts, notifyUser } from "../messages/account-messages.ts";
import { storePassword } from "../sign-in/passwords.ts";
import { logFactor, removeFactor } from "../sign-in/second-factor.ts";
import { clearAttempts } from "../sign-in/sign-in.ts";
import { checkAccounts, insertAccounts } from "./create.ts";
import { type AccountChange, confirmOrRequest } from "./deliver-invitations.ts";
import { inviteOne, unlinkCompanyAccount } from "./invitations.ts";
import { lockPeople, publishHostUserChange } from "./locks.ts";
import { type HostUserRow, type Invited, readHostUser } from "./rows.ts";

type NewPerson = z.output<typeof addHostUser.body>;
type Profile = z.output<typeof changeHostUserProfile.body>;

const loginIdTaken: FieldErrors = { loginId: "loginIdTaken" };

/** Adds a person and invites them to choose a password. @throws InvalidInput with every invalid field */
export async function addPerson(
  deps: Deps,
  { value, validFields, errors }: ReadFields<NewPerson>,
  change: AccountChange,
): Promise<Invited> {
  const { db, clock, cipher, sms, mail } = deps;
  const { by, site } = change;
  const now = clock();
  return db.transaction(async (trx) => {
    const [checked] = await checkAccounts(trx, [validFields]);
    const allErrors = { ...checked?.errors, ...errors };
    if (!value || Object.keys(allErrors).length > 0) throw invalid(allErrors);
    const { company: companyId, ...account } = value;
    const ids = await insertAccounts(trx, [{ ...account, companyId }], now);
    const id = ids.get(account.loginId);
    if (id === undefined) throw invalid(loginIdTaken);
    const { loginId, role: toRole } = account;
    await logAccounts(trx, "add", [{ id, loginId, toRole }], { by, now });
    if (isGuarded(toRole))
      await notifyOfGuardedAccounts({ trx, cipher, sms, mail, now, site }, [{ id, name: account.name }], by);
    return inviteOne({ ...deps, trx }, id, change);
  });
}

/**
 * Changes a person's profile. Logs a new mobile number or e-mail address and notifies the person at the former and the new
 * one. Notifies them of a new login id, too.
 * @throws InvalidInput with every invalid field; HttpError 404
 */
export async function changeProfile(
  { db, clock, cipher, sms, mail }: Deps,
  id: number,
  { value, validFields, errors }: ReadFields<Profile>,
  { by, site }: AccountChange,
): Promise<HostUserRow> {
  const now = clock();
  return onUniqueViolation(
    loginIdTaken,
    db.transaction(async (trx) => {
      const current = await readHostUser(trx, id, now);
      const [checked] = await checkAccounts(trx, [validFields], current);
      const allErrors: FieldErrors = {
        ...checked?.errors,
        ...(validFields.id !== undefined && validFields.id !== id && { id: "invalid" as const }),
        ...errors,
      };
      if (!value || Object.keys(allErrors).length > 0) throw invalid(allErrors);
      const { id: _, company: companyId, ...change } = value;
      const hasNewEmail = change.email !== undefined && change.email !== current.email;
      await HostUser.query(trx)
        .findById(id)
        .patch({ ...change, companyId, updatedAt: now, ...(hasNewEmail && { emailBouncedAt: null }) });
      const changed = await readHostUser(trx, id, now);
      const messaging = { trx, cipher, sms, mail, now, site };
      if (changed.cellPhone !== current.cellPhone) {
        await logAccounts(trx, "number", [changed], { by, now });
        await notifyUser(messaging, changed, "accountNumber", current);
      }
      if (changed.email !== current.email) {
        await logAccounts(trx, "email", [changed], { by, now });
        await notifyUser(messaging, changed, "accountEmail", current);
      }
      if (changed.loginId !== current.loginId) await notifyUser(messaging, changed, "accountLoginId");
      await publishHostUserChange(trx);
      return changed;
    }),
  );
}

/**
 * Changes a person's role and ends their sessions, which show data of the old role. A new administrator or privacy officer
 * chooses another password: others may have had the link by which the current one was chosen.
 * @returns with an invitation where the person has to choose another password
 * @throws HttpError 404; 405 for the last active administrator, and where the caller would become privacy officer
 */
export function changeRole(
  deps: Deps,
  id: number,
  role: Role,
  change: AccountChange,
): Promise<Omit<Invited, "invitation"> & Partial<Invited>> {
  const { db, clock, cipher, sms, mail } = deps;
  const { by, site } = change;
  const now = clock();
  return db.transaction(async (trx) => {
    const { person, isLastAdmin } = await lockPeople(trx, id, { company: deps.settings.company });
    if (person.role === role) return { row: await readHostUser(trx, id, now) };
    if (isLastAdmin) throw lastAdmin();
    if (id === by && role === "privacy") throw ownAccount();
    await HostUser.query(trx).findById(id).patch({ role, updatedAt: now });
    await endSessions(trx, id);
    const { loginId, role: fromRole } = person;
    await logAccounts(trx, "role", [{ id, loginId, fromRole, toRole: role }], { by, now });
    const messaging = { trx, cipher, sms, mail, now, site };
    await notifyUser(messaging, person, "accountRole");
    await publishHostUserChange(trx);
    const isPromoted = isGuarded(role) && !isGuarded(fromRole);
    if (isGuarded(role)) await notifyOfGuardedAccounts(messaging, [person], by);
    if (isPromoted) await unlinkCompanyAccount(trx, person, { by, now });
    const wasInvited = (await Invitation.query(trx).findById(id).select("hostUserId")) !== undefined;
    if (!isPromoted || (person.passwordHash === null && !wasInvited))
      return { row: await readHostUser(trx, id, now) };
    await storePassword(trx, person, null, now);
    return inviteOne({ ...deps, trx }, id, change);
  });
}

/** Clears the delay after failed sign-in attempts. @throws HttpError 404 */
export function unlock(deps: Deps, id: number, by: number): Promise<HostUserRow> {
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    const { loginId } = (await lockPeople(trx, id)).person;
    await clearAttempts(trx, loginId);
    await logAccounts(trx, "unlock", [{ id, loginId }], { by, now });
    await publishHostUserChange(trx);
    return readHostUser(trx, id, now);
  });
}

/** Signs a person out everywhere, and notifies them. @throws HttpError 404 */
export function endSessionsOf(
  { db, clock, cipher, sms, mail }: Deps,
  id: number,
  { by, site }: Omit<AccountChange, "origin">,
): Promise<void> {
  const now = clock();
  return db.transaction(async (trx) => {
    const { person } = await lockPeople(trx, id);
    await endSessions(trx, id);
    await logAccounts(trx, "endSessions", [person], { by, now });
    if (id !== by) await notifyUser({ trx, cipher, sms, mail, now, site }, person, "accountSignedOut");
    await publishHostUserChange(trx);
  });
}

/** @throws HttpError 404; 405 for the caller, the last active administrator, and people named by visits or logs */
export function removePerson(deps: Deps, id: number, by: number): Promise<void> {
  const { db, clock } = deps;
  return onForeignKeyViolation(
    hostReferenced,
    db.transaction(async (trx) => {
      const { person, isLastAdmin } = await lockPeople(trx, id, { company: deps.settings.company });
      if (id === by) throw ownAccount();
      if (isLastAdmin) throw lastAdmin();
      // These logs have no foreign key, because they outlive the people they name.
      const hasRead = await AccessLog.query(trx).findOne({ hostUserId: id }).select("id");
      const hasActed = await AccountLog.query(trx).findOne({ actorId: id }).select("id");
      if (hasRead || hasActed) throw hostReferenced();
      // Other messages refer to the person and keep the row from being deleted.
      await Message.query(trx).delete().where({ hostUserId: id, event: "invitation" });
      await HostUser.query(trx).deleteById(id);
      const { loginId, role: fromRole } = person;
      await logAccounts(trx, "remove", [{ id, loginId, fromRole }], { by, now: clock() });
      await publishHostUserChange(trx);
    }),
  );
}

/**
 * Removes the second factor of a person who lost their phone, ends their sessions, and notifies them. For an administrator or
 * privacy officer a second administrator has to confirm: until then nothing changes, and the person is notified of the request
 * (docs/decisions/accounts/second-factor.md).
 * @throws HttpError 404; 405 for the caller, and for an administrator or privacy officer where no one could confirm
 */
export function resetSecondFactor(
  deps: Deps,
  id: number,
  { by, site }: Omit<AccountChange, "origin">,
): Promise<{ row: HostUserRow; state: "done" | "confirmation" }> {
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    const { person } = await lockPeople(trx, id);
    if (id === by) throw ownSecondFactor();
    const row = () => readHostUser(trx, id, now);
    if (!(await row()).hasSecondFactor) return { row: await row(), state: "done" };
    if (isGuarded(person.role)) {
      const state = await confirmOrRequest(trx, FactorResetRequest, person, { by, now });
      if (state === undefined) throw factorByServer();
      if (state === "requested") {
        await logFactor(trx, deps, person, "factorRequest", { by, site });
        return { row: await row(), state: "confirmation" };
      }
      await logFactor(trx, deps, person, "factorConfirm", { by, site });
    }
    await removeFactor(trx, id);
    await endSessions(trx, id);
    await logFactor(trx, deps, person, "factorReset", { by, site });
    return { row: await row(), state: "done" };
  });
}
