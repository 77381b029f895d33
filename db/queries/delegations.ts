/**
 * Read models of delegations: who stands in for whom, and who is away. What a host or a deputy who resigned has to do with is in
 * force no more.
 */
import type { Knex } from "knex";
import type { MessageChannel } from "#contract/channel.ts";
import type { Language } from "#db/models/visits/visit.ts";
import type { NamedRow } from "../models/reference-record.ts";
import { unseen } from "../planner.ts";

/** Of delegations `d`: in force at an instant, as SQL names it. */
export const inForceAt = (at: string): string => `d.start_at <= ${at} AND d.end_at > ${at}`;

/** Whether somebody is a host's deputy at an instant, all as SQL names them. */
export const isDeputyOf = (deputy: string, host: string, at: string): string => `EXISTS (
    SELECT FROM delegation_deputies m JOIN delegations d ON d.id = m.delegation_id AND ${inForceAt(at)}
    WHERE m.deputy_id = ${deputy} AND d.host_user_id = ${host})`;

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

/** What a notice to a person `p` with preferences `c` needs. */
const reachedBy = `p.id AS "deputyId", p.name, p.en_name AS "enName", p.cell_phone AS "cellPhone",
    CASE WHEN p.email_bounced_at IS NULL THEN p.email ELSE '' END AS email,
    coalesce(c.message_channel, 'sms') AS channel, c.language AS lang`;

/** The deputies of an active host who is away at an instant, as JSON; host and instant as SQL names them. */
export const deputiesOfAway = (host: string, at: string): string => `(
    SELECT coalesce(json_agg(found ORDER BY found."deputyId"), '[]') FROM (
      SELECT DISTINCT ${reachedBy} FROM (SELECT ${at} AS now) AS asked
      JOIN delegations d ON d.host_user_id = ${host} AND ${inForceAt("asked.now")}
      JOIN delegation_deputies m ON m.delegation_id = d.id
      JOIN host_users p ON p.id = m.deputy_id AND p.status = 'active'
      LEFT JOIN host_user_preferences c ON c.host_user_id = p.id
      WHERE EXISTS (SELECT FROM delegations d WHERE d.host_user_id = ${host} AND d.is_away AND ${inForceAt("asked.now")})
    ) AS found)`;

/** Deputies of some hosts at an instant, each once a host, in the order of their ids. */
export async function deputiesOf(db: Knex, hostIds: readonly number[], at: Date): Promise<DeputyRow[]> {
  const { rows } = await db.raw<{ rows: DeputyRow[] }>(
    `SELECT DISTINCT d.host_user_id AS "hostId", ${reachedBy}
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

/** A delegation as it is listed. */
export interface DelegationRow {
  readonly id: number;
  readonly hostId: number;
  readonly hostName: string;
  readonly hostEnName: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly isAway: boolean;
  readonly createdBy: number;
  readonly createdByName: string;
  readonly createdByEnName: string;
  /** By name. */
  readonly deputies: (NamedRow & { readonly resigned: boolean })[];
}

/** Of delegations `d`. */
const deputies = `(SELECT coalesce(json_agg(json_build_object(
    'id', p.id, 'name', p.name, 'enName', p.en_name, 'resigned', p.status = 'resigned') ORDER BY p.name, p.id), '[]')
  FROM delegation_deputies m JOIN host_users p ON p.id = m.deputy_id WHERE m.delegation_id = d.id)`;

const listed = `SELECT d.id, o.id AS "hostId", o.name AS "hostName", o.en_name AS "hostEnName", d.start_at AS "startAt",
    d.end_at AS "endAt", d.is_away AS "isAway", c.id AS "createdBy", c.name AS "createdByName", c.en_name AS "createdByEnName",
    ${deputies} AS deputies
  FROM delegations d JOIN host_users o ON o.id = d.host_user_id JOIN host_users c ON c.id = d.created_by`;

/** Delegations of a person, and those in which they are a deputy of somebody who has not resigned; the earliest first. */
export async function delegationRows(
  db: Knex,
  { personId, endedAfter }: { readonly personId: number; readonly endedAfter: Date },
): Promise<DelegationRow[]> {
  const { rows } = await db.raw<{ rows: DelegationRow[] }>(
    `${listed} WHERE d.end_at > :endedAfter AND (d.host_user_id = :personId OR (o.status = 'active'
       AND d.id IN (SELECT m.delegation_id FROM delegation_deputies m WHERE m.deputy_id = :personId)))
     ORDER BY d.start_at, d.id`,
    { personId, endedAfter },
  );
  return rows;
}

/** One delegation, by id. */
export async function delegationRow(db: Knex, id: number): Promise<DelegationRow | undefined> {
  const { rows } = await db.raw<{ rows: DelegationRow[] }>(`${listed} WHERE d.id = ?`, [id]);
  return rows[0];
}
