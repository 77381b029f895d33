/** Sign-in through the company's OpenID Connect provider (docs/decisions/accounts/company-sign-in.md). */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { Knex } from "knex";
import { absoluteHours, type SessionUser } from "#api/auth/sessions.ts";
import { hashOfToken, newToken } from "#api/auth/tokens.ts";
import type { Deps, MessageDeps } from "#api/deps.ts";
import { companyLinked, notFound, unauthorized, unavailable } from "#api/errors.ts";
import type { companyProblems } from "#contract/people/account.ts";
import type { Configuration } from "#db/models/configuration.ts";
import {
  CompanyIdentity,
  CompanyLogin,
  CompanyLogout,
  CompanySignIn,
} from "#db/models/people/company-sign-in.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Session } from "#db/models/people/session.ts";
import { readInvitation } from "../host-users/invitations.ts";
import { lockVerified, requirePassword } from "../sign-in/own-second-factor.ts";
import { beginSession, type Origin, recordFailure, type SignInResult } from "../sign-in/sign-in.ts";
import { accountOf, type NoAccount } from "./accounts.ts";
import { isOwnLink, type LinkOutcome, linkOwn } from "./links.ts";
import { type Checks, type ProvidedPerson, type Provider, ProviderError } from "./provider.ts";

/** Time to sign in at the provider. */
const startedMinutes = 15;

/** Derived from the browser's token, so that every process computes the same and the database stores only hashes. */
function checksOf(state: string, browser: string): Checks {
  const derived = (use: string) =>
    createHmac("sha256", browser).update(`${use} ${state}`).digest("base64url");
  return { state, nonce: derived("nonce"), verifier: derived("verifier") };
}

interface Started {
  /** The provider's sign-in page. */
  readonly address: URL;
  /** For the cookie of the browser that began it. */
  readonly browser: string;
}

interface StartOptions {
  /** The browser's token of a sign-in that it began in another tab. */
  readonly known: string | undefined;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
}

/** @returns also the row to insert @throws ProviderError */
async function prepare(
  { clock, random }: Pick<Deps, "clock" | "random">,
  provider: Provider,
  { known, redirectUri }: StartOptions,
) {
  const state = newToken(random);
  const browser = known ?? newToken(random);
  const address = await provider.authorizationUrl(checksOf(state, browser), redirectUri);
  const expiresAt = new Date(clock().getTime() + startedMinutes * 60_000);
  return {
    address,
    browser,
    row: { stateHash: hashOfToken(state), browserHash: hashOfToken(browser), expiresAt },
  };
}

/** As `prepare`. @throws HttpError 404 without company sign-in, 503 where the provider does not answer */
async function prepareLink(deps: Deps, options: StartOptions) {
  if (!deps.company) throw notFound();
  try {
    return await prepare(deps, deps.company, options);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error.cause }, "the company's sign-in does not answer");
    throw unavailable();
  }
}

/** Of a sign-in that links no account. */
const unlinked = { hostUserId: null, sessionId: null, invitationHash: null };

/** @param back where to go on in the console @throws ProviderError */
export async function startCompanySignIn(
  deps: Pick<Deps, "db" | "clock" | "random">,
  provider: Provider,
  { back, ...options }: StartOptions & { readonly back: string },
): Promise<Started> {
  const { row, ...started } = await prepare(deps, provider, options);
  await CompanySignIn.query(deps.db).insert({ ...row, ...unlinked, back });
  return started;
}

/**
 * Begins to link the caller's account. Belongs to the session, and ends with it.
 * @throws InvalidInput on currentPassword; HttpError 405 where one is linked, 401 where the session ended or the password
 *   changed meanwhile; as `prepareLink` and `requirePassword`
 */
export async function startOwnLink(
  deps: Deps,
  me: SessionUser,
  currentPassword: string,
  options: StartOptions,
): Promise<Started> {
  if (!deps.company) throw notFound();
  const person = await requirePassword(deps, me, currentPassword);
  const { row, ...started } = await prepareLink(deps, options);
  await deps.db.transaction(async (trx) => {
    await lockVerified(trx, person);
    const { id: hostUserId, sessionId } = me;
    if (await CompanyIdentity.query(trx).findOne({ hostUserId }).select("id")) throw companyLinked();
    if (!(await Session.query(trx).findById(sessionId).forKeyShare())) throw unauthorized();
    await CompanySignIn.query(trx).insert({ ...row, ...unlinked, back: "/account", hostUserId, sessionId });
  });
  return started;
}

