/** Reads a visitor's own visits. */

import type { Knex } from "knex";
import type { StatusCode } from "#contract/visits/status.ts";
import type { Visit } from "#db/models/visits/visit.ts";

/** What visitors see of a visit, with the encrypted number. */
export interface LookupVisit
  extends Pick<
      Visit,
      "id" | "reserveNo" | "name" | "company" | "position" | "phone" | "cellCipher" | "cellKey"
    >,
    Pick<Visit, "startAt" | "endAt" | "statusCode"> {
  readonly leaderName: string | null;
  readonly followersCnt: number;
  readonly placeName: string | null;
  readonly placeEnName: string | null;
  readonly purposeName: string;
  readonly purposeEnName: string;
  readonly hostName: string;
  readonly hostEnName: string;
  readonly hostPosition: string;
  /** Why it was rejected; null where that may not be shown. */
  readonly reason: string | null;
}

/** Spaces and letter case in the name do not count. */
interface LookupFilter {
  readonly name: string;
  /** The earliest application that is shown. */
  readonly since: Date;
}

const maxRows = 200;

/** Visits of a name under a condition, newest application first. One statement, so that every outcome takes the same time. */
async function read(
  db: Knex,
  condition: string,
  filter: LookupFilter & Readonly<Record<string, string | Date | Buffer | Buffer[]>>,
): Promise<LookupVisit[]> {
  const { rows } = await db.raw<{ rows: LookupVisit[] }>(
    `SELECT v.id, v.reserve_no AS "reserveNo", leader.name AS "leaderName",
      (SELECT count(*)::integer FROM visits f
       WHERE f.leader_id = v.id AND f.status_code <> 'cancelled' AND f.hidden_at IS NULL) AS "followersCnt",
      v.name, v.company, v.position, v.phone, v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey",
      place.name AS "placeName", place.en_name AS "placeEnName",
      purpose.name AS "purposeName", purpose.en_name AS "purposeEnName",
      v.start_at AS "startAt", v.end_at AS "endAt",
      h.name AS "hostName", h.en_name AS "hostEnName", h.position AS "hostPosition",
      v.status_code AS "statusCode",
      CASE WHEN v.status_code = 'rejected' AND v.reason_shown THEN (
        SELECT l.note FROM visit_logs l WHERE l.visit_id = v.id AND l.action = 'reject'
        ORDER BY l.at DESC, l.id DESC LIMIT 1) END AS reason
    FROM visits v
    JOIN host_users h ON h.id = v.host_user_id
    JOIN user_codes purpose ON purpose.id = v.purpose_id
    LEFT JOIN user_codes place ON place.id = v.location_id
    LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL
    WHERE ${condition} AND v.hidden_at IS NULL AND v.created_at >= :since AND search_text(v.name) = search_text(:name)
    ORDER BY v.created_at DESC, v.id DESC LIMIT ${maxRows}`,
    { ...filter },
  );
  return rows;
}

/** Visits of a name and number. @param hashes the number's hash under each key */
export const visitsOfPerson = (
  db: Knex,
  { hashes, ...filter }: LookupFilter & { readonly hashes: Buffer[] },
): Promise<LookupVisit[]> =>
  hashes.length === 1
    ? read(db, "v.cell_hash = :hash", { ...filter, hash: hashes[0] as Buffer })
    : read(db, "v.cell_hash = ANY(:hashes::bytea[])", { ...filter, hashes });

/** The visit with a reservation number and a name. */
export const visitByReserveNo = async (
  db: Knex,
  filter: LookupFilter & { readonly reserveNo: string },
): Promise<LookupVisit | undefined> => (await read(db, "v.reserve_no = :reserveNo", { ...filter }))[0];

/**
 * A visit by its reservation number, and its visitor's name and mobile number.
 * @param hashes the number's hash under each key
 */
export const ownVisit = async (
  db: Knex,
  { reserveNo, name, hashes }: { reserveNo: string; name: string; hashes: Buffer[] },
): Promise<{ id: number } | undefined> =>
  db("visits")
    .select("id")
    .where({ reserveNo })
    .whereIn("cellHash", hashes)
    .whereRaw("search_text(name) = search_text(?)", [name])
    .first();

/** A companion as their leader sees them. */
export interface Companion {
  readonly leaderId: number;
  readonly reserveNo: string;
  readonly name: string;
  readonly statusCode: StatusCode;
  readonly hasAnswered: boolean;
  /** The link is still useful, and no message was sent or is queued. */
  readonly needsLink: boolean;
}

/** Companions of some leaders, without cancelled ones, in the order of their creation. */
export async function readCompanions(db: Knex, leaderIds: number[]): Promise<Companion[]> {
  if (leaderIds.length === 0) return [];
  const { rows } = await db.raw<{ rows: Companion[] }>(
    `SELECT v.leader_id AS "leaderId", v.reserve_no AS "reserveNo", v.name, v.status_code AS "statusCode",
       consent.agreed AS "hasAnswered",
       v.status_code IN ('applied', 'approved', 'entered', 'exited') AND NOT consent.agreed AND NOT EXISTS (
         SELECT FROM messages m WHERE m.visit_id = v.id AND m.host_user_id IS NULL
           AND m.status IN ('queued', 'sending', 'sent', 'unknown')) AS "needsLink"
     FROM visits v
     CROSS JOIN LATERAL (
       SELECT EXISTS (SELECT FROM visit_consents c WHERE c.visit_id = v.id AND c.agreed) AS agreed) AS consent
     WHERE v.leader_id = ANY(?::integer[]) AND v.status_code <> 'cancelled' AND v.hidden_at IS NULL ORDER BY v.id`,
    [leaderIds],
  );
  return rows;
}
