/** Read model of a visitor's own visit by their link. */
import type { Knex } from "knex";
import { type LookupVisit, visitorColumns, visitorTables } from "../lookup.ts";
import { hasAgreed, shown } from "./criteria.ts";
import { type EmailColumns, emailColumns, emailJoin } from "./email.ts";

export type LinkedVisit = LookupVisit &
  EmailColumns & {
    readonly carNumber: string;
    readonly hasConsent: boolean;
    /** Of a link that the desk handed over: by whom, and until when it is good. */
    readonly deskUserId: number | null;
    readonly expiresAt: Date | null;
  };

/**
 * The visit of a link that is still good: neither cancelled nor ended nor hidden, and over for not too long. One statement,
 * so that one that was never made takes the same way as one that is over.
 * @param now links of the desk that end before are over
 * @param overSince visits that ended before are too old
 */
export async function visitByLink(
  db: Knex,
  { tokenHash, now, overSince }: { readonly tokenHash: Buffer; readonly now: Date; readonly overSince: Date },
): Promise<LinkedVisit | undefined> {
  const { rows } = await db.raw<{ rows: LinkedVisit[] }>(
    `SELECT ${visitorColumns}, v.car_number AS "carNumber", ${emailColumns},
       ${hasAgreed} AS "hasConsent", link.host_user_id AS "deskUserId", link.expires_at AS "expiresAt"
     FROM (SELECT visit_id, NULL::integer AS host_user_id, NULL::timestamptz AS expires_at
         FROM visit_links WHERE token_hash = ?
       UNION ALL SELECT visit_id, host_user_id, expires_at FROM desk_links WHERE token_hash = ? AND expires_at > ?
     ) AS link JOIN visits v ON v.id = link.visit_id ${visitorTables} ${emailJoin}
     WHERE ${shown} AND v.status_code NOT IN ('cancelled', 'ended') AND v.end_at > ?`,
    [tokenHash, tokenHash, now, overSince],
  );
  return rows[0];
}
