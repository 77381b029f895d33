/** Read models of messages as staff see them. */

import type { Knex } from "knex";
import { deepest } from "#contract/lists.ts";
import type { MessageListQuery } from "#contract/messages/sms.ts";
import type { SmsMessage } from "#db/models/sms-message.ts";
import { gathered, unseen } from "../../planner.ts";
import { type NameSearch, nameSearch } from "../names.ts";
import { hostBinding, isOneOf, type OwnHosts } from "../own-hosts.ts";
import { type Page, readSort, totalOf } from "../pages.ts";
import { where } from "../visits/criteria.ts";
import { type Direction, keysOfWeek, weekByWeek } from "../weeks.ts";

type Columns =
  | "id"
  | "ref"
  | "visitId"
  | "hostUserId"
  | "toName"
  | "cellCipher"
  | "cellKey"
  | "kind"
  | "event"
  | "text"
  | "lang"
  | "status"
  | "attempts"
  | "error"
  | "provider"
  | "providerMessageId"
  | "sentBy"
  | "sentByKey"
  | "createdAt"
  | "sentAt"
  | "nextAttemptAt"
  | "erasedAt";

export interface MessageRow extends Pick<SmsMessage, Columns> {
  /** Of the visit that it is about. */
  readonly reserveNo: string | null;
  readonly visitName: string | null;
  readonly visitHost: number | null;
  readonly sentByName: string | null;
  readonly sentByEnName: string | null;
  readonly sentByKeyName: string | null;
}

const columns = `m.id, m.ref, m.visit_id AS "visitId", m.host_user_id AS "hostUserId", m.to_name AS "toName",
  m.cell_cipher AS "cellCipher", m.cell_key AS "cellKey", m.kind, m.event, m.text, m.lang, m.status,
  m.attempts, m.error, m.provider, m.provider_message_id AS "providerMessageId", m.sent_by AS "sentBy",
  m.created_at AS "createdAt", m.sent_at AS "sentAt", m.next_attempt_at AS "nextAttemptAt",
  m.erased_at AS "erasedAt", v.reserve_no AS "reserveNo", v.name AS "visitName",
  v.host_user_id AS "visitHost", by.name AS "sentByName", by.en_name AS "sentByEnName",
  m.sent_by_key AS "sentByKey", key.name AS "sentByKeyName"`;

const joins = `LEFT JOIN visits v ON v.id = m.visit_id
  LEFT JOIN host_users by ON by.id = m.sent_by
  LEFT JOIN api_keys key ON key.id = m.sent_by_key`;

/** What a text in the search box means. */
export type MessageText =
  | { readonly kind: "reserveNo"; readonly reserveNo: string }
  | { readonly kind: "number"; readonly hashes: Buffer[] }
  | { readonly kind: "letters"; readonly search: NameSearch; readonly lastFour: Buffer[] };

type Letters = Extract<MessageText, { kind: "letters" }>;

/** @returns undefined for fewer than two letters, which find nobody */
export function lettersText(q: string, lastFour: Buffer[]): MessageText | undefined {
  const search = nameSearch(q);
  return search && { kind: "letters", search, lastFour };
}

export interface MessageCriteria extends Pick<MessageListQuery, "status" | "event" | "visit" | "ids"> {
  /** Only of visits to these people; undefined for all. */
  readonly host?: OwnHosts;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly text?: MessageText | undefined;
}

/** Those of a visit that the privacy officer has hidden are hidden with it; hidden visits are few, and none is looked up by message. */
const shown =
  "(m.visit_id IS NULL OR m.visit_id NOT IN (SELECT hidden.id FROM visits hidden WHERE hidden.hidden_at IS NOT NULL))";

function conditionsOf({ status, event, visit, ids, host, text }: MessageCriteria): string[] {
  const conditions: string[] = [shown];
  if (host) {
    // Hidden ones as above, said again for the index of a host's visits, which holds none.
    const ofHost = isOneOf("own.host_user_id", host, ":host");
    const own = `SELECT own.id FROM visits own WHERE ${ofHost} AND own.hidden_at IS NULL`;
    conditions.push(`m.visit_id = ${gathered(own)}`);
  }
  if (visit !== undefined) conditions.push("m.visit_id = :visit");
  if (ids) conditions.push("m.id = ANY(:ids::integer[])");
  if (status) conditions.push("m.status = ANY(:status::text[])");
  if (event) conditions.push("m.event = ANY(:event::text[])");
  if (text?.kind === "reserveNo") {
    conditions.push("m.visit_id = (SELECT id FROM visits WHERE reserve_no = :reserveNo)");
  }
  if (text?.kind === "number") conditions.push("m.cell_hash = ANY(:hashes::bytea[])");
  return conditions;
}

const writtenWithin = ({ from, to }: MessageCriteria): string[] => [
  ...(from ? ["m.created_at >= :from"] : []),
  ...(to ? ["m.created_at < :to"] : []),
];

const found = (conditions: readonly string[]) =>
  `SELECT m.id, m.created_at FROM sms_messages m ${where(conditions)}`;

