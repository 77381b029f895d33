/** Host user → what administrators and the desk see of them, and what lists to choose from show. */

import { invitationUrl } from "#api/auth/invitation-tokens.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import type { AccountLogAnswer } from "#contract/people/host-user-access.ts";
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import type { Delivered } from "./deliver-invitations.ts";
import type { AccountLogRow, HostUserRow } from "./rows.ts";

const presentAdmin = (admin: HostUserRow["linkRequestedBy"], lang: Language): NamedItem | null =>
  admin && { id: admin.id, name: inLanguage(lang, admin.name, admin.enName) };

export const presentHostUser = (
  row: HostUserRow,
  {
    lang,
    timezone,
    companyIssuer,
  }: { readonly lang: Language; readonly timezone: string; readonly companyIssuer: string | undefined },
): HostUserAnswer => ({
  id: row.id,
  loginId: row.loginId,
  name: row.name,
  enName: row.enName,
  company: { id: row.companyId, name: inLanguage(lang, row.companyName, row.companyEnName) },
  department: row.department,
  position: row.position,
  phone: row.phone,
  cellPhone: row.cellPhone,
  email: row.email,
  emailBounced: row.emailBouncedAt !== null,
  role: row.role,
  status: row.status,
  inPublicSearch: row.inPublicSearch,
  hasPassword: row.hasPassword,
  hasCompanyAccount: companyIssuer !== undefined && row.companyIssuers.includes(companyIssuer),
  invited: row.invited,
  locked: row.locked,
  linkRequestedBy: presentAdmin(row.linkRequestedBy, lang),
  hasSecondFactor: row.hasSecondFactor,
  factorResetRequestedBy: presentAdmin(row.factorResetRequestedBy, lang),
  lastSignInAt: row.lastSignInAt && fromInstant(row.lastSignInAt, timezone),
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});

export const presentAccountLog = (
  row: AccountLogRow,
  { lang, timezone }: { readonly lang: Language; readonly timezone: string },
): AccountLogAnswer => ({
  id: row.id,
  action: row.action,
  loginId: row.loginId,
  fromRole: row.fromRole,
  toRole: row.toRole,
  actor: { id: row.actorId, name: inLanguage(lang, row.actorName ?? "", row.actorEnName ?? "") },
  address: row.address,
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
