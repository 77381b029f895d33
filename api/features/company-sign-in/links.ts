/**
 * Links between company accounts and host users, by administrators and by the people themselves
 * (docs/decisions/accounts/company-sign-in.md).
 */

import type { Knex } from "knex";
import { logAccounts } from "#api/auth/account-log.ts";
import { endSessions, readSession, type SessionUser } from "#api/auth/sessions.ts";
import type { Deps, MessageDeps } from "#api/deps.ts";
import {
  companyGuarded,
  companyNotLinked,
  companyOnlyWay,
  hasResigned,
  invalid,
  lastAdmin,
  notFound,
} from "#api/errors.ts";
import type { CompanySettings } from "#api/settings/company.ts";
import { fromInstant } from "#contract/dates.ts";
import type { companyLinkOutcomes } from "#contract/people/account.ts";
import type { CompanyAccount } from "#contract/people/host-user-access.ts";
import type { OwnCompanyAccount } from "#contract/people/own-company-account.ts";
import { isGuarded } from "#contract/roles.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { EventEntry } from "#db/models/logs.ts";
import { CompanyIdentity, CompanyLogin, type CompanySignIn } from "#db/models/people/company-sign-in.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Session } from "#db/models/people/session.ts";
import { lockPeople, publishHostUserChange } from "../host-users/locks.ts";
import { readHostUser } from "../host-users/rows.ts";
import { notifyUser } from "../messages/account-messages.ts";
import { type At, lockVerified, requirePassword } from "../sign-in/own-second-factor.ts";
import type { Origin } from "../sign-in/sign-in.ts";
import { linkIdentity, roleOf, upsertIdentity } from "./accounts.ts";
import type { ProvidedPerson } from "./provider.ts";

/** Unlinked identities to choose from, the latest ones. */
const maxUnlinked = 100;

/** @throws HttpError 404 */
export async function readCompanyAccount(
  { db, clock }: Pick<Deps, "db" | "clock">,
  hostUserId: number,
  timezone: string,
): Promise<CompanyAccount> {
  await readHostUser(db, hostUserId, clock());
  const present = ({ id, loginName, name, seenAt }: CompanyIdentity) => ({
    id,
    loginName,
    name,
    seenAt: fromInstant(seenAt, timezone),
  });
  const linked = await CompanyIdentity.query(db).findOne({ hostUserId });
  const waiting = await CompanyIdentity.query(db)
    .whereNull("hostUserId")
    .orderBy("seenAt", "desc")
    .limit(maxUnlinked);
  return { linked: linked ? present(linked) : null, waiting: waiting.map(present) };
}

/** Removes a person's link. @returns the identity; undefined where there was none */
async function unlink(trx: Knex.Transaction, hostUserId: number): Promise<number | undefined> {
  const [identity] = await CompanyIdentity.query(trx)
    .where({ hostUserId })
    .patch(CompanyIdentity.unlinked)
    .returning("id");
  return identity?.id;
}

/**
 * Links a person to an unlinked company account, in place of the current one, or removes the link. A link gives access to the
 * account: the person is notified, and accounts of administrators and privacy officers cannot be linked here.
 * @param identityId null removes the link
 * @throws HttpError 404; 405 for a resigned person, for administrators and privacy officers, and for the last administrator's
 *   only way in; InvalidInput on identity
 */
export function linkByAdmin(
  { db, clock, cipher, sms, mail, settings: { company } }: Deps,
  hostUserId: number,
  identityId: number | null,
  { by, site }: { readonly by: number; readonly site: Configuration },
): Promise<void> {
  const now = clock();
  return db.transaction(async (trx) => {
    const identity =
      identityId === null
        ? undefined
        : await CompanyIdentity.query(trx).findById(identityId).whereNull("hostUserId").forUpdate();
    if (identityId !== null && !identity) throw invalid({ identity: "invalid" });
    const { person, isLastAdmin, signsInByPassword } = await lockPeople(trx, hostUserId, { company });
    if (identity && person.status === "resigned") throw hasResigned();
    if (identity && isGuarded(person.role)) throw companyGuarded();
    if (!identity && isLastAdmin && !signsInByPassword) throw lastAdmin();
    if ((await unlink(trx, hostUserId)) !== undefined) {
      await endSessions(trx, hostUserId);
      await logAccounts(trx, "companyUnlink", [person], { by, now });
    }
    if (identity) {
      await linkIdentity(trx, identity, person, { by, now });
      await notifyUser({ trx, cipher, sms, mail, now, site }, person, "accountCompanyLink");
    }
    await publishHostUserChange(trx);
  });
}

