/** Host users as administrators see them, and the log of their access. */
import type { Knex } from "knex";
import { raw } from "objection";
import { notFound } from "#api/errors.ts";
import { idsNamed, nameSearch } from "#api/name-search.ts";
import { anyOf, anywhere, type Page, pageOf, readSort } from "#api/paging.ts";
import type { HostUserListQuery } from "#contract/people/host-users.ts";
import { AccountLog } from "#db/models/logs.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import type { NamedRow } from "#db/models/reference-record.ts";

const columns = [
  ...([
    "id",
    "loginId",
    "name",
    "enName",
    "companyId",
    "department",
    "position",
    "phone",
    "cellPhone",
  ] as const),
  ...(["email", "emailBouncedAt", "role", "status", "inPublicSearch", "lastSignInAt"] as const),
  ...(["createdAt", "updatedAt"] as const),
] satisfies (keyof HostUser)[];

export interface HostUserRow extends Pick<HostUser, (typeof columns)[number]> {
  readonly companyName: string;
  readonly companyEnName: string;
  readonly hasPassword: boolean;
  /** Of the providers by which they sign in, or did before the site changed to another. */
  readonly companyIssuers: readonly string[];
  readonly invited: boolean;
  readonly locked: boolean;
  /** The administrator who asks for a link that a second one has to confirm. */
  readonly linkRequestedBy: NamedRow | null;
  readonly hasSecondFactor: boolean;
  readonly factorResetRequestedBy: NamedRow | null;
}

/** @param now decides what is still open: invitations, delays of sign-in, requests */
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
          WHERE t.login_id = lower(host_users.login_id) AND t.blocked_until > ?)`,
        now,
      ).as("locked"),
      requestedBy("reset_requests").as("linkRequestedBy"),
      raw(`EXISTS (SELECT FROM totp_secrets s WHERE s.host_user_id = host_users.id AND s.confirmed_at IS NOT NULL
        UNION ALL SELECT FROM passkeys p WHERE p.host_user_id = host_users.id)`).as("hasSecondFactor"),
      requestedBy("factor_reset_requests").as("factorResetRequestedBy"),
    );
};

/** By what rows of equal values are ordered, before the id. */
const orders = {
  name: ["hostUsers.name", "department"],
  loginId: [raw("lower(host_users.login_id)")],
  company: ["company.name", "hostUsers.name"],
  department: ["department", "hostUsers.name"],
  role: ["role", "hostUsers.name"],
  status: ["status", "hostUsers.name"],
  lastSignInAt: ["lastSignInAt"],
  createdAt: ["hostUsers.createdAt"],
  updatedAt: ["hostUsers.updatedAt"],
} as const;

/** A page of host users; by name unless another order is asked for. */
export function listHostUsers(
  db: Knex,
  { page, size, sort = "name", q, id, company, role, status, hasPassword }: HostUserListQuery,
  now: Date,
): Promise<Page<HostUserRow>> {
  const { column, way } = readSort<keyof typeof orders>(sort);
  const [first, ...others] = orders[column];
  const nulls = column === "lastSignInAt" ? ("last" as const) : undefined;
  const found = hostUsers(db, now).orderBy([
    { column: first as string, order: way, nulls },
    ...others,
    "hostUsers.id",
  ]);
  if (q !== undefined) found.whereIn("hostUsers.id", idsMatching(db, q));
  if (id !== undefined) found.where("hostUsers.id", id);
  if (company !== undefined) found.where({ companyId: company });
  if (role) found.where("role", anyOf(role, "text"));
  if (status) found.where("status", anyOf(status, "text"));
  if (hasPassword !== undefined) found.where(raw("(host_users.password_hash IS NOT NULL)"), hasPassword);
  return pageOf<HostUser, HostUserRow>(db, found, { page, size });
}

/** People with a part of the login id, of the department, or, from two letters on, of the name. */
function idsMatching(db: Knex, q: string) {
  const search = nameSearch(q);
  const found = HostUser.query(db).select("id").modify("holding", anywhere(q.toLowerCase()));
  if (!search) return found;
  return found.unionAll([idsNamed(db, search, "active"), idsNamed(db, search, "resigned")]);
}

/** @throws HttpError 404 */
export async function readHostUser(db: Knex, id: number, now: Date): Promise<HostUserRow> {
  const row = await hostUsers(db, now).findById(id).castTo<HostUserRow | undefined>();
  if (!row) throw notFound();
  return row;
}

export interface AccountLogRow
  extends Pick<
    AccountLog,
    "id" | "action" | "loginId" | "fromRole" | "toRole" | "actorId" | "address" | "at"
  > {
  /** Null where the actor's own account was removed. */
  readonly actorName: string | null;
  readonly actorEnName: string | null;
}

/** The log of a person's access, oldest first; of a removed one, too. @throws HttpError 404 */
export async function readAccountLog(db: Knex, id: number, now: Date): Promise<AccountLogRow[]> {
  const rows = await AccountLog.query(db)
    .select(
      "accountLogs.id",
      "action",
      "accountLogs.loginId",
      "fromRole",
      "toRole",
      "actorId",
      "address",
      "at",
    )
    .select("actor.name as actorName", "actor.enName as actorEnName")
    .leftJoinRelated("actor")
    .where({ hostUserId: id })
    .orderBy("accountLogs.id")
    .castTo<AccountLogRow[]>();
  if (rows.length === 0) await readHostUser(db, id, now);
  return rows;
}
