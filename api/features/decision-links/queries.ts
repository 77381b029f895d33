/** A request that its host, or their deputy, may decide by a link. */
import type { Knex } from "knex";
import type { Role } from "#contract/roles.ts";
import type { LookupVisit } from "../lookup/presenter.ts";

export interface DecidableVisit extends LookupVisit {
  readonly hostId: number;
  /** The host, or the host's deputy. */
  readonly decider: number;
  readonly deciderRole: Role;
  readonly isDeputy: boolean;
}

interface Link {
  readonly tokenHash: Buffer;
  readonly now: Date;
  /** Links created later are valid although the visit has begun. */
  readonly createdSince: Date;
}

/**
 * The visit of a valid link: undecided, not begun (or requested recently), and still the host's; a deputy's link needs a
 * current delegation. One statement, so that an unknown link takes as long as an expired one.
 */
export async function visitToDecide(
  db: Knex,
  { tokenHash, now, createdSince }: Link,
): Promise<DecidableVisit | undefined> {
  const { rows } = await db.raw<{ rows: DecidableVisit[] }>(
    `SELECT v.id, v.reserve_no AS "reserveNo", leader.name AS "leaderName",
       (SELECT count(*)::integer FROM visits f
         WHERE f.leader_id = v.id AND f.status_code <> 'cancelled' AND f.hidden_at IS NULL) AS "followersCnt",
       v.name, v.company, v.position, v.phone, v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey",
       place.name AS "placeName", place.en_name AS "placeEnName",
       purpose.name AS "purposeName", purpose.en_name AS "purposeEnName",
       v.start_at AS "startAt", v.end_at AS "endAt",
       h.id AS "hostId", h.name AS "hostName", h.en_name AS "hostEnName", h.position AS "hostPosition",
       v.status_code AS "statusCode", NULL AS reason,
       decider.id AS decider, decider.role AS "deciderRole", decider.id <> h.id AS "isDeputy"
     FROM decision_links link
     JOIN visits v ON v.id = link.visit_id AND v.hidden_at IS NULL AND v.status_code = 'applied'
     JOIN host_users h ON h.id = v.host_user_id AND h.status = 'active'
     JOIN host_users decider ON decider.id = link.host_user_id AND decider.status = 'active'
     JOIN user_codes purpose ON purpose.id = v.purpose_id
     LEFT JOIN user_codes place ON place.id = v.location_id
     LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL
     WHERE link.token_hash = :tokenHash AND link.decided_at IS NULL
       AND v.end_at > :now AND (v.start_at > :now OR link.created_at > :createdSince)
       AND (decider.id = h.id OR EXISTS (
         SELECT FROM delegation_deputies m JOIN delegations d ON d.id = m.delegation_id
         WHERE m.deputy_id = decider.id AND d.host_user_id = h.id AND d.start_at <= :now AND d.end_at > :now))`,
    { tokenHash, now, createdSince },
  );
  return rows[0];
}
