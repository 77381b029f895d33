/** Read model of who is signed in. */

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
