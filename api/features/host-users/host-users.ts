/**
 * Host users: added, changed, given a role, unlocked, removed (docs/behaviour.md, "Host users" and
 * "Roles and permissions").
 */

import type * as z from "zod/mini";
import { logAccounts } from "#api/auth/account-log.ts";
import { endSessions } from "#api/auth/sessions.ts";
import { onForeignKeyViolation, onUniqueViolation } from "#api/constraint-errors.ts";
import type { Deps } from "#api/deps.ts";
import { hostReferenced, invalid, ownAccount } from "#api/errors.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { addHostUser, changeHostUserProfile } from "#contract/people/host-users.ts";
import { isGuarded, type Role } from "#contract/roles.ts";
import { AccessLog, AccountLog } from "#db/models/logs.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Invitation } from "#db/models/people/invitation.ts";
import { SmsMessage } from "#db/models/sms-message.ts";
import { tellGuarded, tellPerson } from "../messages/account-messages.ts";
import { storePassword } from "../sign-in/passwords.ts";
import { clearAttempts } from "../sign-in/sign-in.ts";
import { checkAccounts, createAccounts } from "./create.ts";
import type { AccountChange } from "./deliver-invitations.ts";
import { type Invited, inviteOne, unlinkUnvouched } from "./invitations.ts";
import { lockPeople, notePeople } from "./locks.ts";
import { type HostUserRow, readHostUser } from "./rows.ts";

type NewPerson = z.output<typeof addHostUser.body>;
type Profile = z.output<typeof changeHostUserProfile.body>;

const loginIdTaken: FieldErrors = { loginId: "loginIdTaken" };

/**
 * Adds a person, who chooses a password by the invitation.
 * @param fields the body
 * @throws InvalidInput with every bad field
 */
export async function addPerson(
  deps: Deps,
  { value, validFields, errors }: ReadFields<NewPerson>,
  change: AccountChange,
): Promise<Invited> {
  const { db, clock, cipher } = deps;
  const { by, site } = change;
  const now = clock();
  return db.transaction(async (trx) => {
    const [checked] = await checkAccounts(trx, [validFields]);
    const all = { ...checked?.errors, ...errors };
    if (!value || Object.keys(all).length > 0) throw invalid(all);
    const { company: companyId, ...account } = value;
    const ids = await createAccounts(trx, [{ ...account, companyId }], now);
    const id = ids.get(account.loginId);
    if (id === undefined) throw invalid(loginIdTaken);
    const { loginId, role: toRole } = account;
    await logAccounts(trx, "add", [{ id, loginId, toRole }], { by, now });
    if (isGuarded(toRole)) await tellGuarded({ trx, cipher, now, site }, [{ id, name: account.name }], by);
    return inviteOne(trx, deps, id, change);
  });
}

/**
 * Changes who a person is. Another mobile number is logged, and told to the former one and the new one; another login id is told,
 * too.
 * @param fields the body
 * @throws InvalidInput with every bad field; HttpError 404
 */
export async function changeProfile(
  { db, clock, cipher }: Deps,
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
      const all: FieldErrors = {
        ...checked?.errors,
        ...(validFields.id !== undefined && validFields.id !== id && { id: "invalid" as const }),
        ...errors,
      };
      if (!value || Object.keys(all).length > 0) throw invalid(all);
      const { loginId, name, enName, company, department, position, phone, cellPhone, email } = value;
      const change = {
        ...{ loginId, name, enName, department, position, phone, cellPhone, email },
        inPublicSearch: value.inPublicSearch,
        companyId: company,
        // somebody may be at the new one
        ...(email !== undefined && email !== current.email && { emailBouncedAt: null }),
      };
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      await HostUser.query(trx)
        .findById(id)
        .patch({ ...Object.fromEntries(given), updatedAt: now });
      const changed = await readHostUser(trx, id, now);
      if (changed.cellPhone !== current.cellPhone) {
        await logAccounts(trx, "number", [changed], { by, now });
        await tellPerson({ trx, cipher, now, site }, changed, "accountNumber", current);
      }
      if (changed.email !== current.email) {
        await logAccounts(trx, "email", [changed], { by, now });
        await tellPerson({ trx, cipher, now, site }, changed, "accountEmail", current);
      }
      if (changed.loginId !== current.loginId)
        await tellPerson({ trx, cipher, now, site }, changed, "accountLoginId");
      await notePeople(trx);
      return changed;
    }),
  );
}

