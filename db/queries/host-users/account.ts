/** What signing in and a new password read of somebody's account. */

import type { Knex } from "knex";
import { raw } from "objection";
import { HostUser } from "#db/models/people/host-user.ts";
import type { NamedRow } from "../choices.ts";
import { deputyFor } from "../delegations.ts";

export interface AccountRow
  extends Pick<
    HostUser,
    "id" | "loginId" | "name" | "enName" | "companyId" | "department" | "position" | "role" | "inPublicSearch"
  > {
  readonly companyName: string;
  readonly companyEnName: string;
  /** Hosts whose deputy they are. */
  readonly deputyFor: NamedRow[];
}

const hostsOfDeputy = `(
  SELECT coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'enName', o.en_name) ORDER BY o.name, o.id), '[]')
  FROM (SELECT ?::timestamptz AS now) AS asked, host_users o
  WHERE o.id = ANY(${deputyFor("host_users.id", "asked.now")}))`;

/** Whoever is signed in, and whose deputy they are at a moment. */
export const readAccount = async (db: Knex, id: number, now: Date): Promise<AccountRow> =>
  HostUser.query(db)
    .select(
      "hostUsers.id",
      "loginId",
      "hostUsers.name",
      "hostUsers.enName",
      "companyId",
      "company.name as companyName",
      "company.enName as companyEnName",
      "department",
      "position",
      "role",
      "inPublicSearch",
      raw(hostsOfDeputy, now).as("deputyFor"),
    )
    .joinRelated("company")
    .findById(id)
    .throwIfNotFound()
    .castTo<AccountRow>();

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
