/** Signing in and one's own account. */

import type { Deps } from "#api/deps.ts";
import { changeOwnPassword } from "#api/domain/passwords.ts";
import { endSession, startSession } from "#api/domain/sessions.ts";
import { checkCredentials } from "#api/domain/sign-in.ts";
import { route } from "#api/http/bind-route.ts";
import type { Language } from "#api/http/language.ts";
import { writeSessionCookie } from "#api/http/session-cookie.ts";
import { presentCurrentUser } from "#api/presenters/account.ts";
import { changePassword, getCurrentUser, logIn, logOut } from "#contract/account.ts";
import { readAccount } from "#db/queries/account.ts";

const currentUserOf = async (deps: Deps, id: number, lang: Language) =>
  presentCurrentUser(await readAccount(deps.db, id), lang);

export const accountRoutes = [
  route(logIn, async ({ deps, ctx, lang, body }) => {
    const user = await checkCredentials(deps, body.loginId, body.password);
    const token = await startSession(deps.db, user.id, { now: deps.clock(), random: deps.random });
    writeSessionCookie(ctx, token);
    return currentUserOf(deps, user.id, lang);
  }),

  route(logOut, async ({ deps, ctx, me }) => {
    await endSession(deps.db, me.sessionId);
    writeSessionCookie(ctx, undefined);
  }),

  route(getCurrentUser, ({ deps, me, lang }) => currentUserOf(deps, me.id, lang)),

  route(changePassword, async ({ deps, ctx, me, body }) => {
    writeSessionCookie(ctx, await changeOwnPassword(deps, me, body));
  }),
];
