import type { Knex } from "knex";
import type { BatchRow } from "#contract/people/host-users.ts";

/** The login ids, as passed, that other accounts have. @param exceptId an account to ignore */
export async function takenLoginIds(
  db: Knex,
  loginIds: readonly string[],
  exceptId: number | undefined,
): Promise<Set<string>> {
  const { rows } = await db.raw<{ rows: { given: string }[] }>(
    `SELECT given FROM unnest(:loginIds::text[]) AS given
     WHERE EXISTS (SELECT FROM host_users h
       WHERE login_key(h.login_id) = login_key(given) AND h.id IS DISTINCT FROM :exceptId::integer)`,
    { loginIds: [...loginIds], exceptId: exceptId ?? null },
  );
  return new Set(rows.map(({ given }) => given));
}

export interface NewAccount extends Omit<BatchRow, "company"> {
  readonly companyId: number;
}

/**
 * Inserts host users without passwords; administrators and privacy officers are not found by visitors until they choose so. In the order of their login ids, so that concurrent imports do not deadlock.
 * @returns ids by login id; a login id that another account took meanwhile is missing
 */
export async function insertAccounts(
  trx: Knex.Transaction,
  accounts: readonly NewAccount[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await trx.raw<{ rows: { id: number; loginId: string }[] }>(
    `INSERT INTO host_users (login_id, name, en_name, company_id, department, position, phone, cell_phone,
       email, role, in_public_search, created_at, updated_at)
     SELECT "loginId", name, coalesce("enName", ''), "companyId", coalesce(department, ''), coalesce(position, ''),
       coalesce(phone, ''), coalesce("cellPhone", ''), coalesce(email, ''), role,
       role NOT IN ('admin', 'privacy'), :now::timestamptz, :now::timestamptz
     FROM json_to_recordset(:accounts::json) AS p ("loginId" text, name text, "enName" text, "companyId" integer,
       department text, position text, phone text, "cellPhone" text, email text, role text)
     ORDER BY login_key("loginId")
     ON CONFLICT (login_key(login_id)) DO NOTHING
     RETURNING id, login_id AS "loginId"`,
    { now, accounts: JSON.stringify(accounts) },
  );
  return new Map(rows.map(({ id, loginId }) => [loginId, id]));
}
