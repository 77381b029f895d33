/** Read model of the public host search. */

import type { Knex } from "knex";
import { maxHostsFound } from "#contract/people/host-search.ts";
import { gather } from "../../gather.ts";
import { unseen } from "../../planner.ts";
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

interface Search {
  readonly text: string;
  /** Narrows to one company. */
  readonly company: number | undefined;
}

/** The id of none. */
const anyCompany = 0;

/** For each search, in its place. Pairs come with spaces between them, which are in none: a list of lists of different length is no array. */
const found = `SELECT asked.place, host.* FROM unnest(${unseen("?", "text[]")}, ${unseen("?", "text[]")}, ${unseen("?", "integer[]")})
    WITH ORDINALITY AS asked (pairs, pattern, company, place)
  CROSS JOIN LATERAL (
    SELECT h.id, h.name, h.en_name AS "enName", c.name AS "companyName", c.en_name AS "companyEnName",
      h.department, h.position,
      row_number() OVER (ORDER BY search_text(h.name) ~ ('^' || asked.pattern) DESC, h.name, h.department, h.id) AS n
    FROM host_users h JOIN companies c ON c.id = h.company_id
    WHERE h.status = 'active' AND h.in_public_search AND c.in_use
      AND search_pairs(h.name) || search_pairs(h.en_name) @> string_to_array(asked.pairs, ' ')
      AND (search_text(h.name) ~ asked.pattern OR search_text(h.en_name) ~ asked.pattern)
      AND asked.company IN (${anyCompany}, h.company_id)
    ORDER BY n LIMIT ${maxHostsFound}) AS host
  ORDER BY asked.place, host.n`;

const hostsFound = gather(async (db, searches: readonly Search[]): Promise<HostRow[][]> => {
  const hosts = searches.map((): HostRow[] => []);
  const asked = searches.flatMap(({ text, company = anyCompany }, place) => {
    const search = nameSearch(withoutInitials(text) ?? "");
    return search ? [{ place, company, ...search }] : [];
  });
  if (asked.length === 0) return hosts;
  const { rows } = await db.raw<{ rows: (HostRow & { readonly place: number; readonly n: number })[] }>(
    found,
    [
      asked.map(({ pairs }) => pairs.join(" ")),
      asked.map(({ pattern }) => pattern),
      asked.map(({ company }) => company),
    ],
  );
  for (const { place, n: _, ...host } of rows) hosts[asked[place - 1]?.place ?? -1]?.push(host);
  return hosts;
});

/**
 * Active hosts of companies in use whose name or English name holds the text; those whose name begins
 * with it come first. Left out are those who do not want to be found. Initial consonants find nobody here: the public is to know a name.
 * @param company narrows to one company
 */
export const searchHosts = (db: Knex, text: string, company: number | undefined): Promise<HostRow[]> =>
  hostsFound(db, { text, company });