export type LinkOutcome = (typeof companyLinkOutcomes)[number];

/** The caller's company account. @throws HttpError 404 where the site has no company sign-in */
export async function readOwnCompanyAccount(
  { db, company }: Pick<Deps, "db" | "company">,
  { id }: SessionUser,
): Promise<OwnCompanyAccount> {
  if (!company) throw notFound();
  const { roles, passwordOff } = company.settings;
  const { passwordHash, role } = await HostUser.query(db)
    .findById(id)
    .select("passwordHash", "role")
    .throwIfNotFound();
  const linked = await CompanyIdentity.query(db).findOne({ hostUserId: id }).select("loginName", "name");
  return {
    linked: linked ? { loginName: linked.loginName, name: linked.name } : null,
    rolesByGroup: roles.length > 0,
    isOnlyWay: passwordHash === null || passwordOff.includes(role),
  };
}

type OwnLink = CompanySignIn & { readonly hostUserId: number; readonly sessionId: number };

export const isOwnLink = (started: CompanySignIn): started is OwnLink =>
  started.hostUserId !== null && started.sessionId !== null;

/**
 * Links the provider's person to the account that the browser is signed in to, and notifies the person.
 * @param origin of the request by which the browser returned
 */
export async function linkOwn(
  { db, clock, cipher, sms, mail }: MessageDeps & Pick<Deps, "db" | "clock">,
  settings: CompanySettings,
  provided: ProvidedPerson,
  { hostUserId, sessionId }: OwnLink,
  { address, presented }: Pick<Origin, "address" | "presented">,
  site: Configuration,
): Promise<LinkOutcome> {
  const now = clock();
  const session = presented ? await readSession(db, presented, { now, isPerson: true }) : undefined;
  if (session?.user.sessionId !== sessionId || session.user.id !== hostUserId) return "refused";
  // They could not sign in by the link.
  if (settings.roles.length > 0 && roleOf(provided.groups, settings.roles) === undefined) return "noRole";
  return db.transaction(async (trx) => {
    const identity = await upsertIdentity(trx, settings, provided, now);
    const person = await HostUser.query(trx).findOne({ id: hostUserId, status: "active" }).forNoKeyUpdate();
    // A password reset ends the sessions under the same lock.
    const isLive = await Session.query(trx).findById(sessionId).select("id");
    if (!person || !isLive) return "refused";
    if (identity.hostUserId !== null) return identity.hostUserId === hostUserId ? "linked" : "taken";
    if (await CompanyIdentity.query(trx).findOne({ hostUserId }).select("id")) return "refused";
    await linkIdentity(trx, identity, person, { by: hostUserId, now, address, isByPassword: true });
    await notifyUser({ trx, cipher, sms, mail, now, site }, person, "accountCompanyOwnLink");
    // The return address is no endpoint of the contract, so its event is not logged automatically.
    await EventEntry.query(trx).insert({
      kind: "call",
      hostUserId,
      address,
      call: "GET /auth/company/return",
      subject: "host_users",
      subjectId: hostUserId,
      detail: "companyLink",
    });
    return "linked";
  });
}

/**
 * Removes the caller's link and ends the sessions that came from it, except the caller's. The person is notified.
 * @throws InvalidInput on currentPassword; HttpError 404 without company sign-in, 405 where there is no link, or the caller's
 *   role can sign in no other way; as `requirePassword`
 */
export async function removeOwnLink(
  deps: Deps,
  me: SessionUser,
  currentPassword: string,
  { address, site }: At,
): Promise<void> {
  const { company, cipher, sms, mail } = deps;
  if (!company) throw notFound();
  const known = await requirePassword(deps, me, currentPassword);
  const now = deps.clock();
  await deps.db.transaction(async (trx) => {
    await lockVerified(trx, known);
    const person = await HostUser.query(trx).findById(me.id).throwIfNotFound();
    if (company.settings.passwordOff.includes(person.role)) throw companyOnlyWay();
    const identityId = await unlink(trx, me.id);
    if (identityId === undefined) throw companyNotLinked();
    await Session.query(trx).findById(me.sessionId).patch({ companyLoginId: null });
    await CompanyLogin.query(trx).delete().where({ identityId });
    await logAccounts(trx, "companyUnlink", [person], { by: me.id, now, address });
    await notifyUser({ trx, cipher, sms, mail, now, site }, person, "accountCompanyOwnUnlink");
    await publishHostUserChange(trx);
  });
}
