/** Sign-in: wrong attempts delay the next ones, and no answer reveals which login ids exist. */
import { hash, verify } from "@node-rs/argon2";
import type { Knex } from "knex";
import { endSessionOfToken, startSession } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { invalid, tooManyRequests } from "#api/errors.ts";
import { HostUser } from "#db/models/host-user.ts";
import { LoginAttempts } from "#db/models/sign-in.ts";
import { countLoginAttempt } from "#db/statements/accounts.ts";

const delay = { freeAttempts: 5, firstSeconds: 15, maxSeconds: 900 };

/** Verified where the login id is unknown, so that the answer takes as long. */
const nobody = hash("nobody has this password");

/**
 * Counts an attempt before the password is verified, so that concurrent ones count too.
 * @throws HttpError 429 while the login id is blocked
 */
export async function countAttempt(deps: Deps, loginId: string): Promise<void> {
  const now = deps.clock();
  if (await countLoginAttempt(deps.db, loginId, now, delay)) return;
  const blocked = await LoginAttempts.query(deps.db)
    .modify("ofLoginId", loginId)
    .select("blockedUntil")
    .first();
  throw tooManyRequests(
    Math.max(1, Math.ceil(((blocked?.blockedUntil.getTime() ?? 0) - now.getTime()) / 1000)),
  );
}

/** Clears the wrong attempts of a login id. */
export async function clearAttempts(db: Knex, loginId: string): Promise<void> {
  await LoginAttempts.query(db).modify("ofLoginId", loginId).delete();
}

/**
 * Starts a session for somebody whose password was verified. Checked again under the row lock: who resigned or
 * had the password reset meanwhile gets no session.
 */
function startCheckedSession(
  deps: Deps,
  { id, passwordHash }: HostUser,
  presented: string | undefined,
): Promise<string | undefined> {
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    const signedIn = await HostUser.query(trx)
      .where({ id, passwordHash, status: "active" })
      .patch({ lastSignInAt: now });
    if (signedIn === 0) return undefined;
    if (presented !== undefined) await endSessionOfToken(trx, presented);
    return startSession(trx, id, { now, random: deps.random });
  });
}

/**
 * Checks somebody's login id and password, and signs them in. The session that the request came with ends, whosever it
 * is: nobody could sign out of it any more.
 * @param presented the token of the request's cookie
 * @returns the person's id, and the token for the cookie
 * @throws InvalidInput under `_` for a wrong login id and a wrong password alike; HttpError 429
 */
export async function signIn(
  deps: Deps,
  loginId: string,
  password: string,
  presented: string | undefined,
): Promise<{ id: number; token: string }> {
  await deps.limits.count("signInLogin", deps.cipher.digest(loginId.toLowerCase()).toString("base64url"));
  await countAttempt(deps, loginId);
  const user = await HostUser.query(deps.db)
    .select("id", "loginId", "role", "passwordHash")
    .modify("withLoginId", loginId)
    .where({ status: "active" })
    .first();
  const isRight = await verify(user?.passwordHash ?? (await nobody), password);
  const token = isRight && user?.passwordHash ? await startCheckedSession(deps, user, presented) : undefined;
  if (!user || token === undefined) throw invalid({ _: "wrongCredentials" });
  await clearAttempts(deps.db, loginId);
  return { id: user.id, token };
}
