/** Host users as administrators and the desk see them. */
import { invitationUrl } from "#api/auth/invitation-tokens.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { siteOrigin } from "#api/http/origin.ts";
import type { Call } from "#api/http/route.ts";
import { fromInstant } from "#contract/dates.ts";
import type { AccountLogAnswer } from "#contract/people/host-user-access.ts";
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import type { AccountChange, Delivered } from "./deliver-invitations.ts";
import type { Invited } from "./invitations.ts";
import type { AccountLogRow, HostUserRow } from "./rows.ts";

const presentAdmin = (admin: HostUserRow["linkRequestedBy"], lang: Language): NamedItem | null =>
  admin && { id: admin.id, name: inLanguage(lang, admin.name, admin.enName) };

export const presentHostUser = (
  { companyId, companyName, companyEnName, companyIssuers, emailBouncedAt, ...row }: HostUserRow,
  {
    lang,
    timezone,
    companyIssuer,
  }: { readonly lang: Language; readonly timezone: string; readonly companyIssuer: string | undefined },
): HostUserAnswer => ({
  ...row,
  company: { id: companyId, name: inLanguage(lang, companyName, companyEnName) },
  emailBounced: emailBouncedAt !== null,
  hasCompanyAccount: companyIssuer !== undefined && companyIssuers.includes(companyIssuer),
  linkRequestedBy: presentAdmin(row.linkRequestedBy, lang),
  factorResetRequestedBy: presentAdmin(row.factorResetRequestedBy, lang),
  lastSignInAt: row.lastSignInAt && fromInstant(row.lastSignInAt, timezone),
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});

export const presentAccountLog = (
  { actorId, actorName, actorEnName, ...row }: AccountLogRow,
  { lang, timezone }: { readonly lang: Language; readonly timezone: string },
): AccountLogAnswer => ({
  ...row,
  actor: { id: actorId, name: inLanguage(lang, actorName ?? "", actorEnName ?? "") },
  at: fromInstant(row.at, timezone),
});

/** @param origin the site's, `https://…` */
export const presentInvitation = (
  invitation: Delivered,
  { origin, timezone }: { readonly origin: string; readonly timezone: string },
) =>
  invitation.delivery === "link"
    ? {
        delivery: invitation.delivery,
        url: invitationUrl(origin, invitation.token),
        expiresAt: fromInstant(invitation.expiresAt, timezone),
      }
    : { delivery: invitation.delivery, url: null, expiresAt: null };

type StaffCall = Pick<Call, "deps" | "lang" | "ctx" | "configuration">;

/** The reader and the site that answers are made for. */
export const siteOf = async ({ deps: { settings }, lang, ctx, configuration }: StaffCall) => ({
  lang,
  timezone: (await configuration()).timezone,
  companyIssuer: settings.company?.issuer,
  origin: () => siteOrigin(ctx.get("Origin"), settings.publicOrigin),
});

/** The caller and the site, as the rules take them. */
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
