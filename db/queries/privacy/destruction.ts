/** What the register keeps of visits that are about to be destroyed. */
import type { Knex } from "knex";

export interface Destroyed {
  /** Different mobile numbers; whoever has none counts by the visit. */
  readonly persons: number;
  /** Days from the end to the day of destruction, each once. */
  readonly retentionDays: number[];
}

export async function destructionSummary(
  db: Knex,
  ids: readonly number[],
  timezone: string,
): Promise<Destroyed> {
  const { rows } = await db.raw<{ rows: [Destroyed] }>(
    `SELECT count(DISTINCT coalesce(encode(cell_hash, 'hex'), id::text))::integer AS persons,
       array_agg(DISTINCT destroy_on - (end_at AT TIME ZONE ?)::date) AS "retentionDays"
     FROM visits WHERE id = ANY(?::integer[])`,
    [timezone, [...ids]],
  );
  return rows[0];
}
