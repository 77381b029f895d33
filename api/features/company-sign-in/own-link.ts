/**
 * One's own company account, on the account page: linked by the password and the provider's word, and taken away by the
 * password (docs/decisions/accounts/company-sign-in.md).
 */
import { logAccounts } from "#api/auth/account-log.ts";
import { readSession, type SessionUser } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import {
  companyLinked,
  companyNotLinked,
  companyOnlyWay,
  notFound,
  unauthorized,
  unavailable,
} from "#api/errors.ts";
import type { companyLinkOutcomes } from "#contract/people/account.ts";
import type { OwnCompanyAccount } from "#contract/people/own-company-account.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { EventEntry } from "#db/models/logs.ts";
import { CompanyIdentity, CompanyLogin, type CompanySignIn } from "#db/models/people/company-sign-in.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Session } from "#db/models/people/session.ts";
import { notePeople } from "../host-users/locks.ts";
import { tellPerson } from "../messages/account-messages.ts";
import { type At, lockVerified, requirePassword } from "../sign-in/own-second-factor.ts";
import { linkIdentity, noteIdentity, roleOf } from "./accounts.ts";
import { unlink } from "./links.ts";
import { type ProvidedPerson, type Provider, ProviderError } from "./provider.ts";
import { type Departure, keepStarted, prepareWay, type Started } from "./start.ts";

/** Where the way to the provider leads back to. */
const accountPage = "/account";

/** What became of it, as the account page says it. */
export type LinkOutcome = (typeof companyLinkOutcomes)[number];

/** Which company account one has. @throws HttpError 404 where the site has no company sign-in */
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

/**
 * Begins a link: it belongs to the session, and ends with it.
 * @throws InvalidInput on currentPassword; HttpError 404 without company sign-in, 405 where one is linked, 401 where the
 *   session or the password is another by now, 503 where the provider does not answer; as `requirePassword`
 */
export async function startOwnLink(
  deps: Deps,
  me: SessionUser,
  currentPassword: string,
  departure: Departure,
): Promise<Started> {
  const { company } = deps;
  if (!company) throw notFound();
  const person = await requirePassword(deps, me, currentPassword);
  const { row, ...started } = await prepareWay(deps, company, departure).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error.cause }, "the company's sign-in does not answer");
    throw unavailable();
  });
  await deps.db.transaction(async (trx) => {
    await lockVerified(trx, person);
    const { id: hostUserId, sessionId } = me;
    if (await CompanyIdentity.query(trx).findOne({ hostUserId }).select("id")) throw companyLinked();
    if (!(await Session.query(trx).findById(sessionId).forKeyShare())) throw unauthorized();
    await keepStarted(trx, { ...row, back: accountPage, hostUserId, sessionId });
  });
  return started;
}

/** Of which session, and whose. */
type OwnLink = CompanySignIn & { readonly hostUserId: number; readonly sessionId: number };

export const isOwnLink = (started: CompanySignIn): started is OwnLink =>
  started.hostUserId !== null && started.sessionId !== null;

interface Return {
  readonly origin: { readonly address: string; readonly presented: string | undefined };
  readonly site: Configuration;
}

/** Links who came back to the account that the browser is still signed in to; the person is told. */
async function linkOwn(
  { db, clock, cipher }: Pick<Deps, "db" | "clock" | "cipher">,
  { settings }: Provider,
  provided: ProvidedPerson,
  { hostUserId, sessionId }: OwnLink,
  { origin: { address, presented }, site }: Return,
): Promise<LinkOutcome> {
  const now = clock();
  const session = presented ? await readSession(db, presented, { now, isPerson: true }) : undefined;
  if (session?.user.sessionId !== sessionId || session.user.id !== hostUserId) return "refused";
  // They could not sign in by it.
  if (settings.roles.length > 0 && roleOf(provided.groups, settings.roles) === undefined) return "noRole";
  return db.transaction(async (trx) => {
    const identity = await noteIdentity(trx, settings, provided, now);
    const person = await HostUser.query(trx).findOne({ id: hostUserId, status: "active" }).forNoKeyUpdate();
    // Whatever takes the password away ends the sessions under the same lock.
    const isLive = await Session.query(trx).findById(sessionId).select("id");
    if (!person || !isLive) return "refused";
    if (identity.hostUserId !== null) return identity.hostUserId === hostUserId ? "linked" : "taken";
    if (await CompanyIdentity.query(trx).findOne({ hostUserId }).select("id")) return "refused";
    await linkIdentity(trx, identity, person, { by: hostUserId, now, address, isByPassword: true });
    await tellPerson({ trx, cipher, now, site }, person, "accountCompanyOwnLink");
    // The return is no call of ours that would keep its own row.
    const done = { kind: "call", hostUserId, address, call: "GET /auth/company/return" } as const;
    await EventEntry.query(trx).insert({
      ...done,
      ...{ subject: "host_users", subjectId: hostUserId, detail: "companyLink" },
    });
    return "linked";
  });
}

/** Ends a link that was begun in this browser. @param providing who came back */
export async function finishOwnLink(
  deps: Pick<Deps, "db" | "clock" | "cipher" | "log">,
  provider: Provider,
  providing: Promise<ProvidedPerson>,
  started: OwnLink,
  returned: Return,
): Promise<LinkOutcome> {
  try {
    return await linkOwn(deps, provider, await providing, started, returned);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error.cause }, "a company account was not linked");
    return error.reason;
  }
}

/**
 * Takes one's link away; sessions that came from there end, but for the caller's. The person is told.
 * @throws InvalidInput on currentPassword; HttpError 404 without company sign-in, 405 where there is no link, or one's
 *   role signs in by it only, so that nobody, the last administrator neither, is locked out; as `requirePassword`
 */
export async function removeOwnLink(
  deps: Deps,
  me: SessionUser,
  currentPassword: string,
  { address, site }: At,
): Promise<void> {
  const { company, cipher } = deps;
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
    await tellPerson({ trx, cipher, now, site }, person, "accountCompanyOwnUnlink");
    await notePeople(trx);
  });
}
