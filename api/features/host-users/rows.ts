/** Host users as administrators see them, and their access log. */
import type { Knex } from "knex";
import { raw } from "objection";
import { invitationUrl } from "#api/auth/invitation-tokens.ts";
import type { Deps } from "#api/deps.ts";
import { notFound } from "#api/errors.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { siteOrigin } from "#api/http/origin.ts";
import type { Call } from "#api/http/route.ts";
import { idsNamed, nameSearch } from "#api/name-search.ts";
import { anyOf, containsPattern, type Page, pageOf, readSort } from "#api/paging.ts";
import { fromInstant } from "#contract/dates.ts";
import type { AccountLogAnswer } from "#contract/people/host-user-access.ts";
import type { HostUserAnswer, HostUserListQuery } from "#contract/people/host-users.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import { AccountLog } from "#db/models/logs.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import type { NamedRow } from "#db/models/reference-record.ts";
import { usedChannels } from "../messages/drafts.ts";
import type { AccountChange, DeliveredInvitation } from "./deliver-invitations.ts";

const columns = [
  ...(["id", "loginId", "name", "enName"] as const),
  ...(["companyId", "department", "position"] as const),
  ...(["phone", "cellPhone", "email", "emailBouncedAt"] as const),
  ...(["role", "status", "inPublicSearch", "lastSignInAt"] as const),
  ...(["createdAt", "updatedAt"] as const),
] satisfies (keyof HostUser)[];

export interface HostUserRow extends Pick<HostUser, (typeof columns)[number]> {
  readonly companyName: string;
  readonly companyEnName: string;
  readonly hasPassword: boolean;
  /** Issuers of the person's company accounts, also of a provider that the site no longer uses. */
  readonly companyIssuers: readonly string[];
  readonly invited: boolean;
  readonly locked: boolean;
  /** The administrator who requested a link that a second one has to confirm. */
  readonly linkRequestedBy: NamedRow | null;
  readonly hasSecondFactor: boolean;
  readonly factorResetRequestedBy: NamedRow | null;
}

export interface Invited {
  readonly row: HostUserRow;
  readonly invitation: DeliveredInvitation;
}

/** @param now decides which invitations, sign-in delays and requests are still open */
const hostUsers = (db: Knex, now: Date) => {
  const requestedBy = (table: "reset_requests" | "factor_reset_requests") =>
    raw(
      `(SELECT json_build_object('id', a.id, 'name', a.name, 'enName', a.en_name)
        FROM ${table} r JOIN host_users a ON a.id = r.requested_by
        WHERE r.host_user_id = host_users.id AND r.expires_at > ?)`,
      now,
    );
  return HostUser.query(db)
    .joinRelated("company")
    .select(
      ...columns.map((name) => `hostUsers.${name}`),
      "company.name as companyName",
      "company.enName as companyEnName",
      raw("host_users.password_hash IS NOT NULL").as("hasPassword"),
      raw("ARRAY(SELECT y.issuer FROM company_identities y WHERE y.host_user_id = host_users.id)").as(
        "companyIssuers",
      ),
      raw(
        "EXISTS (SELECT FROM invitations i WHERE i.host_user_id = host_users.id AND i.expires_at > ?)",
        now,
      ).as("invited"),
      raw(
        `EXISTS (SELECT FROM login_attempts t
          WHERE t.login_id = login_key(host_users.login_id) AND t.blocked_until > ?)`,
        now,
      ).as("locked"),
      requestedBy("reset_requests").as("linkRequestedBy"),
      raw(`EXISTS (SELECT FROM totp_secrets s WHERE s.host_user_id = host_users.id AND s.confirmed_at IS NOT NULL
        UNION ALL SELECT FROM passkeys p WHERE p.host_user_id = host_users.id)`).as("hasSecondFactor"),
      requestedBy("factor_reset_requests").as("factorResetRequestedBy"),
    );
};

/** Columns of each sort order, before the id. */
const orders = {
  name: ["hostUsers.name", "department"],
  loginId: [raw("login_key(host_users.login_id)")],
  company: ["company.name", "hostUsers.name"],
  department: ["department", "hostUsers.name"],
  role: ["role", "hostUsers.name"],
  status: ["status", "hostUsers.name"],
  lastSignInAt: ["lastSignInAt"],
  createdAt: ["hostUsers.createdAt"],
  updatedAt: ["hostUsers.updatedAt"],
} as const;