/**
 * Begins to accept an invitation by a company account.
 * @throws InvalidInput on token; HttpError 405 where one is linked; as `prepareLink`
 */
export async function startInvitedSignIn(deps: Deps, token: string, options: StartOptions): Promise<Started> {
  if (!deps.company) throw notFound();
  const { id: hostUserId } = await readInvitation(deps, token);
  if (await CompanyIdentity.query(deps.db).findOne({ hostUserId }).select("id")) throw companyLinked();
  const { row, ...started } = await prepareLink(deps, options);
  const invitationHash = hashOfToken(token);
  await CompanySignIn.query(deps.db).insert({ ...row, ...unlinked, back: "/", hostUserId, invitationHash });
  return started;
}

/** Days until an unlinked identity is deleted. */
const unlinkedDays = 30;

export type Problem = (typeof companyProblems)[number];

/** Binds an encrypted token to its row, so that it cannot be moved to another identity's. */
const ownerOf = (identityId: number): string => `company-login:${identityId}`;

/** Consumes a pending sign-in. @returns undefined where it has expired, or another browser began it */
async function consumeStarted(
  { db, clock }: Pick<Deps, "db" | "clock">,
  state: string,
  browser: string,
): Promise<CompanySignIn | undefined> {
  const [started] = await CompanySignIn.query(db)
    .delete()
    .where({ stateHash: hashOfToken(state) })
    .where("expiresAt", ">", clock())
    .returning("*");
  return started && timingSafeEqual(started.browserHash, hashOfToken(browser)) ? started : undefined;
}

interface Returned {
  /** The address that the provider redirected to, with its parameters. */
  readonly current: URL;
  /** The browser's token. */
  readonly browser: string | undefined;
  readonly origin: Origin;
  readonly site: Configuration;
}

interface Outcome {
  readonly back: string;
  readonly result?: SignInResult;
  readonly problem?: Problem;
  /** Of a signed-in person who came back to link their company account. */
  readonly link?: LinkOutcome;
}

type SignInDeps = MessageDeps & Pick<Deps, "db" | "clock" | "random" | "log">;

/** Stores the provider's login, and starts the session or the second step. */
async function startCompanySession(
  trx: Knex.Transaction,
  deps: SignInDeps,
  provider: Provider,
  person: ProvidedPerson,
  { hostUserId, invitationHash }: CompanySignIn,
  { origin, site }: Returned,
): Promise<SignInResult | NoAccount> {
  const { settings } = provider;
  const invited = hostUserId !== null && invitationHash ? { hostUserId, invitationHash } : undefined;
  const found = await accountOf(trx, deps, person, { settings, site, address: origin.address, invited });
  if (typeof found === "string") return found;
  const { account, identityId } = found;
  const { id: loginId } = await CompanyLogin.query(trx).insert({
    identityId,
    providerSession: person.session ?? null,
    ...deps.cipher.encryptSecret(person.idToken, ownerOf(identityId)),
    // One hour more than a session lasts, for the second step before it.
    expiresAt: new Date(deps.clock().getTime() + (absoluteHours + 1) * 3_600_000),
  });
  if (account.isPasswordKept) await HostUser.query(trx).findById(account.id).patch({ isPasswordKept: false });
  const isFactorProved = settings.isSecondFactorProviders || person.isFactorProved;
  return beginSession(trx, deps, account, origin, { loginId, isFactorProved });
}

/**
 * Finishes a sign-in, or a link of the caller's account, that was begun in this browser.
 * @returns where to continue, and what was started; or the problem, which is logged as an event
 */