interface ChangedRole {
  readonly row: HostUserRow;
  /** How the person gets to choose another password, where they have to. */
  readonly invitation: Invited["invitation"] | undefined;
}

/**
 * Changes a person's role and ends their sessions, which show what the old role may see. Who becomes an administrator
 * or privacy officer chooses another password: others may have had the link of the one they have.
 * @throws HttpError 404; 405 for the last active administrator, and for who makes themselves privacy officer
 */
export function changeRole(deps: Deps, id: number, role: Role, change: AccountChange): Promise<ChangedRole> {
  const { db, clock, cipher } = deps;
  const { by, site } = change;
  const now = clock();
  return db.transaction(async (trx) => {
    const { person, requireAnotherAdmin } = await lockPeople(trx, id);
    if (person.role === role) return { row: await readHostUser(trx, id, now), invitation: undefined };
    requireAnotherAdmin(deps.settings.company);
    if (id === by && role === "privacy") throw ownAccount();
    await HostUser.query(trx).findById(id).patch({ role, updatedAt: now });
    await endSessions(trx, id);
    const { loginId, role: fromRole } = person;
    await logAccounts(trx, "role", [{ id, loginId, fromRole, toRole: role }], { by, now });
    const messaging = { trx, cipher, now, site };
    await tellPerson(messaging, person, "accountRole");
    await notePeople(trx);
    const isRaised = isGuarded(role) && !isGuarded(fromRole);
    if (isGuarded(role)) await tellGuarded(messaging, [person], by);
    if (isRaised) await unlinkUnvouched(trx, person, { by, now });
    const wasInvited = (await Invitation.query(trx).findById(id).select("hostUserId")) !== undefined;
    if (!isRaised || (person.passwordHash === null && !wasInvited))
      return { row: await readHostUser(trx, id, now), invitation: undefined };
    await storePassword(trx, person, null, now);
    return inviteOne(trx, deps, id, change);
  });
}

/**
 * Lifts the delay after wrong sign-in attempts.
 * @param by who does it
 * @throws HttpError 404
 */
export function unlock(deps: Deps, id: number, by: number): Promise<HostUserRow> {
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    const { loginId } = (await lockPeople(trx, id)).person;
    await clearAttempts(trx, loginId);
    await logAccounts(trx, "unlock", [{ id, loginId }], { by, now });
    await notePeople(trx);
    return readHostUser(trx, id, now);
  });
}

/**
 * Signs a person out everywhere, and tells them.
 * @throws HttpError 404
 */
export function endSessionsOf(
  { db, clock, cipher }: Deps,
  id: number,
  { by, site }: Omit<AccountChange, "origin">,
): Promise<void> {
  const now = clock();
  return db.transaction(async (trx) => {
    const { person } = await lockPeople(trx, id);
    await endSessions(trx, id);
    await logAccounts(trx, "endSessions", [person], { by, now });
    if (id !== by) await tellPerson({ trx, cipher, now, site }, person, "accountSignedOut");
    await notePeople(trx);
  });
}

/**
 * Removes a person whom no visit and no log references.
 * @param by who does it
 * @throws HttpError 404; 405 for oneself, the last active administrator, and whom visits or logs name
 */
export function removePerson(deps: Deps, id: number, by: number): Promise<void> {
  const { db, clock } = deps;
  return onForeignKeyViolation(
    hostReferenced,
    db.transaction(async (trx) => {
      const { person, requireAnotherAdmin } = await lockPeople(trx, id);
      if (id === by) throw ownAccount();
      requireAnotherAdmin(deps.settings.company);
      // These logs have no foreign key, because they outlive the people they name.
      const hasRead = await AccessLog.query(trx).findOne({ hostUserId: id }).select("id");
      const hasActed = await AccountLog.query(trx).findOne({ actorId: id }).select("id");
      if (hasRead || hasActed) throw hostReferenced();
      // An invitation is of nobody then; every other message keeps its person.
      await SmsMessage.query(trx).delete().where({ hostUserId: id, event: "invitation" });
      await HostUser.query(trx).deleteById(id);
      const { loginId, role: fromRole } = person;
      await logAccounts(trx, "remove", [{ id, loginId, fromRole }], { by, now: clock() });
      await notePeople(trx);
    }),
  );
}
