/** Read models of a request that a host decides on from its message. */
import type { Knex } from "knex";
import type { Role } from "#contract/roles.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { NamedRow } from "../../models/reference-record.ts";
import { isDeputyOf } from "../delegations.ts";
import { type LookupVisit, visitorColumns, visitorTables } from "../lookup.ts";
import { shown } from "./criteria.ts";

export interface DecidableVisit extends LookupVisit {
  readonly hostId: number;
  /** The host, or the host's deputy. */
  readonly decider: number;
  readonly deciderRole: Role;
  readonly isDeputy: boolean;
}

interface Asked {
  readonly tokenHash: Buffer;
  readonly now: Date;
  /** A link that was made later is good though the visit has begun. */
  readonly madeSince: Date;
}

/**
 * The visit of a link that is still good: undecided, not begun or asked for a short while ago, and still the host's, whose deputy
 * the link's person is where it is not theirs. One statement, so that a link that was never made takes the same way as one that is over.
 */
export async function visitToDecide(
  db: Knex,
  { tokenHash, now, madeSince }: Asked,
): Promise<DecidableVisit | undefined> {
  const { rows } = await db.raw<{ rows: DecidableVisit[] }>(
    `SELECT ${visitorColumns}, h.id AS "hostId", decider.id AS decider, decider.role AS "deciderRole",
       decider.id <> h.id AS "isDeputy"
     FROM (SELECT ?::timestamptz AS now) AS asked CROSS JOIN decision_links link
     JOIN visits v ON v.id = link.visit_id ${visitorTables}
     JOIN host_users decider ON decider.id = link.host_user_id AND decider.status = 'active'
     WHERE link.token_hash = ? AND link.decided_at IS NULL AND ${shown} AND v.status_code = 'applied' AND h.status = 'active'
       AND (decider.id = h.id OR ${isDeputyOf("decider.id", "h.id", "asked.now")})
       AND v.end_at > asked.now AND (v.start_at > asked.now OR link.created_at > ?)`,
    [now, tokenHash, madeSince],
  );
  return rows[0];
}

/** A decision, and who made it. */
export interface DecisionRow {
  readonly statusCode: StatusCode;
  readonly id: number;
  readonly name: string;
  readonly enName: string;
  /** The host whose deputy they were. */
  readonly onBehalfOf: Pick<NamedRow, "name" | "enName"> | null;
}

const lastDecision = `SELECT l.to_code AS "statusCode", coalesce(d.id, k.id) AS id, coalesce(d.name, k.name) AS name,
    coalesce(d.en_name, '') AS "enName",
    CASE WHEN o.id IS NOT NULL THEN json_build_object('name', o.name, 'enName', o.en_name) END AS "onBehalfOf"
  FROM visit_logs l LEFT JOIN host_users d ON d.id = l.actor_id LEFT JOIN api_keys k ON k.id = l.api_key_id
    LEFT JOIN host_users o ON o.id = l.on_behalf_of_id
  WHERE coalesce(d.id, k.id) IS NOT NULL AND l.visit_id = v.id AND l.action IN ('approve', 'reject') ORDER BY l.id DESC LIMIT 1`;

/** The decision that a link came too late for; undefined where it is over for another reason. */
export async function decisionBefore(db: Knex, tokenHash: Buffer): Promise<DecisionRow | undefined> {
  const { rows } = await db.raw<{ rows: DecisionRow[] }>(
    `SELECT decision.* FROM decision_links link
     JOIN visits v ON v.id = link.visit_id
     JOIN host_users h ON h.id = link.host_user_id AND h.status = 'active'
     CROSS JOIN LATERAL (${lastDecision}) AS decision
     WHERE link.token_hash = ? AND link.decided_at IS NOT NULL AND ${shown}`,
    [tokenHash],
  );
  return rows[0];
}