export async function finishCompanySignIn(
  deps: SignInDeps,
  provider: Provider,
  returned: Returned,
): Promise<Outcome> {
  const { current, browser, origin, site } = returned;
  const { settings } = provider;
  const state = current.searchParams.get("state") ?? "";
  const started = browser === undefined ? undefined : await consumeStarted(deps, state, browser);
  const ownLink = started && isOwnLink(started) ? started : undefined;
  const back = started?.back ?? "/";
  const fail = async <Outcome>(outcome: Outcome, id = started?.hostUserId) => {
    await recordFailure(deps.db, id ?? undefined, origin.address, "company");
    return { back, ...outcome };
  };
  if (!started || browser === undefined) return fail({ problem: "refused" });
  try {
    const person = await provider.exchangeCode(current, checksOf(state, browser));
    if (ownLink) {
      const link = await linkOwn(deps, settings, person, ownLink, origin, site);
      return link === "linked" ? { back, link } : fail({ link });
    }
    const result = await deps.db.transaction((trx) =>
      startCompanySession(trx, deps, provider, person, started, returned),
    );
    if (typeof result !== "string") return { back, result };
    if (result === "loginIdTaken") {
      const same = await HostUser.query(deps.db).select("id").modify("withLoginId", person.loginName).first();
      deps.log.warn({ hostUserId: same?.id }, "company sign-in refused: another account has this login id");
      return fail({ problem: result }, same?.id);
    }
    const { issuer } = settings;
    const identity = await CompanyIdentity.query(deps.db).findOne({ issuer, subject: person.subject });
    return fail({ problem: result }, identity?.hostUserId ?? started.hostUserId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error.cause }, "company sign-in failed");
    return fail(ownLink ? { link: error.reason } : { problem: error.reason });
  }
}

/** @returns a single-use token to sign out at the provider; undefined where the session did not come from there */
export async function createSignOutToken(
  db: Knex,
  sessionId: number,
  random: Deps["random"],
): Promise<string | undefined> {
  const token = newToken(random);
  const marked = await CompanyLogin.query(db)
    .patch({ leaveHash: hashOfToken(token) })
    .where({ id: Session.query(db).select("companyLoginId").findById(sessionId) });
  return marked > 0 ? token : undefined;
}

/** The provider's page for signing out. @returns undefined where the token was used, or there is no such page */
export async function providerSignOutUrl(
  { db, cipher }: Pick<Deps, "db" | "cipher">,
  provider: Provider,
  token: string,
  back: string,
): Promise<URL | undefined> {
  const [login] = await CompanyLogin.query(db)
    .delete()
    .where({ leaveHash: hashOfToken(token) })
    .returning("*");
  if (!login) return undefined;
  return provider.signOutUrl(cipher.decryptSecret(login, ownerOf(login.identityId)), back);
}

/**
 * Ends the sessions that the provider's logout token names. A token is accepted once.
 * @returns ids of the users whose sessions ended
 * @throws ProviderError where the token is invalid or was used before
 */
export async function applyLogoutToken(db: Knex, provider: Provider, token: string): Promise<number[]> {
  const { tokenId, subject, session, expiresAt } = await provider.verifyLogoutToken(token);
  return db.transaction(async (trx) => {
    const id = hashOfToken(tokenId).toString("base64url");
    const inserted = await trx("companyLogouts")
      .insert({ tokenId: id, expiresAt })
      .onConflict()
      .ignore()
      .returning("tokenId");
    if (inserted.length === 0)
      throw new ProviderError("refused", new Error("the logout token was used before"));
    const identities = CompanyIdentity.query(trx).select("id").where({ issuer: provider.settings.issuer });
    if (subject !== undefined) identities.where({ subject });
    const logins = CompanyLogin.query(trx).delete().whereIn("identityId", identities);
    if (session !== undefined) logins.where({ providerSession: session });
    const ended = (await logins.returning("identityId")).map(({ identityId }) => identityId);
    const people = await CompanyIdentity.query(trx).select("hostUserId").whereIn("id", ended);
    return people.flatMap(({ hostUserId }) => hostUserId ?? []);
  });
}

/** Deletes expired sign-ins, and identities that stayed unlinked. */
export async function deleteOldCompanySignIns(db: Knex, now: Date): Promise<void> {
  await CompanySignIn.query(db).delete().where("expiresAt", "<=", now);
  await CompanyLogin.query(db).delete().where("expiresAt", "<=", now);
  await CompanyLogout.query(db).delete().where("expiresAt", "<=", now);
  const since = new Date(now.getTime() - unlinkedDays * 86_400_000);
  await CompanyIdentity.query(db).delete().whereNull("hostUserId").where("seenAt", "<=", since);
}
