/** Read model of the public host search. */

import type { Knex } from "knex";
import { maxHostsFound } from "#contract/people/host-search.ts";
import { nameSearch, withoutInitials } from "../names.ts";

export interface HostRow {
  id: number;
  name: string;
  enName: string;
  companyName: string;
  companyEnName: string;
  department: string;
  position: string;
}

/**
 * Active hosts of companies in use whose name or English name holds the text; those whose name begins
 * with it come first. Left out are those who do not want to be found. Initial consonants find nobody here: the public is to know a name.
 * @param company narrows to one company
 */
export async function searchHosts(db: Knex, text: string, company: number | undefined): Promise<HostRow[]> {
  const search = nameSearch(withoutInitials(text) ?? "");
  if (!search) return [];
  const { rows } = await db.raw<{ rows: HostRow[] }>(
    `SELECT h.id, h.name, h.en_name AS "enName", c.name AS "companyName", c.en_name AS "companyEnName",
       h.department, h.position
     FROM host_users h JOIN companies c ON c.id = h.company_id
     WHERE h.status = 'active' AND h.in_public_search AND c.in_use
       AND search_pairs(h.name) || search_pairs(h.en_name) @> ?::text[]
       AND (search_text(h.name) ~ ? OR search_text(h.en_name) ~ ?)
       ${company === undefined ? "" : "AND h.company_id = ?"}
     ORDER BY search_text(h.name) ~ ? DESC, h.name, h.department, h.id
     LIMIT ${maxHostsFound}`,
    [
      search.pairs,
      search.pattern,
      search.pattern,
      ...(company === undefined ? [] : [company]),
      `^${search.pattern}`,
    ],
  );
  return rows;
}
