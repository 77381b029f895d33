/** Read model of visits as messages speak of them. */

import type { Knex } from "knex";
import type { MessageChannel } from "#contract/channel.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { Language } from "#db/models/visits/visit.ts";
import { unseen } from "../../planner.ts";
import { type DeputyRow, deputiesOfAway } from "../delegations.ts";
import { hostBinding, isOneOf, type OwnHosts } from "../own-hosts.ts";
import { type EmailColumns, emailColumns, emailJoin } from "../visits/email.ts";

/** A host as messages reach one. */
export interface MessageHost {
  hostId: number;
  hostName: string;
  hostCellPhone: string;
  /** Empty where there is none, or nobody at it. */
  hostEmail: string;
  hostChannel: MessageChannel;
  /** In which the host reads the console; null where nothing was chosen. */
  hostLang: Language | null;
  hostResigned: boolean;
}

/** Host and place of a visit, as messages name them. */
export interface MessageParties extends MessageHost {
  hostEnName: string;
  placeName: string | null;
  placeEnName: string | null;
  /** Whoever stands in for the host, where that is asked for and the host is away. */
  deputies?: Omit<DeputyRow, "hostId">[];
}

/** What messages to a host say of a visit. */
export interface HostMessageSubject extends MessageParties {
  id: number;
  reserveNo: string;
  name: string;
  startAt: Date;
}

export interface MessageSubject extends EmailColumns, HostMessageSubject {
  lang: Language;
  endAt: Date;
  statusCode: StatusCode;
  cellCipher: Buffer | null;
  cellKey: string | null;
  /** Calendar messages so far; null without an address. */
  invitations: number | null;
}

const hostColumns = `h.id AS "hostId", h.name AS "hostName", h.cell_phone AS "hostCellPhone",
  h.status = 'resigned' AS "hostResigned",
  CASE WHEN h.email_bounced_at IS NULL THEN h.email ELSE '' END AS "hostEmail",
  coalesce(p.message_channel, 'sms') AS "hostChannel", p.language AS "hostLang"`;

/**
 * Of a host `h` with preferences `p` and a place.
 * @param awayAt the instant at which deputies are in force, as SQL names it; undefined where nobody asks for them
 */
export const partyColumns = (awayAt?: string): string => `${hostColumns}, h.en_name AS "hostEnName",
  place.name AS "placeName", place.en_name AS "placeEnName"${awayAt ? `, ${deputiesOfAway("h.id", awayAt)} AS deputies` : ""}`;

/**
 * Reads subjects of visits `v`.
 * @param visits where their columns come from
 * @param awayAt as for `partyColumns`
 */
export const subjectSelect = (visits: string, awayAt?: string): string =>
  `SELECT v.id, v.reserve_no AS "reserveNo", v.name, v.lang, v.start_at AS "startAt", v.end_at AS "endAt",
     v.status_code AS "statusCode", ${emailColumns}, mail.invitations,
     v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey",
     ${partyColumns(awayAt)}
   FROM ${visits} v
   JOIN host_users h ON h.id = v.host_user_id
   LEFT JOIN host_user_preferences p ON p.host_user_id = h.id
   ${emailJoin}
   LEFT JOIN user_codes place ON place.id = v.location_id`;

/** Somebody who was the host of a visit that is another's now. */
export async function messageHost(db: Knex, id: number): Promise<MessageHost | undefined> {
  const { rows } = await db.raw<{ rows: MessageHost[] }>(
    `SELECT ${hostColumns} FROM host_users h
     LEFT JOIN host_user_preferences p ON p.host_user_id = h.id WHERE h.id = ?`,
    [id],
  );
  return rows[0];
}

/** Somebody of the staff, as messages are sent to them. */
export interface MessagedStaff {
  readonly id: number;
  readonly name: string;
  readonly cellPhone: string;
  /** Empty where there is none, or nobody at it. */
  readonly email: string;
  readonly channel: MessageChannel;
  /** In which they read the console; null where nothing was chosen. */
  readonly lang: Language | null;
}

/** Who works at the desk. */
export async function deskStaff(db: Knex): Promise<MessagedStaff[]> {
  return db("hostUsers AS h")
    .leftJoin("hostUserPreferences AS p", "p.hostUserId", "h.id")
    .where({ "h.role": "desk", "h.status": "active" })
    .orderBy("h.id")
    .select("h.id", "h.name", "h.cellPhone", "p.language AS lang")
    .select(db.raw("CASE WHEN h.email_bounced_at IS NULL THEN h.email ELSE '' END AS email"))
    .select(db.raw("coalesce(p.message_channel, 'sms') AS channel"));
}

/**
 * Visits by id, in the order of their ids.
 * @param hosts only visits to these people; undefined for whoever's they are
 * @param awayAt when deputies of a host who is away are in force; left out where nobody asks for them
 */
export async function messageSubjects(
  db: Knex,
  ids: readonly number[],
  { hosts, awayAt }: { readonly hosts?: OwnHosts; readonly awayAt?: Date } = {},
): Promise<MessageSubject[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.raw<{ rows: MessageSubject[] }>(
    `${subjectSelect("visits", awayAt && "?::timestamptz")}
     WHERE v.id = ANY(${unseen("?", "integer[]")}) AND v.hidden_at IS NULL ${hosts ? `AND ${isOneOf("v.host_user_id", hosts, "?")}` : ""}
     ORDER BY v.id`,
    [...(awayAt ? [awayAt] : []), [...ids], ...(hosts ? [hostBinding(hosts)] : [])],
  );
  return rows;
}