const enough = deepest + 1;
const cut = (way: Direction) => `ORDER BY created_at ${way}, id ${way} LIMIT ${enough}`;

/** By part of a name, week by week; by last digits. */
function byLetters(criteria: MessageCriteria, text: Letters, way: Direction): string {
  const rest = [...conditionsOf(criteria), ...writtenWithin(criteria)];
  const { withWeeks, weeks } = weekByWeek({
    ...{ direction: way, at: "m.created_at", from: criteria.from, to: criteria.to },
    nextMoment: (further) =>
      `SELECT m.created_at FROM sms_messages m ${where([...writtenWithin(criteria), ...further])}
       ORDER BY m.created_at ${way} LIMIT 1`,
  });
  const ofWeek = found([
    // As the index says it, which leaves out those without a name.
    "m.to_name <> ''",
    `search_keys(week_number(m.created_at), search_text(m.to_name)) @> ${keysOfWeek}`,
    // As it stands first: folding each of ten thousand names takes a quarter of the search. Names are stored composed, so that what fits as it
    // stands fits folded, too.
    "(m.to_name ~ :pattern OR search_text(m.to_name) ~ :pattern)",
    ...rest,
  ]);
  const named = `${withWeeks} SELECT id, created_at FROM ${weeks}
    CROSS JOIN LATERAL (${ofWeek} ORDER BY created_at ${way}, id ${way}) AS of_week LIMIT ${enough}`;
  return text.lastFour.length > 0
    ? `(${named}) UNION (${found(["m.cell_last_four_hash = ANY(:lastFour::bytea[])", ...rest])} ${cut(way)})`
    : named;
}

/** By a column that few messages may have a value of: each value has a walk of its own. */
function byValues(criteria: MessageCriteria, column: "status" | "event", way: Direction): string {
  const rest = conditionsOf({ ...criteria, [column]: undefined });
  const ofValue = found([`m.${column} = wanted.value`, ...rest, ...writtenWithin(criteria)]);
  return `SELECT id, created_at FROM unnest(${unseen(`:${column}`, "text[]")}) AS wanted (value)
    CROSS JOIN LATERAL (${ofValue} ${cut(way)}) AS of_value`;
}

/** The first 10,001 that fit; more are not counted. */
function candidates(criteria: MessageCriteria, way: Direction): string {
  const { status, event, visit, ids, host, text } = criteria;
  if (text?.kind === "letters") return byLetters(criteria, text, way);
  const isNarrow = Boolean(text ?? host ?? ids) || visit !== undefined;
  if (!isNarrow && status) return byValues(criteria, "status", way);
  if (!isNarrow && event) return byValues(criteria, "event", way);
  return found([...conditionsOf(criteria), ...writtenWithin(criteria)]);
}

function bindingsOf({ text, host, ...criteria }: MessageCriteria): Record<string, unknown> {
  const given = Object.entries(criteria).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(host && { host: hostBinding(host) }),
    ...(text?.kind === "reserveNo" && { reserveNo: text.reserveNo }),
    ...(text?.kind === "number" && { hashes: text.hashes }),
    ...(text?.kind === "letters" && { ...text.search, lastFour: text.lastFour }),
  };
}

/** A page of messages, and how many there are, as lists of visits are read: ids first, then the rows of the page. */
export async function messageRows(
  db: Knex,
  criteria: MessageCriteria,
  { page, size, sort = "-createdAt" }: Pick<MessageListQuery, "page" | "size" | "sort">,
): Promise<Page<MessageRow>> {
  const { way } = readSort(sort);
  const { rows: counted } = await db.raw<{ rows: [{ total: number; ids: number[] }] }>(
    `WITH found AS (SELECT id, created_at FROM (${candidates(criteria, way)}) AS walked ${cut(way)})
     SELECT (SELECT count(*)::integer FROM found) AS total,
       ARRAY(SELECT id FROM found ORDER BY created_at ${way}, id ${way} LIMIT :size OFFSET :offset) AS ids`,
    { ...bindingsOf(criteria), size, offset: (page - 1) * size },
  );
  const [{ total, ids }] = counted;
  const { rows } = await db.raw<{ rows: MessageRow[] }>(
    `SELECT ${columns} FROM unnest(${unseen("?", "integer[]")}) WITH ORDINALITY AS wanted (id, place_in_list)
     JOIN sms_messages m ON m.id = wanted.id ${joins} WHERE v.hidden_at IS NULL ORDER BY wanted.place_in_list`,
    [ids],
  );
  return { rows, ...totalOf(total, { page, size }) };
}

/**
 * One message, if it may be seen.
 * @param hosts only where it is about a visit to one of them; undefined for all
 */
export async function messageRow(db: Knex, id: number, hosts?: OwnHosts): Promise<MessageRow | undefined> {
  const { rows } = await db.raw<{ rows: MessageRow[] }>(
    `SELECT ${columns} FROM sms_messages m ${joins} WHERE m.id = ? AND v.hidden_at IS NULL ${hosts ? `AND ${isOneOf("v.host_user_id", hosts, "?")}` : ""}`,
    hosts ? [id, hostBinding(hosts)] : [id],
  );
  return rows[0];
}
