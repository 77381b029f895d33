/** Accounts of people who come from the company's provider (docs/decisions/accounts/company-sign-in.md). */

import type { Knex } from "knex";
import { logAccounts } from "#api/auth/account-log.ts";
import { endSessions } from "#api/auth/sessions.ts";
import type { Deps, MessageDeps } from "#api/deps.ts";
import type { CompanySettings, GroupRole } from "#api/settings/company.ts";
import { emailOrEmpty, line } from "#contract/fields.ts";
import { loginId as loginIdSchema } from "#contract/people/host-users.ts";
import { isGuarded, type Role } from "#contract/roles.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { AccountLog } from "#db/models/logs.ts";
import { CompanyIdentity } from "#db/models/people/company-sign-in.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Company } from "#db/models/reference-record.ts";
import { insertAccounts } from "../host-users/create.ts";
import { consumeInvitation } from "../host-users/invitations.ts";
import { type LockedPerson, lockPeople, publishHostUserChange } from "../host-users/locks.ts";
import { notifyOfGuardedAccounts, notifyUser } from "../messages/account-messages.ts";
import { storePassword } from "../sign-in/passwords.ts";
import type { ProvidedPerson } from "./provider.ts";

/**
 * Why the provider's person cannot sign in: no active account, a new one whose login id another account has, no matching group,
 * an invitation that is over, or one to another account than the linked one.
 */
export type NoAccount = "noAccount" | "loginIdTaken" | "noRole" | "refused" | "taken";

interface SignInContext {
  readonly settings: CompanySettings;
  readonly site: Configuration;
  /** The client's IP address. */
  readonly address: string;
  readonly invited: Invited | undefined;
}

type AccountDeps = MessageDeps & Pick<Deps, "clock">;

/** The role of a person in these groups; undefined where no rule matches. */
export const roleOf = (groups: readonly string[], rules: readonly GroupRole[]): Role | undefined =>
  rules.find(({ group }) => group === "*" || groups.includes(group))?.role;

/** Inserts or updates a person's identity. The second of two concurrent sign-ins waits for the first. */
export async function upsertIdentity(
  trx: Knex.Transaction,
  { issuer }: CompanySettings,
  { subject, loginName, name }: ProvidedPerson,
  seenAt: Date,
): Promise<CompanyIdentity> {
  const names = { loginName: loginName.slice(0, 200), name: name.slice(0, 200) };
  return CompanyIdentity.query(trx)
    .insert({ issuer, subject, ...names, seenAt, hostUserId: null })
    .onConflict(["issuer", "subject"])
    .merge(["loginName", "name", "seenAt"])
    .returning("*");
}

/** Creates an account, unless there is no company, or the login id is invalid or another account's. */
async function createAccount(
  trx: Knex.Transaction,
  { clock, cipher, sms, mail }: AccountDeps,
  { loginName, name, email }: ProvidedPerson,
  role: Role,
  { settings, site, address }: SignInContext,
): Promise<number | NoAccount> {
  const now = clock();
  const companies = await Company.query(trx)
    .select("id", "name", "enName")
    .where({ inUse: true })
    .orderBy(["dispOrder", "id"]);
  const company = settings.company
    ? companies.find((one) => one.name === settings.company || one.enName === settings.company)
    : companies[0];
  const loginId = loginIdSchema.safeParse(loginName).data;
  if (!company || loginId === undefined) return "noAccount";
  const account = {
    loginId,
    role,
    companyId: company.id,
    name: line(50).safeParse(name).data ?? loginId,
    email: emailOrEmpty.safeParse(email).data ?? "",
  };
  const id = (await insertAccounts(trx, [account], now)).get(loginId);
  if (id === undefined) return "loginIdTaken";
  await logAccounts(trx, "add", [{ id, loginId, toRole: role }], { by: id, now, address });
  if (isGuarded(role))
    await notifyOfGuardedAccounts({ trx, cipher, sms, mail, now, site }, [{ id, name: account.name }], id);
  await publishHostUserChange(trx);
  return id;
}

/** An invitation that a person accepts by their company account. */
export interface Invited {
  readonly hostUserId: number;
  readonly invitationHash: Buffer;
}

/**
 * Links an identity to an account, and logs it.
 * @param by the administrator, or the person
 * @param isByPassword the person confirmed the link with their password or an invitation
 */
export async function linkIdentity(
  trx: Knex.Transaction,
  { id: identityId }: Pick<CompanyIdentity, "id">,
  person: Pick<HostUser, "id" | "loginId">,
  {
    by,
    now,
    address,
    isByPassword = false,
  }: { readonly by: number; readonly now: Date; readonly address?: string; readonly isByPassword?: boolean },
): Promise<void> {
  const isByAdmin = by !== person.id;
  await CompanyIdentity.query(trx)
    .findById(identityId)
    .patch({ hostUserId: person.id, isByAdmin, isByPassword });
  await logAccounts(trx, "companyLink", [person], { by, now, ...(address !== undefined && { address }) });
  await publishHostUserChange(trx);
}

