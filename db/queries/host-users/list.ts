/** Read models of host users as administrators keep them, and as lists to choose from show them. */

import type { Knex } from "knex";
import { maxOptions } from "#contract/lists.ts";
import type { HostUserListQuery } from "#contract/people/host-users.ts";
import { AccountLog } from "#db/models/logs.ts";
import type { HostUser } from "#db/models/people/host-user.ts";
import { Company } from "#db/models/reference-record.ts";
import { type AbsenceRow, absenceOf } from "../delegations.ts";
import { nameSearch } from "../names.ts";
import { anywhere, type Page, readPage, readSort } from "../pages.ts";

interface RequestingAdmin {
  readonly id: number;
  readonly name: string;
  readonly enName: string;
}

export interface HostUserRow extends Omit<HostUser, keyof import("objection").Model | "passwordHash"> {
  readonly companyName: string;
  readonly companyEnName: string;
  readonly hasPassword: boolean;
  /** Of the providers by which they sign in, or did before the site changed to another. */
  readonly companyIssuers: readonly string[];
  readonly invited: boolean;
  readonly locked: boolean;
  readonly linkRequestedBy: RequestingAdmin | null;
  readonly hasSecondFactor: boolean;
  readonly factorResetRequestedBy: RequestingAdmin | null;
}

const requestIn = (
  table: string,
) => `(SELECT json_build_object('id', a.id, 'name', a.name, 'enName', a.en_name)
    FROM ${table} r JOIN host_users a ON a.id = r.requested_by
    WHERE r.host_user_id = h.id AND r.expires_at > :now)`;

const columns = `h.id, h.login_id AS "loginId", h.name, h.en_name AS "enName", h.company_id AS "companyId",
  c.name AS "companyName", c.en_name AS "companyEnName", h.department, h.position, h.phone,
  h.cell_phone AS "cellPhone", h.email, h.email_bounced_at AS "emailBouncedAt", h.role, h.status,
  h.in_public_search AS "inPublicSearch", h.password_hash IS NOT NULL AS "hasPassword",
  ARRAY(SELECT y.issuer FROM company_identities y WHERE y.host_user_id = h.id) AS "companyIssuers",
  h.last_sign_in_at AS "lastSignInAt", h.created_at AS "createdAt", h.updated_at AS "updatedAt",
  EXISTS (SELECT FROM invitations i WHERE i.host_user_id = h.id AND i.expires_at > :now) AS invited,
  EXISTS (SELECT FROM login_attempts t WHERE t.login_id = lower(h.login_id) AND t.blocked_until > :now) AS locked,
  ${requestIn("reset_requests")} AS "linkRequestedBy",
  EXISTS (SELECT FROM totp_secrets s WHERE s.host_user_id = h.id AND s.confirmed_at IS NOT NULL
    UNION ALL SELECT FROM passkeys p WHERE p.host_user_id = h.id) AS "hasSecondFactor",
  ${requestIn("factor_reset_requests")} AS "factorResetRequestedBy"`;

const source = "host_users h JOIN companies c ON c.id = h.company_id";

const orders = {
  name: (way) => `h.name ${way}, h.department`,
  loginId: (way) => `lower(h.login_id) ${way}`,
  company: (way) => `c.name ${way}, h.name`,
  department: (way) => `h.department ${way}, h.name`,
  role: (way) => `h.role ${way}, h.name`,
  status: (way) => `h.status ${way}, h.name`,
  lastSignInAt: (way) => `h.last_sign_in_at ${way} NULLS LAST`,
  createdAt: (way) => `h.created_at ${way}`,
  updatedAt: (way) => `h.updated_at ${way}`,
} as const satisfies Record<string, (way: "ASC" | "DESC") => string>;

/** A name is found through the index of its status; one condition joined by OR would look at everybody. */
const namedOf = (status: HostUser["status"]) => `
  SELECT n.id FROM host_users n
  WHERE n.status = '${status}' AND search_pairs(n.name) || search_pairs(n.en_name) @> :pairs::text[]
    AND (search_text(n.name) ~ :pattern OR search_text(n.en_name) ~ :pattern)`;

function finding(q: string | undefined): { condition: string; bindings: Record<string, unknown> } {
  if (q === undefined) return { condition: "true", bindings: {} };
  const search = nameSearch(q);
  const byName = search ? `UNION ALL ${namedOf("active")} UNION ALL ${namedOf("resigned")}` : "";
  return {
    condition: `h.id IN (SELECT d.id FROM host_users d
      WHERE lower(d.login_id) LIKE :like OR lower(d.department) LIKE :like ${byName})`,
    bindings: { like: anywhere(q.toLowerCase()), ...search },
  };
}

