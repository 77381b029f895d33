/** Whose name is meant by a search text. */

import type { Knex } from "knex";
import type { NameSearch } from "../names.ts";

/** A text that fits more people than this says nothing about whom a visit is to. */
const maxHosts = 100;

/**
 * People, resigned ones too, whose name or English name holds the text.
 * @returns their ids; none where they are more than 100
 */
export async function hostsNamed(db: Knex, { pairs, pattern }: NameSearch): Promise<number[]> {
  const ofStatus = (status: "active" | "resigned") => `
    SELECT h.id FROM host_users h
    WHERE h.status = '${status}' AND search_pairs(h.name) || search_pairs(h.en_name) @> :pairs::text[]
      AND (search_text(h.name) ~ :pattern OR search_text(h.en_name) ~ :pattern)`;
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `${ofStatus("active")} UNION ALL ${ofStatus("resigned")} LIMIT ${maxHosts + 1}`,
    { pairs, pattern },
  );
  return rows.length > maxHosts ? [] : rows.map(({ id }) => id);
}
