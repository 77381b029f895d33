/** Host user → who is signed in; request → where a sign-in comes from. */

import type { Place } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { readDevice } from "#api/http/cookies/device-cookie.ts";
import { readSessionCookie } from "#api/http/cookies/session-cookie.ts";
import { readRememberedCookie } from "#api/http/cookies/step-cookies.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import type { RequestContext } from "#api/http/request-context.ts";
import { permissionsOf } from "#api/permissions.ts";
import type { CurrentUser } from "#contract/people/account.ts";
import { type AccountRow, readAccount } from "#db/queries/host-users/account.ts";
import type { Origin } from "./sign-in.ts";

const presentCurrentUser = (user: AccountRow, lang: Language): CurrentUser => ({
  id: user.id,
  loginId: user.loginId,
  name: user.name,
  enName: user.enName,
  company: {
    id: user.companyId,
    name: inLanguage(lang, user.companyName, user.companyEnName),
  },
  department: user.department,
  position: user.position,
  role: user.role,
  inPublicSearch: user.inPublicSearch,
  permissions: permissionsOf(user.role, user.deputyFor.length > 0),
  deputyFor: user.deputyFor.map(({ id, name, enName }) => ({ id, name: inLanguage(lang, name, enName) })),
});

export const currentUserOf = async (deps: Deps, id: number, lang: Language): Promise<CurrentUser> =>
  presentCurrentUser(await readAccount(deps.db, id, deps.clock()), lang);

export const placeOf = (ctx: RequestContext): Place => ({
  address: ctx.state.address,
  userAgent: ctx.get("User-Agent"),
});

export const originOf = (ctx: RequestContext, { cipher }: Pick<Deps, "cipher">): Origin => ({
  ...placeOf(ctx),
  callerAddress: ctx.state.callerAddress,
  device: readDevice(ctx, cipher),
  presented: readSessionCookie(ctx),
  remembered: readRememberedCookie(ctx),
});
