/** Signing in by the company's provider: sent there, and back with its word (docs/decisions/accounts/company-sign-in.md). */
import { timingSafeEqual } from "node:crypto";
import type { Knex } from "knex";
import { absoluteHours } from "#api/auth/sessions.ts";
import { hashOfToken, newToken } from "#api/auth/tokens.ts";
import type { Deps } from "#api/deps.ts";
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
import { type Entered, enter, type Origin, recordFailure } from "../sign-in/sign-in.ts";
import { accountOf, type NoAccount } from "./accounts.ts";
import { finishOwnLink, isOwnLink, type LinkOutcome } from "./own-link.ts";
import { type Provider, ProviderError } from "./provider.ts";
import { checksOf } from "./start.ts";

/** Who is nobody's yet is forgotten after so many days. */
const waitingDays = 30;

/** Why nobody was signed in, as the sign-in page says it. */
export type Problem = (typeof companyProblems)[number];

/** What a token is sealed for: it cannot be moved to another identity's row. */
const ownerOf = (identityId: number): string => `company-login:${identityId}`;

/** Uses a sign-in that was begun up. @returns undefined where it is over, or another browser began it */
async function takeStarted(
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

export interface Returned {
  /** The address that the provider sent the browser to. */
  readonly current: URL;
  /** The browser's token. */
  readonly browser: string | undefined;
  readonly origin: Origin;
  readonly site: Configuration;
}

export interface Outcome {
  readonly back: string;
  readonly entered?: Entered;
  readonly problem?: Problem;
  /** Somebody who is signed in linked their company account, or did not come to it. */
  readonly link?: LinkOutcome;
}

type SignInDeps = Pick<Deps, "db" | "clock" | "random" | "cipher" | "log">;

/** Keeps what the provider vouched for, and starts the session, or the second step. */
async function enterAs(
  trx: Knex.Transaction,
  deps: SignInDeps,
  provider: Provider,
  person: Awaited<ReturnType<Provider["personOf"]>>,
  { origin, site }: Returned,
): Promise<Entered | NoAccount> {
  const { settings } = provider;
  const found = await accountOf(trx, deps, person, { settings, site, address: origin.address });
  if (typeof found === "string") return found;
  const { account, identityId } = found;
  const { id: loginId } = await CompanyLogin.query(trx).insert({
    identityId,
    providerSession: person.session ?? null,
    ...deps.cipher.sealSecret(person.idToken, ownerOf(identityId)),
    // A second step may take a while before the session begins.
    expiresAt: new Date(deps.clock().getTime() + (absoluteHours + 1) * 3_600_000),
  });
  if (account.isPasswordKept) await HostUser.query(trx).findById(account.id).patch({ isPasswordKept: false });
  const isFactorProved = settings.isSecondFactorProviders || person.isFactorProved;
  return enter(trx, deps, account, origin, { loginId, isFactorProved });
}

/**
 * Ends a sign-in that was begun in this browser.
 * @returns where to go on, and what was started; or why nobody was signed in, which the log of events has
 */
export async function finishCompanySignIn(
  deps: SignInDeps,
  provider: Provider,
  returned: Returned,
): Promise<Outcome> {
  const { current, browser, origin } = returned;
  const { address } = origin;
  const state = current.searchParams.get("state") ?? "";
  const started = browser === undefined ? undefined : await takeStarted(deps, state, browser);
  const back = started?.back ?? "/";
  const fail = async (problem: Problem, id?: number): Promise<Outcome> => {
    await recordFailure(deps.db, { id, address, way: "company" });
    return { back, problem };
  };
  if (!started || browser === undefined) return fail("refused");
  const checks = checksOf(state, browser);
  if (isOwnLink(started)) {
    const link = await finishOwnLink(deps, provider, provider.personOf(current, checks), started, returned);
    if (link !== "linked") await recordFailure(deps.db, { id: started.hostUserId, address, way: "company" });
    return { back, link };
  }
  try {
    const person = await provider.personOf(current, checks);
    const entered = await deps.db.transaction((trx) => enterAs(trx, deps, provider, person, returned));
    if (typeof entered !== "string") return { back, entered };
    const { issuer } = provider.settings;
    const identity = await CompanyIdentity.query(deps.db).findOne({ issuer, subject: person.subject });
    return fail(entered, identity?.hostUserId ?? undefined);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error.cause }, "company sign-in failed");
    return fail(error.reason);
  }
}

/**
 * Makes what signs out at the provider, for whoever signs out here.
 * @returns undefined where the session did not come from there
 */
export async function leaveTokenOf(
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
export async function leaveCompany(
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
  return provider.leaveAddressOf(cipher.openSecret(login, ownerOf(login.identityId)), back);
}

/**
 * Ends the sessions of whom the provider signs out. A token is taken once.
 * @returns the people whose sessions ended
 * @throws ProviderError where the token is not right, or was taken before
 */
export async function takeLogout(db: Knex, provider: Provider, token: string): Promise<number[]> {
  const { tokenId, subject, session, expiresAt } = await provider.logoutOf(token);
  return db.transaction(async (trx) => {
    const id = hashOfToken(tokenId).toString("base64url");
    const spent = await trx("companyLogouts")
      .insert({ tokenId: id, expiresAt })
      .onConflict()
      .ignore()
      .returning("tokenId");
    if (spent.length === 0) throw new ProviderError("refused", new Error("the logout token was used before"));
    const identities = CompanyIdentity.query(trx).select("id").where({ issuer: provider.settings.issuer });
    if (subject !== undefined) identities.where({ subject });
    const ended = await CompanyLogin.query(trx)
      .delete()
      .whereIn("identityId", identities)
      .where((query) => {
        if (session !== undefined) query.where({ providerSession: session });
      })
      .returning("identityId");
    const people = await CompanyIdentity.query(trx)
      .select("hostUserId")
      .whereIn(
        "id",
        ended.map(({ identityId }) => identityId),
      );
    return people.flatMap(({ hostUserId }) => hostUserId ?? []);
  });
}

/** Forgets what is over, and whom nobody made anything of. */
export async function forgetCompanySignIns(db: Knex, now: Date): Promise<void> {
  await CompanySignIn.query(db).delete().where("expiresAt", "<=", now);
  await CompanyLogin.query(db).delete().where("expiresAt", "<=", now);
  await CompanyLogout.query(db).delete().where("expiresAt", "<=", now);
  const since = new Date(now.getTime() - waitingDays * 86_400_000);
  await CompanyIdentity.query(db).delete().whereNull("hostUserId").where("seenAt", "<=", since);
}
