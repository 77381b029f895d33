/**
 * Sign-in of the desktop app through the system's browser, for passkeys and company accounts, which do not work in the app
 * (docs/decisions/accounts/company-sign-in.md). Transfers the browser's session to the app.
 */
import { timingSafeEqual } from "node:crypto";
import { endSession, type SessionUser } from "#api/auth/sessions.ts";
import { hashOfToken, newToken } from "#api/auth/tokens.ts";
import type { Deps } from "#api/deps.ts";
import { invalid, unauthorized } from "#api/errors.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Session } from "#db/models/people/session.ts";
import { AppCode } from "#db/models/people/sign-in.ts";
import { type Origin, openSession, recordFailure } from "./sign-in.ts";

const codeSeconds = 60;

type AppDeps = Pick<Deps, "db" | "clock" | "random">;

/**
 * Creates the code that the browser passes to the app, and ends the browser's session.
 * @param challenge SHA-256 of the app's verifier, in base64url
 * @throws HttpError 401 where the session is over
 */
export function createAppCode(
  { db, clock, random }: AppDeps,
  { id: hostUserId, sessionId }: SessionUser,
  challenge: string,
): Promise<string> {
  const code = newToken(random);
  return db.transaction(async (trx) => {
    const session = await Session.query(trx).findById(sessionId).forUpdate();
    if (!session) throw unauthorized();
    await AppCode.query(trx).insert({
      codeHash: hashOfToken(code),
      challenge: Buffer.from(challenge, "base64url"),
      hostUserId,
      companyLoginId: session.companyLoginId,
      sessionExpiresAt: session.expiresAt,
      expiresAt: new Date(clock().getTime() + codeSeconds * 1000),
    });
    await endSession(trx, sessionId);
    return code;
  });
}

/**
 * Signs the app in for the rest of the browser session's lifetime. The first attempt consumes the code, right or wrong, under
 * the person's lock: ending all their sessions also ends the code.
 * @throws InvalidInput under `_` where the code has expired, was used, or belongs to another app
 */
export async function signInByAppCode(
  deps: AppDeps,
  given: { readonly code: string; readonly verifier: string },
  origin: Origin,
): Promise<{ readonly id: number; readonly token: string }> {
  const codeHash = hashOfToken(given.code);
  const now = deps.clock();
  const { id, token } = await deps.db.transaction(async (trx) => {
    const owner = await AppCode.query(trx).findById(codeHash).select("hostUserId");
    if (!owner) return {};
    const { hostUserId: id } = owner;
    const person = await HostUser.query(trx).findById(id).select("status").forNoKeyUpdate();
    const [spent] = await AppCode.query(trx).delete().where({ codeHash }).returning("*");
    if (!spent || spent.expiresAt <= now || spent.sessionExpiresAt <= now) return {};
    const isRight = timingSafeEqual(spent.challenge, hashOfToken(given.verifier));
    if (!isRight || person?.status !== "active") return { id };
    const { companyLoginId, sessionExpiresAt: expiresAt } = spent;
    return { id, token: await openSession(trx, deps, id, origin, { companyLoginId, expiresAt }) };
  });
  if (id !== undefined && token !== undefined) return { id, token };
  await recordFailure(deps.db, id, origin.address, "code");
  throw invalid({ _: "signInOver" });
}
