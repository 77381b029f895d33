/** What signing in and a new password read of somebody's account. */

import type { Knex } from "knex";
import type { Role } from "#contract/roles.ts";

export interface AccountRow {
  id: number;
  loginId: string;
  name: string;
  enName: string;
  companyId: number;
  companyName: string;
  companyEnName: string;
  department: string;
  position: string;
  role: Role;
  inPublicSearch: boolean;
}

/** Whoever is signed in. */
export async function readAccount(db: Knex, id: number): Promise<AccountRow> {
  const { rows } = await db.raw<{ rows: [AccountRow] }>(
    `SELECT h.id, h.login_id AS "loginId", h.name, h.en_name AS "enName", h.company_id AS "companyId",
       c.name AS "companyName", c.en_name AS "companyEnName", h.department, h.position, h.role,
       h.in_public_search AS "inPublicSearch"
     FROM host_users h JOIN companies c ON c.id = h.company_id WHERE h.id = ?`,
    [id],
  );
  return rows[0];
}

/** Words that a person's password should not be made of: names and numbers of the site, the company, and the person. */
export async function passwordWords(db: Knex, hostUserId: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { words: string[] }[] }>(
    `SELECT ARRAY[h.login_id, h.name, h.en_name, h.phone, h.cell_phone, h.email, c.name, c.en_name,
       s.customer_company, s.en_customer_company] AS words
     FROM host_users h JOIN companies c ON c.id = h.company_id CROSS JOIN configuration s WHERE h.id = ?`,
    [hostUserId],
  );
  return rows[0]?.words.filter((word) => word !== "") ?? [];
}
