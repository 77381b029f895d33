/** Words that a person's password should not be made of. */
import type { Knex } from "knex";

/** Names and numbers of the site, the person's company, and the person. */
export async function passwordWords(db: Knex, hostUserId: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { words: string[] }[] }>(
    `SELECT ARRAY[h.login_id, h.name, h.en_name, h.phone, h.cell_phone, h.email, c.name, c.en_name,
       s.customer_company, s.en_customer_company] AS words
     FROM host_users h JOIN companies c ON c.id = h.company_id CROSS JOIN configuration s WHERE h.id = ?`,
    [hostUserId],
  );
  return rows[0]?.words.filter((word) => word !== "") ?? [];
}