/** A page of host users, by name unless sorted otherwise. */
export function listHostUsers(
  { db, clock, ...drivers }: Pick<Deps, "db" | "clock" | "mail" | "sms">,
  { page, size, sort = "name", q, id, company, role, status, hasPassword, unreachable }: HostUserListQuery,
): Promise<Page<HostUserRow>> {
  const { column, direction } = readSort<keyof typeof orders>(sort);
  const [first, ...others] = orders[column];
  const nulls = column === "lastSignInAt" ? ("last" as const) : undefined;
  const found = hostUsers(db, clock()).orderBy([
    { column: first as string, order: direction, nulls },
    ...others,
    "hostUsers.id",
  ]);
  if (q !== undefined) found.whereIn("hostUsers.id", idsMatching(db, q));
  if (id !== undefined) found.where("hostUsers.id", id);
  if (company !== undefined) found.where({ companyId: company });
  if (role) found.where("role", anyOf(role, "text"));
  if (status) found.where("status", anyOf(status, "text"));
  if (hasPassword !== undefined) found.where(raw("(host_users.password_hash IS NOT NULL)"), hasPassword);
  if (unreachable) found.modify("unreachableBy", usedChannels(drivers));
  return pageOf<HostUser, HostUserRow>(db, found, { page, size });
}

/** Ids by a part of the login id, of the department, or, from two letters on, of the name. */
function idsMatching(db: Knex, q: string) {
  const search = nameSearch(q);
  const found = HostUser.query(db).select("id").modify("holding", containsPattern(q.toLowerCase()));
  if (!search) return found;
  return found.unionAll([idsNamed(db, search, "active"), idsNamed(db, search, "resigned")]);
}

/** @throws HttpError 404 */
export async function readHostUser(db: Knex, id: number, now: Date): Promise<HostUserRow> {
  const row = await hostUsers(db, now).findById(id).castTo<HostUserRow | undefined>();
  if (!row) throw notFound();
  return row;
}

const logColumns = ["id", "action", "loginId", "fromRole", "toRole", "actorId", "address", "at"] as const;

interface AccountLogRow extends Pick<AccountLog, (typeof logColumns)[number]> {
  /** Null where the actor's own account was removed. */
  readonly actorName: string | null;
  readonly actorEnName: string | null;
}

/** The log of an account, oldest first, also of a removed one. @throws HttpError 404 */
export async function readAccountLog(db: Knex, id: number, now: Date): Promise<AccountLogRow[]> {
  const rows = await AccountLog.query(db)
    .select(
      ...logColumns.map((name) => `accountLogs.${name}`),
      "actor.name as actorName",
      "actor.enName as actorEnName",
    )
    .leftJoinRelated("actor")
    .where({ hostUserId: id })
    .orderBy("accountLogs.id")
    .castTo<AccountLogRow[]>();
  if (rows.length === 0) await readHostUser(db, id, now);
  return rows;
}

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
  invitation: DeliveredInvitation,
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

/** What presenters need to know of the reader and the site. */
export const siteOf = async ({ deps: { settings }, lang, ctx, configuration }: StaffCall) => ({
  lang,
  timezone: (await configuration()).timezone,
  companyIssuer: settings.company?.issuer,
  origin: () => siteOrigin(ctx.get("Origin"), settings.publicOrigin),
});

/** What changes need to know of the caller and the site. */
export const changeOf = async (call: StaffCall & Pick<Call, "me">): Promise<AccountChange> => ({
  by: call.me.id,
  site: await call.configuration(),
  origin: siteOrigin(call.ctx.get("Origin"), call.deps.settings.publicOrigin),
});

export const present = async (call: StaffCall, row: HostUserRow) => presentHostUser(row, await siteOf(call));

export async function presentInvited(call: StaffCall, { row, invitation }: Invited) {
  const site = await siteOf(call);
  return {
    ...presentHostUser(row, site),
    invitation: presentInvitation(invitation, { ...site, origin: site.origin() }),
  };
}
