/** Requests that wait for a decision too long, claimed once for each notice by one of many processes. */
import type { Knex } from "knex";

interface Undecided {
  readonly now: Date;
  /** Requested, or requested anew, until then. */
  readonly until: Date;
  readonly limit: number;
  /** Of these visits; left out for all. */
  readonly only?: readonly number[];
}

/** Requests that are not decided and not over, one of a party. @returns the ids of their visits */
export async function claimUndecided(
  trx: Knex.Transaction,
  event: "applyDeputy" | "applyDesk",
  { now, until, limit, only }: Undecided,
): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { visitId: number }[] }>(
    `INSERT INTO visit_notices (visit_id, event, about)
     SELECT v.id, :event, requested.at FROM visits v
     CROSS JOIN LATERAL (SELECT coalesce(max(l.at), v.created_at) AS at FROM visit_logs l
       WHERE l.visit_id = v.id AND l.to_code = 'applied' AND l.from_code IS DISTINCT FROM 'applied') requested
     WHERE v.hidden_at IS NULL AND v.status_code = 'applied' AND v.end_at > :now AND requested.at <= :until
       AND NOT EXISTS (SELECT FROM visits l WHERE l.id = v.leader_id AND l.status_code = 'applied')
       AND NOT EXISTS (SELECT FROM visit_notices n
         WHERE n.visit_id = v.id AND n.event = :event AND n.about = requested.at)
       AND (:only::integer[] IS NULL OR v.id = ANY(:only))
     ORDER BY v.id LIMIT :limit
     ON CONFLICT (visit_id, event) DO UPDATE SET about = excluded.about WHERE visit_notices.about <> excluded.about
     RETURNING visit_id AS "visitId"`,
    { event, now, until, limit, only: only ? [...only] : null },
  );
  return rows.map(({ visitId }) => visitId);
}
