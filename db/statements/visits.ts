/** Visits and their logs, written with the changes that open consoles hear of: one statement each. */
import type { Knex } from "knex";
import type { ConsentChannel } from "#contract/visits/visit-consents.ts";
import type { SealedNumber } from "../field-cipher.ts";
import type { Visit, VisitLog } from "../models/visits/visit.ts";
import { unseen } from "../planner.ts";
import { type MessageSubject, subjectColumns, subjectSelect } from "../queries/messages/subjects.ts";
import type { NewChange } from "./changes.ts";
import { claiming, claimValues, type KeyClaim, KeyTaken } from "./idempotency.ts";
import { type MessagesWithin, valuesWithin, withdrawing, writtenWithVisit } from "./messages.ts";

type Numbers = { readonly [Column in keyof SealedNumber]: SealedNumber[Column] | null };

/** A visit to be stored, with its number sealed. */
export interface NewVisitRow
  extends Numbers,
    Pick<
      Visit,
      | "reserveNo"
      | "leaderId"
      | "statusCode"
      | "hostUserId"
      | "locationId"
      | "purposeId"
      | "startAt"
      | "endAt"
      | "name"
      | "company"
      | "position"
      | "phone"
      | "carNumber"
      | "note"
      | "origin"
      | "lang"
      | "destroyOn"
      | "createdAt"
    > {}

/** A visit's first row of its log. */
export type FirstLog = Pick<VisitLog, "action" | "actorKind" | "actorId" | "onBehalfOfId">;

/** An answer to a text that was put to a visitor. */
export interface NewConsent {
  readonly termsVersionId: number | null;
  readonly privacyPolicyId: number | null;
  readonly agreed: boolean;
}

/** What webhooks are told of the log's new rows, `logged`; committed with them. */
const deliver = `INSERT INTO webhook_deliveries (webhook_id, visit_id, event, status_code, happened_at, next_attempt_at)
    SELECT w.id, l.visit_id, webhook_event(l.from_code, l.to_code), l.to_code, l.at, l.at
    FROM logged l JOIN webhooks w ON w.is_active AND webhook_event(l.from_code, l.to_code) = ANY(w.events)`;

interface InsertParts {
  readonly claims: boolean;
  readonly tells: boolean;
  readonly compares: boolean;
}

/** Whether what the visit was checked against still is: it may have waited for its turn since. */
const current = `current AS (SELECT FROM site_version s, host_users h
    WHERE s.version = :siteVersion AND h.id = :hostUserId AND h.status = 'active')`;

/** A key is claimed first: where that fails, nothing else is written. */
const insertVisit = ({
  claims,
  tells,
  compares,
}: InsertParts) => `WITH ${compares ? `${current},` : ""} free AS (
    SELECT ${compares ? "FROM current" : ""} WHERE NOT EXISTS (SELECT FROM visits WHERE reserve_no = :reserveNo)),
  ${claims ? `claimed AS (${claiming("FROM free")} RETURNING key),` : ""}
  visit AS (
    INSERT INTO visits (reserve_no, leader_id, status_code, host_user_id, location_id, purpose_id, start_at, end_at, name,
      company, position, phone, car_number, note, cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key,
      origin, lang, destroy_on, created_at, updated_at)
    SELECT :reserveNo, :leaderId, :statusCode, :hostUserId, :locationId, :purposeId, :startAt, :endAt, :name,
      :company, :position, :phone, :carNumber, :note, :cellCipher, :cellKey, :cellHash, :cellLastFourHash, :cellHashKey,
      :origin, :lang, :destroyOn, :createdAt, :createdAt
    FROM ${claims ? "claimed" : "free"} RETURNING id, status_code, host_user_id, created_at),
  logged AS (INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, actor_id, api_key_id, on_behalf_of_id, at)
    SELECT id, :action, NULL, status_code, :actorKind, CASE WHEN :actorKind <> 'key' THEN :actorId::integer END,
      CASE WHEN :actorKind = 'key' THEN :actorId::integer END, :onBehalfOfId::integer, created_at FROM visit
    RETURNING id, visit_id, from_code, to_code, at),
  told AS (${deliver}),
  ${tells ? `${writtenWithVisit.written},` : ""}
  noted AS (INSERT INTO changes (kind, visit_id, host_user_id) SELECT 'visit', id, host_user_id FROM visit
    ${tells ? `UNION ALL (${writtenWithVisit.changes})` : ""}),
  agreed AS (
    INSERT INTO visit_consents (visit_id, terms_version_id, privacy_policy_id, agreed, lang, agreed_at, channel)
    SELECT id, "termsVersionId", "privacyPolicyId", agreed, :lang, created_at, 'form'
    FROM visit, json_to_recordset(:consents::json) AS c ("termsVersionId" integer, "privacyPolicyId" integer, agreed boolean))
  SELECT (SELECT id FROM visit) AS id, EXISTS (SELECT FROM free) AS "isFree",
    ${compares ? "EXISTS (SELECT FROM current)" : "true"} AS "isCurrent",
    ${tells ? "EXISTS (SELECT FROM written)" : "false"} AS "isTold"`;

