/** Host user → what administrators and the desk see of them, and what lists to choose from show. */

import { invitationUrl } from "#api/auth/invitation-tokens.ts";
import { hostLabel } from "#api/host-label.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import type { AccountLogAnswer } from "#contract/people/host-user-access.ts";
import type { HostOption, HostUserAnswer } from "#contract/people/host-users.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import type { AbsenceRow } from "#db/queries/delegations.ts";
import type { AccountLogRow, HostOptionRow, HostUserRow } from "#db/queries/host-users/list.ts";
import { daysOf } from "../delegations/presenter.ts";
import type { Delivered } from "./deliver-invitations.ts";

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

/**
 * People to choose from: "김철수 (가온정밀 설계팀 책임)", and the login id where two would still look the same.
 */
function presentAbsence(
  { startAt, endAt, deputies }: AbsenceRow,
  { lang, timezone }: OptionsSeen,
): NonNullable<HostOption["away"]> {
  const absence = { startAt: new Date(startAt), endAt: new Date(endAt) };
  const named = deputies.map(({ id, name, enName }) => ({ id, name: inLanguage(lang, name, enName) }));
  return { ...daysOf(absence, timezone), deputies: named };
}

interface OptionsSeen {
  readonly lang: Language;
  /** IANA name of the site's zone. */
  readonly timezone: string;
}

export function presentHostOptions(rows: readonly HostOptionRow[], seen: OptionsSeen): HostOption[] {
  const { lang } = seen;
  const labels = rows.map((row) => hostLabel(row, lang));
  return rows.map(({ id, loginId, away }, index) => {
    const label = labels[index] as string;
    const isShared = labels.indexOf(label) !== labels.lastIndexOf(label);
    const name = isShared ? label.replace(/\)$/, `, ${loginId})`) : label;
    return { id, name, ...(away && { away: presentAbsence(away, seen) }) };
  });
}
