/** Timed notices of a visit, claimed once for each start or end by one of many processes. */
import type { Knex } from "knex";

const claim = (event: "overstayHost" | "dayBefore", about: string, due: string) => `
  INSERT INTO visit_notices (visit_id, event, about)
  SELECT v.id, '${event}', v.${about} FROM visits v
  WHERE v.hidden_at IS NULL AND ${due}
    AND NOT EXISTS (SELECT FROM visit_notices n
      WHERE n.visit_id = v.id AND n.event = '${event}' AND n.about = v.${about})
  ORDER BY v.id LIMIT :limit
  ON CONFLICT (visit_id, event) DO UPDATE SET about = excluded.about WHERE visit_notices.about <> excluded.about
  RETURNING visit_id AS "visitId"`;

const overstays = claim(
  "overstayHost",
  "end_at",
  `v.status_code = 'entered' AND v.overnight_at IS NULL AND v.end_at <= :until AND v.end_at > :since`,
);

const daysBefore = claim(
  "dayBefore",
  "start_at",
  `v.status_code = 'approved' AND v.start_at >= :since AND v.start_at < :until AND v.created_at < :madeBefore`,
);

const undecided = (event: "applyDeputy" | "applyDesk") => `
  INSERT INTO visit_notices (visit_id, event, about)
  SELECT v.id, '${event}', asked.at FROM visits v
  CROSS JOIN LATERAL (SELECT coalesce(max(l.at), v.created_at) AS at FROM visit_logs l
    WHERE l.visit_id = v.id AND l.to_code = 'applied' AND l.from_code IS DISTINCT FROM 'applied') asked
  WHERE v.hidden_at IS NULL AND v.status_code = 'applied' AND v.end_at > :now AND asked.at <= :until
    AND NOT EXISTS (SELECT FROM visits l WHERE l.id = v.leader_id AND l.status_code = 'applied')
    AND NOT EXISTS (SELECT FROM visit_notices n
      WHERE n.visit_id = v.id AND n.event = '${event}' AND n.about = asked.at)
    AND (:only::integer[] IS NULL OR v.id = ANY(:only))
  ORDER BY v.id LIMIT :limit
  ON CONFLICT (visit_id, event) DO UPDATE SET about = excluded.about WHERE visit_notices.about <> excluded.about
  RETURNING visit_id AS "visitId"`;

const idsOf = ({ rows }: { rows: { visitId: number }[] }): number[] => rows.map(({ visitId }) => visitId);

/** Visits inside, not overnight, whose end is over for a while and not for too long. */
export const claimOverstays = async (
  trx: Knex.Transaction,
  between: { readonly since: Date; readonly until: Date; readonly limit: number },
): Promise<number[]> => idsOf(await trx.raw(overstays, { ...between }));

/** Approved visits that begin in a period and were made before a moment. */
export const claimDaysBefore = async (
  trx: Knex.Transaction,
  between: {
    readonly since: Date;
    readonly until: Date;
    readonly madeBefore: Date;
    readonly limit: number;
  },
): Promise<number[]> => idsOf(await trx.raw(daysBefore, { ...between }));

/**
 * Requests that were made, or made anew, until a moment and are not decided, one of a party; those that are over are not told of.
 * @param only of these
 */
export const claimUndecided = async (
  trx: Knex.Transaction,
  event: "applyDeputy" | "applyDesk",
  asked: {
    readonly now: Date;
    readonly until: Date;
    readonly limit: number;
    readonly only?: readonly number[];
  },
): Promise<number[]> => idsOf(await trx.raw(undecided(event), { ...asked, only: asked.only ?? null }));