/** What is written with a visit. */
export interface WrittenWith {
  /** What the visitor agreed to or refused in the form. */
  readonly consents?: readonly NewConsent[];
  /** Messages about it to others. */
  readonly told?: MessagesWithin | undefined;
  readonly claim?: KeyClaim | undefined;
  /** Of what is kept of the site, as the visit was checked against it and its host. */
  readonly siteVersion?: string | undefined;
}

/** Thrown where the site is another by now, or the host has resigned: what is to be stored has to be checked again. */
export class ChangedSince extends Error {
  override name = "ChangedSince";
}

export interface InsertedVisit {
  readonly id: number;
  /** Whether messages were written. */
  readonly isTold: boolean;
}

interface InsertedRow {
  readonly id: number | null;
  readonly isCurrent: boolean;
  readonly isFree: boolean;
  readonly isTold: boolean;
}

/**
 * Inserts a visit with the first row of its log.
 * @returns undefined where its reservation number is taken
 * @throws KeyTaken where its key is; ChangedSince
 */
export async function insertLoggedVisit(
  trx: Knex.Transaction,
  visit: NewVisitRow,
  log: FirstLog,
  { consents = [], told, claim, siteVersion }: WrittenWith,
): Promise<InsertedVisit | undefined> {
  const parts = {
    claims: claim !== undefined,
    tells: told !== undefined,
    compares: siteVersion !== undefined,
  };
  const { rows } = await trx.raw<{ rows: [InsertedRow] }>(insertVisit(parts), {
    ...{ ...visit, ...log, consents: JSON.stringify(consents) },
    ...(told && valuesWithin(told)),
    ...(claim && claimValues(claim)),
    ...(siteVersion !== undefined && { siteVersion }),
  });
  const [{ id, isCurrent, isFree, isTold }] = rows;
  if (!isCurrent) throw new ChangedSince();
  if (!isFree) return undefined;
  if (id === null) throw new KeyTaken();
  return { id, isTold };
}

/** A row of a visit's log. */
export type NewVisitLog = Pick<
  VisitLog,
  | "visitId"
  | "action"
  | "fromCode"
  | "toCode"
  | "actorKind"
  | "actorId"
  | "onBehalfOfId"
  | "note"
  | "passNo"
  | "passIds"
  | "at"
  | "effectiveAt"
  | "byLink"
>;

/** Links in messages to the hosts of visits that are decided decide nothing any more. */
const ended = `ended AS (
    UPDATE decision_links SET decided_at = ? WHERE visit_id = ANY(${unseen("?", "integer[]")}) AND decided_at IS NULL)`;

interface MoveParts {
  readonly hasPasses: boolean;
  readonly isDecision: boolean;
  readonly withdraws: boolean;
  readonly readsSubjects: boolean;
}

