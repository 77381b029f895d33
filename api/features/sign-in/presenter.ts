/** The signed-in user as a response, and the origin of a sign-in from a request. */

import type { Place } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { readCookie, writeCookie } from "#api/http/cookies/cookies.ts";
import { readDevice, writeDevice } from "#api/http/cookies/device-cookie.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import type { RequestContext } from "#api/http/request-context.ts";
import type { Call } from "#api/http/route.ts";
import { permissionsOf } from "#api/permissions.ts";
import type { CurrentUser } from "#contract/people/account.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { Delegation, DelegationDeputy } from "#db/models/people/delegation.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import type { SignedIn, StepOrigin } from "./second-step.ts";
import type { Origin } from "./sign-in.ts";

type AccountRow = Omit<CurrentUser, "company" | "permissions" | "deputyFor"> &
  Pick<HostUser, "companyId"> & { readonly companyName: string; readonly companyEnName: string };

export async function currentUserOf(
  { db, clock }: Pick<Deps, "db" | "clock">,
  id: number,
  lang: Language,
): Promise<CurrentUser> {
  const { companyId, companyName, companyEnName, ...user } = await HostUser.query(db)
    .select("hostUsers.id", "loginId", "hostUsers.name", "hostUsers.enName", "companyId")
    .select("department", "position", "role", "inPublicSearch")
    .select("company.name as companyName", "company.enName as companyEnName")
    .joinRelated("company")
    .findById(id)
    .throwIfNotFound()
    .castTo<AccountRow>();
  const delegating = Delegation.query(db)
    .select("hostUserId")
    .whereIn("id", DelegationDeputy.query(db).select("delegationId").where({ deputyId: id }))
    .modify("inForce", clock());
  const deputyFor = await HostUser.query(db)
    .select("id", "name", "enName")
    .where({ status: "active" })
    .whereIn("id", delegating)
    .orderBy(["name", "id"]);
  return {
    ...user,
    company: { id: companyId, name: inLanguage(lang, companyName, companyEnName) },
    permissions: permissionsOf(user.role, deputyFor.length > 0),
    deputyFor: deputyFor.map((host) => ({ id: host.id, name: inLanguage(lang, host.name, host.enName) })),
  };
}

export const placeOf = (ctx: RequestContext): Place => ({
  address: ctx.state.clientNetwork,
  userAgent: ctx.get("User-Agent"),
});

export const originOf = (ctx: RequestContext, { cipher }: Pick<Deps, "cipher">): Origin => ({
  ...placeOf(ctx),
  clientAddress: ctx.state.clientAddress,
  device: readDevice(ctx, cipher),
  presented: readCookie(ctx, "session"),
  remembered: readCookie(ctx, "remembered"),
});

type StepCall = Pick<Call, "deps" | "ctx" | "configuration">;

export const stepOriginOf = async ({ deps, ctx, configuration }: StepCall): Promise<StepOrigin> => ({
  ...originOf(ctx, deps),
  pending: readCookie(ctx, "pending"),
  site: await configuration(),
});

/** Writes the cookies of a sign-in. @returns the user */
export function signInBrowser(
  { ctx, deps, lang }: Pick<Call, "ctx" | "deps" | "lang">,
  { id, token, remembered }: SignedIn,
): Promise<CurrentUser> {
  writeCookie(ctx, "pending", undefined);
  writeCookie(ctx, "session", token);
  writeDevice(ctx, deps, id);
  if (remembered !== undefined) writeCookie(ctx, "remembered", remembered);
  return currentUserOf(deps, id, lang);
}

/** The site's name in authenticator apps and devices. */
export const issuerOf = (site: Configuration): string => site.customerCompany || "Visitor";

export const atOf = async ({ ctx, configuration }: StepCall) => ({
  address: ctx.state.clientNetwork,
  site: await configuration(),
});
