/** Signing in: wrong tries slow the next ones down, and nobody learns which login ids exist. */
import { hash, verify } from "@node-rs/argon2";
import type { Knex } from "knex";
import { startSession } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { invalid, tooManyRequests } from "#api/errors.ts";
import { HostUser } from "#db/models/host-user.ts";

/** So many wrong tries cost nothing; each further one doubles the wait. */
const freeTries = 5;
const firstWaitSeconds = 15;
const longestWaitSeconds = 900;

/** Verified where there is no such person, so that the answer takes as long. */
const nobody = hash("nobody has this password");

/**
 * Counts a try before it is judged, so that many at once count too.
 * @throws HttpError 429 while the login id is blocked
 */
export async function countTry(deps: Deps, loginId: string): Promise<void> {
  const now = deps.clock();
  const { rows } = await deps.db.raw<{ rows: { wrong: number }[] }>(
    `INSERT INTO sign_in_tries AS t (login_id, wrong, blocked_until) VALUES (lower(?), 1, ?)
     ON CONFLICT (login_id) DO UPDATE SET
       wrong = t.wrong + 1,
       blocked_until = CASE WHEN t.wrong + 1 < ${freeTries} THEN excluded.blocked_until
         ELSE excluded.blocked_until + make_interval(secs =>
           least(${longestWaitSeconds}, ${firstWaitSeconds} * 2 ^ least(t.wrong + 1 - ${freeTries}, 20))) END
     WHERE t.blocked_until <= excluded.blocked_until
     RETURNING wrong`,
    [loginId, now],
  );
  if (rows.length > 0) return;
  const blocked = await deps
    .db("signInTries")
    .whereRaw("login_id = lower(?)", [loginId])
    .first("blockedUntil");
  throw tooManyRequests(
    Math.max(1, Math.ceil(((blocked?.blockedUntil.getTime() ?? 0) - now.getTime()) / 1000)),
  );
}

/** Forgets the wrong tries. */
export async function forgetTries(db: Knex, loginId: string): Promise<void> {
  await db("signInTries").whereRaw("login_id = lower(?)", [loginId]).del();
}

/**
 * Signs somebody in whose password was right a moment ago. Asked again under the row's lock: who resigned or
 * lost the password meanwhile gets no session that would outlast it.
 */
function startCheckedSession(deps: Deps, { id, passwordHash }: HostUser): Promise<string | undefined> {
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    const signedIn = await HostUser.query(trx)
      .where({ id, passwordHash, status: "active" })
      .patch({ lastSignInAt: now });
    return signedIn === 0 ? undefined : startSession(trx, id, { now, random: deps.random });
  });
}

/**
 * Checks somebody's login id and password, and signs them in.
 * @returns the person's id, and the token for the cookie
 * @throws InvalidInput under `_` for a wrong login id and a wrong password alike; HttpError 429
 */
export async function signIn(
  deps: Deps,
  loginId: string,
  password: string,
): Promise<{ id: number; token: string }> {
  await deps.limits.count("signInLogin", deps.cipher.digest(loginId.toLowerCase()).toString("base64url"));
  await countTry(deps, loginId);
  const user = await HostUser.query(deps.db)
    .select("id", "loginId", "role", "passwordHash")
    .whereRaw("lower(login_id) = lower(?)", [loginId])
    .where({ status: "active" })
    .first();
  const isRight = await verify(user?.passwordHash ?? (await nobody), password);
  const token = isRight && user?.passwordHash ? await startCheckedSession(deps, user) : undefined;
  if (!user || token === undefined) throw invalid({ _: "wrongCredentials" });
  await forgetTries(deps.db, loginId);
  return { id: user.id, token };
}