const moveLogged = ({ hasPasses, isDecision, withdraws, readsSubjects }: MoveParts) => `WITH moved AS (
    UPDATE visits SET ? WHERE id = ANY(${unseen("?", "integer[]")}) ${readsSubjects ? `RETURNING ${subjectColumns}` : ""}),
  ${hasPasses ? "handed AS (?)," : ""} ${isDecision ? `${ended},` : ""} ${withdraws ? `${withdrawing.withdrawn},` : ""}
  logged AS (
    INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, actor_id, api_key_id, on_behalf_of_id, note,
      pass_no, pass_ids, at, effective_at, by_link)
    SELECT "visitId", action, "fromCode", "toCode", "actorKind", CASE WHEN "actorKind" <> 'key' THEN "actorId" END,
      CASE WHEN "actorKind" = 'key' THEN "actorId" END, "onBehalfOfId", note, "passNo", "passIds", at, "effectiveAt", "byLink"
    FROM json_to_recordset(?::json) AS l ("visitId" integer, action text, "fromCode" text, "toCode" text,
      "actorKind" text, "actorId" integer, "onBehalfOfId" integer, note text, "passNo" text, "passIds" integer[], at timestamptz,
      "effectiveAt" timestamptz, "byLink" boolean)
    RETURNING id, visit_id, from_code, to_code, at),
  told AS (${deliver} ORDER BY l.id),
  noted AS (
    INSERT INTO changes (kind, visit_id, host_user_id)
    SELECT * FROM json_to_recordset(?::json) AS c (kind text, "visitId" integer, "hostUserId" integer)
    ${withdraws ? `UNION ALL (${withdrawing.changes})` : ""})
  ${readsSubjects ? `${subjectSelect("moved")} ORDER BY v.id` : "SELECT"}`;

/** What visits are from now on; what is left out stays, and a value may be that of another column. */
export type VisitChange = { readonly [Column in keyof Visit]?: Visit[Column] | Knex.Raw };

/** The change as the statement writes it: `"status_code" = ?, …`. */
function assignmentsOf(trx: Knex.Transaction, change: VisitChange): Knex.Raw {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return trx.raw(given.map(() => "?? = ?").join(", "), given.flat() as Knex.RawBinding[]);
}

export interface VisitMove {
  readonly ids: readonly number[];
  readonly change: VisitChange;
  /** Changes the passes that change hands with it. */
  readonly passChange?: Knex.Raw | undefined;
  /** When the visits were decided: the links by which their hosts decide end. */
  readonly decidedAt?: Date | undefined;
  /** Messages to the visitors that are obsolete, where they were not sent yet. */
  readonly withdrawn?: { readonly events: readonly string[]; readonly now: Date } | undefined;
  /** Whether what messages say of the visits is read with it. */
  readonly readsSubjects?: boolean;
  /** In their order. */
  readonly logs: readonly NewVisitLog[];
  readonly changes: readonly NewChange[];
}

/**
 * Changes visits, passes, links and messages, and inserts rows of the visits' logs and what changed with them.
 * @returns what messages say of the visits as they are then, in the order of their ids; nothing unless asked for
 */
export async function moveLoggedVisits(
  trx: Knex.Transaction,
  { ids, change, passChange, decidedAt, withdrawn, readsSubjects = false, logs, changes }: VisitMove,
): Promise<MessageSubject[]> {
  const parts = {
    hasPasses: passChange !== undefined,
    isDecision: decidedAt !== undefined,
    withdraws: withdrawn !== undefined,
    readsSubjects,
  };
  const { rows } = await trx.raw<{ rows: MessageSubject[] }>(moveLogged(parts), [
    assignmentsOf(trx, change),
    [...ids],
    ...(passChange ? [passChange] : []),
    ...(decidedAt ? [decidedAt, [...ids]] : []),
    ...(withdrawn ? [withdrawn.now, [...ids], [...withdrawn.events]] : []),
    JSON.stringify(logs),
    JSON.stringify(changes),
  ]);
  return readsSubjects ? rows : [];
}

/** Inserts what a visitor agreed to or refused after the visit was made. */
export async function insertConsents(
  trx: Knex.Transaction,
  {
    visitId,
    lang,
    agreedAt,
    channel,
    deskUserId = null,
  }: {
    readonly visitId: number;
    readonly lang: Visit["lang"];
    readonly agreedAt: Date;
    readonly channel: ConsentChannel;
    /** At the desk: who handed the page over. */
    readonly deskUserId?: number | null;
  },
  consents: readonly NewConsent[],
): Promise<void> {
  if (consents.length === 0) return;
  await trx.raw(
    `INSERT INTO visit_consents (visit_id, terms_version_id, privacy_policy_id, agreed, lang, agreed_at, channel, desk_user_id)
     SELECT ?::integer, "termsVersionId", "privacyPolicyId", agreed, ?, ?::timestamptz, ?, ?::integer
     FROM json_to_recordset(?::json) AS c ("termsVersionId" integer, "privacyPolicyId" integer, agreed boolean)`,
    [visitId, lang, agreedAt, channel, deskUserId, JSON.stringify(consents)],
  );
}
