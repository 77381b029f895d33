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
