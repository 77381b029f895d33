/** Read model of a visitor's own visit by their link. */
import type { Knex } from "knex";
import { type LookupVisit, visitorColumns, visitorTables } from "../lookup.ts";
import { hasAgreed, shown } from "./criteria.ts";
import { type EmailColumns, emailColumns, emailJoin } from "./email.ts";

export type LinkedVisit = LookupVisit &
  EmailColumns & { readonly carNumber: string; readonly hasConsent: boolean };

/**
 * The visit of a link that is still good: neither cancelled nor ended nor hidden, and over for not too long. One statement,
 * so that one that was never made takes the same way as one that is over.
 * @param overSince visits that ended before are too old
 */
export async function visitByLink(
  db: Knex,
  { tokenHash, overSince }: { readonly tokenHash: Buffer; readonly overSince: Date },
): Promise<LinkedVisit | undefined> {
  const { rows } = await db.raw<{ rows: LinkedVisit[] }>(
    `SELECT ${visitorColumns}, v.car_number AS "carNumber", ${emailColumns},
       ${hasAgreed} AS "hasConsent"
     FROM visit_links link JOIN visits v ON v.id = link.visit_id ${visitorTables} ${emailJoin}
     WHERE link.token_hash = ? AND ${shown} AND v.status_code NOT IN ('cancelled', 'ended') AND v.end_at > ?`,
    [tokenHash, overSince],
  );
  return rows[0];
}
