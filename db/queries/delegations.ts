/**
 * Read models of delegations: who stands in for whom, and who is away. What a host or a deputy who resigned has to do with is in
 * force no more.
 */
import type { Knex } from "knex";
import type { MessageChannel } from "#contract/channel.ts";
import type { Language } from "#db/models/visits/visit.ts";
import { unseen } from "../planner.ts";

/** Of delegations `d`: in force at an instant, as SQL names it. */
export const inForceAt = (at: string): string => `d.start_at <= ${at} AND d.end_at > ${at}`;

/**
 * Hosts whose deputy a person is at an instant, as an array.
 * @param deputy the person's id, as SQL names it
 */
export const deputyFor = (deputy: string, at: string): string => `ARRAY(
    SELECT DISTINCT d.host_user_id FROM delegation_deputies m
    JOIN delegations d ON d.id = m.delegation_id AND ${inForceAt(at)}
    JOIN host_users o ON o.id = d.host_user_id AND o.status = 'active'
    WHERE m.deputy_id = ${deputy})`;

/** A deputy who is in force, and what a notice to them needs. */
export interface DeputyRow {
  readonly hostId: number;
  readonly deputyId: number;
  readonly name: string;
  readonly enName: string;
  readonly cellPhone: string;
  /** Empty where there is none, or nobody at it. */
  readonly email: string;
  readonly channel: MessageChannel;
  /** In which the deputy reads the console; null where nothing was chosen. */
  readonly lang: Language | null;
}

/** Deputies of some hosts at an instant, each once a host, in the order of their ids. */
export async function deputiesOf(db: Knex, hostIds: readonly number[], at: Date): Promise<DeputyRow[]> {
  const { rows } = await db.raw<{ rows: DeputyRow[] }>(
    `SELECT DISTINCT d.host_user_id AS "hostId", p.id AS "deputyId", p.name, p.en_name AS "enName",
       p.cell_phone AS "cellPhone", CASE WHEN p.email_bounced_at IS NULL THEN p.email ELSE '' END AS email,
       coalesce(c.message_channel, 'sms') AS channel, c.language AS lang
     FROM (SELECT ?::timestamptz AS now) AS asked
     JOIN delegations d ON d.host_user_id = ANY(${unseen("?", "integer[]")}) AND ${inForceAt("asked.now")}
     JOIN host_users o ON o.id = d.host_user_id AND o.status = 'active'
     JOIN delegation_deputies m ON m.delegation_id = d.id
     JOIN host_users p ON p.id = m.deputy_id AND p.status = 'active'
     LEFT JOIN host_user_preferences c ON c.host_user_id = p.id
     ORDER BY "hostId", "deputyId"`,
    [at, [...hostIds]],
  );
  return rows;
}

/** Those of some hosts who are away at an instant. */
export async function awayNow(db: Knex, hostIds: readonly number[], at: Date): Promise<Set<number>> {
  const { rows } = await db.raw<{ rows: { hostId: number }[] }>(
    `SELECT DISTINCT d.host_user_id AS "hostId" FROM (SELECT ?::timestamptz AS now) AS asked
     JOIN delegations d ON d.host_user_id = ANY(${unseen("?", "integer[]")}) AND d.is_away AND ${inForceAt("asked.now")}
     JOIN host_users o ON o.id = d.host_user_id AND o.status = 'active'`,
    [at, [...hostIds]],
  );
  return new Set(rows.map(({ hostId }) => hostId));
}