/** A page of host users; by name unless another order is asked for. */
export function hostUserRows(
  db: Knex,
  { page, size, sort = "name", q, id, company, role, status, hasPassword }: HostUserListQuery,
  now: Date,
): Promise<Page<HostUserRow>> {
  const { condition, bindings } = finding(q);
  const conditions = [condition];
  if (id !== undefined) conditions.push("h.id = :id");
  if (company !== undefined) conditions.push("h.company_id = :company");
  if (role) conditions.push("h.role = ANY(:role::text[])");
  if (status) conditions.push("h.status = ANY(:status::text[])");
  if (hasPassword !== undefined) conditions.push("(h.password_hash IS NOT NULL) = :hasPassword");
  const { column, way } = readSort<keyof typeof orders>(sort);
  return readPage(
    db,
    {
      columns,
      fits: `FROM ${source} WHERE ${conditions.join(" AND ")}`,
      order: `${orders[column](way)}, h.id`,
      bindings: {
        ...bindings,
        ...(id !== undefined && { id }),
        ...(company !== undefined && { company }),
        ...(role && { role }),
        ...(status && { status }),
        ...(hasPassword !== undefined && { hasPassword }),
      },
      columnBindings: { now },
    },
    { page, size },
  );
}

/** One host user, by id. */
export async function hostUserRow(db: Knex, id: number, now: Date): Promise<HostUserRow | undefined> {
  const { rows } = await db.raw<{ rows: HostUserRow[] }>(
    `SELECT ${columns} FROM ${source} WHERE h.id = :id`,
    { id, now },
  );
  return rows[0];
}

type HostOptionColumns =
  | ("id" | "loginId" | "name" | "enName" | "companyName" | "companyEnName")
  | ("department" | "position");

export interface HostOptionRow extends Pick<HostUserRow, HostOptionColumns> {
  readonly away: AbsenceRow | null;
}

/** Instants between which it is asked who is away; the same one twice for a moment. */
export interface AbsencePeriod {
  readonly from: Date;
  readonly to: Date;
}

const optionColumns = `h.id, h.login_id AS "loginId", h.name, h.en_name AS "enName", c.name AS "companyName",
  c.en_name AS "companyEnName", h.department, h.position, ${absenceOf("h.id", { from: ":from", to: ":to" })} AS away`;

/** One active host user, as they are chosen from; none or one. */
export async function hostUserOption(db: Knex, id: number, period: AbsencePeriod): Promise<HostOptionRow[]> {
  const { rows } = await db.raw<{ rows: HostOptionRow[] }>(
    `SELECT ${optionColumns} FROM ${source} WHERE h.id = :id AND h.status = 'active'`,
    { id, ...period },
  );
  return rows;
}

/** Active host users whose name or English name holds the text; those whose name begins with it come first. */
export async function hostUserOptions(
  db: Knex,
  text: string,
  period: AbsencePeriod,
): Promise<HostOptionRow[]> {
  const search = nameSearch(text);
  if (!search) return [];
  const { rows } = await db.raw<{ rows: HostOptionRow[] }>(
    `SELECT ${optionColumns}
     FROM ${source} WHERE h.id IN (${namedOf("active")})
     ORDER BY search_text(h.name) ~ :beginning DESC, h.name, c.name, h.department, h.id LIMIT ${maxOptions}`,
    { ...search, ...period, beginning: `^${search.pattern}` },
  );
  return rows;
}

/** What new accounts are checked against. */
export interface AccountReferences {
  /** Login ids, as they were given, that somebody else has. */
  readonly takenLoginIds: ReadonlySet<string>;
  readonly companies: readonly Pick<Company, "id" | "name" | "enName" | "inUse">[];
}

/** @param exceptId whose own login id may stay; 0 for nobody's */
export async function accountReferences(
  db: Knex,
  loginIds: readonly string[],
  exceptId: number,
): Promise<AccountReferences> {
  const { rows } = await db.raw<{ rows: { given: string }[] }>(
    `SELECT given FROM unnest(?::text[]) AS given
     WHERE EXISTS (SELECT FROM host_users h WHERE lower(h.login_id) = lower(given) AND h.id <> ?)`,
    [[...loginIds], exceptId],
  );
  return {
    takenLoginIds: new Set(rows.map(({ given }) => given)),
    companies: await Company.query(db).select("id", "name", "enName", "inUse"),
  };
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

/** What was done to somebody's access, oldest first. */
export const accountLogRows = async (db: Knex, id: number): Promise<AccountLogRow[]> =>
  AccountLog.query(db)
    .select(
      "accountLogs.id",
      "action",
      "accountLogs.loginId",
      "fromRole",
      "toRole",
      "actorId",
      "actor.name as actorName",
      "actor.enName as actorEnName",
      "address",
      "at",
    )
    .leftJoinRelated("actor")
    .where({ hostUserId: id })
    .orderBy("accountLogs.id")
    .castTo<AccountLogRow[]>();