/** Logs once a day that a person keeps their role; a job alerts administrators and privacy officers. */
async function logKeptRole(
  trx: Knex.Transaction,
  { id, loginId, role: fromRole }: LockedPerson,
  toRole: Role,
  { now, address }: { readonly now: Date; readonly address: string },
): Promise<void> {
  const since = new Date(now.getTime() - 86_400_000);
  const logged = await AccountLog.query(trx)
    .findOne({ hostUserId: id, action: "roleKept" })
    .where("at", ">", since)
    .select("id");
  if (logged) return;
  await logAccounts(trx, "roleKept", [{ id, loginId, fromRole, toRole }], { by: id, now, address });
  await publishHostUserChange(trx);
}

/**
 * Applies the role of a person's groups; a new administrator or privacy officer loses the password. The last administrator
 * who can sign in keeps the role, because only administrators appoint others.
 */
async function applyRole(
  trx: Knex.Transaction,
  { clock, cipher, sms, mail }: AccountDeps,
  id: number,
  role: Role,
  { settings, site, address }: SignInContext,
): Promise<void> {
  const now = clock();
  // Checked first, because the lock covers all administrators.
  const isSame = await HostUser.query(trx).findOne({ id, role }).select("id");
  if (isSame) return;
  const { person, isLastAdmin } = await lockPeople(trx, id, { company: settings });
  if (isLastAdmin) return logKeptRole(trx, person, role, { now, address });
  const { loginId, role: fromRole } = person;
  await HostUser.query(trx).findById(id).patch({ role, updatedAt: now });
  await endSessions(trx, id);
  await logAccounts(trx, "role", [{ id, loginId, fromRole, toRole: role }], { by: id, now, address });
  const messaging = { trx, cipher, sms, mail, now, site };
  await notifyUser(messaging, person, "accountRole");
  if (isGuarded(role)) await notifyOfGuardedAccounts(messaging, [person], id);
  // As in `changeRole`: others may have had the link by which the password was chosen.
  if (isGuarded(role) && !isGuarded(fromRole)) await storePassword(trx, person, null, now);
  await publishHostUserChange(trx);
}

/** Links the account of an invitation, and notifies the person. */
async function linkInvited(
  trx: Knex.Transaction,
  { clock, cipher, sms, mail }: AccountDeps,
  identity: CompanyIdentity,
  { hostUserId, invitationHash }: Invited,
  { site, address }: SignInContext,
): Promise<number | NoAccount> {
  const now = clock();
  const account = await consumeInvitation(trx, hostUserId, invitationHash, { now, address });
  if (!account || (await CompanyIdentity.query(trx).findOne({ hostUserId }).select("id"))) return "refused";
  await linkIdentity(trx, identity, account, { by: hostUserId, now, address, isByPassword: true });
  await notifyUser({ trx, cipher, sms, mail, now, site }, account, "accountCompanyOwnLink");
  return hostUserId;
}

/** Finds the person's account, links that of an invitation, or creates one; never by a name, which the provider chooses. */
async function findAccount(
  trx: Knex.Transaction,
  deps: AccountDeps,
  identity: CompanyIdentity,
  { person, role }: { readonly person: ProvidedPerson; readonly role: Role },
  context: SignInContext,
): Promise<number | NoAccount> {
  const { hostUserId } = identity;
  const { settings, address, invited } = context;
  if (hostUserId !== null) return invited && invited.hostUserId !== hostUserId ? "taken" : hostUserId;
  if (invited) return linkInvited(trx, deps, identity, invited, context);
  if (!settings.createsAccounts) return "noAccount";
  const id = await createAccount(trx, deps, person, role, context);
  if (typeof id === "number")
    await linkIdentity(
      trx,
      identity,
      { id, loginId: person.loginName },
      { by: id, now: deps.clock(), address },
    );
  return id;
}

/**
 * Finds a person's account and applies the role of their groups. A person without a matching group is signed out everywhere
 * and becomes a host.
 * @returns the locked account, or why there is none; the caller commits in both cases
 */
export async function accountOf(
  trx: Knex.Transaction,
  deps: AccountDeps,
  person: ProvidedPerson,
  context: SignInContext,
): Promise<{ readonly identityId: number; readonly account: HostUser } | NoAccount> {
  const { settings } = context;
  const identity = await upsertIdentity(trx, settings, person, deps.clock());
  const hasRules = settings.roles.length > 0;
  const role = hasRules ? roleOf(person.groups, settings.roles) : undefined;
  if (hasRules && role === undefined) {
    if (identity.hostUserId !== null) {
      await applyRole(trx, deps, identity.hostUserId, "host", context);
      await endSessions(trx, identity.hostUserId);
    }
    return "noRole";
  }
  const id = await findAccount(trx, deps, identity, { person, role: role ?? "host" }, context);
  if (typeof id === "string") return id;
  const isActive = await HostUser.query(trx).findOne({ id, status: "active" }).select("id");
  if (!isActive) return "noAccount";
  if (role !== undefined) await applyRole(trx, deps, id, role, context);
  const account = await HostUser.query(trx).findOne({ id, status: "active" }).forNoKeyUpdate();
  return account ? { identityId: identity.id, account } : "noAccount";
}
