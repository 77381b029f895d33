/** What the routes of host users answer, and by what. */
import { siteOrigin } from "#api/http/origin.ts";
import type { Call } from "#api/http/route.ts";
import type { AccountChange } from "./deliver-invitations.ts";
import type { Invited } from "./invitations.ts";
import { presentHostUser, presentInvitation } from "./presenter.ts";
import type { HostUserRow } from "./rows.ts";

type StaffCall = Pick<Call, "deps" | "lang" | "ctx" | "configuration">;

/** What answers are shown by. */
export const siteOf = async ({ deps: { settings }, lang, ctx, configuration }: StaffCall) => ({
  lang,
  timezone: (await configuration()).timezone,
  companyIssuer: settings.company?.issuer,
  origin: () => siteOrigin(ctx.get("Origin"), settings.publicOrigin),
});

/** Who changes an account, for the rules. */
export const changeOf = async (call: StaffCall & Pick<Call, "me">): Promise<AccountChange> => ({
  by: call.me.id,
  site: await call.configuration(),
  origin: siteOrigin(call.ctx.get("Origin"), call.deps.settings.publicOrigin),
});

/** An account as its manager sees it. */
export const present = async (call: StaffCall, row: HostUserRow) => presentHostUser(row, await siteOf(call));

/** The same with the invitation that was made. */
export async function presentInvited(call: StaffCall, { row, invitation }: Invited) {
  const site = await siteOf(call);
  return {
    ...presentHostUser(row, site),
    invitation: presentInvitation(invitation, { ...site, origin: site.origin() }),
  };
}
