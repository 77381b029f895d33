/**
 * New visits, stored with all that is written with one: its log, its consents, messages to its host, the key of its call and what open
 * consoles hear of. One statement stores as many as are asked for at once (docs/decisions/server/database/gathered-statements.md).
 */
import type { Knex } from "knex";
import type { SealedNumber } from "../field-cipher.ts";
import type { Visit, VisitLog } from "../models/visits/visit.ts";
import { lookedUp } from "../planner.ts";
import { snakeCase } from "../snake-case.ts";
import { claimColumns, claiming, claimRecord, claimValues, type KeyClaim, KeyTaken } from "./idempotency.ts";
import { type MessagesWithin, toldColumns, toldRecord, toldValues, writtenWithVisits } from "./messages.ts";
import { type ColumnTypes, numberRecord, recordset } from "./records.ts";
import { consentColumns, type NewConsent } from "./visits.ts";
import { deliver } from "./webhooks.ts";

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

export interface NewVisit extends WrittenWith {
  readonly row: NewVisitRow;
  readonly log: FirstLog;
}

const rowColumns = {
  reserveNo: "text",
  leaderId: "integer",
  statusCode: "text",
  hostUserId: "integer",
  locationId: "integer",
  purposeId: "integer",
  startAt: "timestamptz",
  endAt: "timestamptz",
  name: "text",
  company: "text",
  position: "text",
  phone: "text",
  carNumber: "text",
  note: "text",
  cellCipher: "bytea",
  cellKey: "text",
  cellHash: "bytea",
  cellLastFourHash: "bytea",
  cellHashKey: "text",
  origin: "text",
  lang: "text",
  destroyOn: "date",
  createdAt: "timestamptz",
} as const satisfies ColumnTypes<NewVisitRow>;

const columns = {
  ...rowColumns,
  ...({
    action: "text",
    actorKind: "text",
    actorId: "integer",
    onBehalfOfId: "integer",
  } as const satisfies ColumnTypes<FirstLog>),
  ...{ ...claimColumns, ...toldColumns },
  ...{ consents: "json", siteVersion: "uuid" },
};

const rowNames = Object.keys(rowColumns);

/**
 * `current`: what a visit was checked against, before it waited for its turn, is still so. `free`: its number is. `keyed`: no other one
 * claims the same key. A key is claimed first; where that fails, nothing is written of its visit.
 */
const statement = `WITH asked AS MATERIALIZED (SELECT * FROM json_to_recordset(:asked::json) AS a (${recordset(columns)})),
  current AS MATERIALIZED (SELECT * FROM asked a WHERE a."siteVersion" IS NULL OR
    (a."siteVersion" = (SELECT version FROM site_version) AND ${lookedUp("status", "host_users", "id", 'a."hostUserId"')} = 'active')),
  free AS MATERIALIZED (SELECT * FROM current c WHERE ${lookedUp("id", "visits", "reserve_no", 'c."reserveNo"')} IS NULL),
  keyed AS MATERIALIZED (SELECT * FROM (
      SELECT *, row_number() OVER (PARTITION BY "claimEndpoint", "claimKey" ORDER BY "createdAt") AS "nthOfKey" FROM free) AS f
    WHERE "claimKey" IS NULL OR "nthOfKey" = 1),
  claimed AS (${claiming("keyed")} RETURNING endpoint, key),
  visit AS (
    INSERT INTO visits (${rowNames.map(snakeCase).join(", ")}, updated_at)
    SELECT ${rowNames.map((name) => `"${name}"`).join(", ")}, "createdAt" FROM keyed
    WHERE "claimKey" IS NULL OR ("claimEndpoint", "claimKey") IN (SELECT endpoint, key FROM claimed)
    RETURNING id, reserve_no),
  stored AS MATERIALIZED (SELECT v.id, f.* FROM visit v JOIN free f ON f."reserveNo" = v.reserve_no),
  logged AS (INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, actor_id, api_key_id, on_behalf_of_id, at)
    SELECT id, action, NULL, "statusCode", "actorKind", CASE WHEN "actorKind" <> 'key' THEN "actorId" END,
      CASE WHEN "actorKind" = 'key' THEN "actorId" END, "onBehalfOfId", "createdAt" FROM stored ORDER BY id
    RETURNING id, visit_id, from_code, to_code, at),
  delivered AS (${deliver} ORDER BY l.id),
  ${writtenWithVisits.written},
  noted AS (INSERT INTO changes (kind, visit_id, host_user_id) SELECT 'visit', id, "hostUserId" FROM stored
    UNION ALL (${writtenWithVisits.changes})),
  agreed AS (
    INSERT INTO visit_consents (visit_id, terms_version_id, privacy_policy_id, agreed, lang, agreed_at, channel)
    SELECT s.id, c."termsVersionId", c."privacyPolicyId", c.agreed, s.lang, s."createdAt", 'form'
    FROM stored s CROSS JOIN LATERAL json_to_recordset(s.consents) AS c (${recordset(consentColumns)}))
  SELECT a."reserveNo", v.id, a."reserveNo" IN (SELECT "reserveNo" FROM current) AS "isCurrent",
    a."reserveNo" IN (SELECT "reserveNo" FROM free) AS "isFree", t.id IS NOT NULL AS "isTold"
  FROM asked a LEFT JOIN visit v ON v.reserve_no = a."reserveNo" LEFT JOIN telling t ON t.id = v.id`;

const recordOf = ({ row, log, consents = [], told, claim, siteVersion }: NewVisit) => ({
  ...{ ...row, ...numberRecord(row), ...log, ...claimRecord(claim), ...toldRecord(told) },
  ...{ consents, siteVersion },
});

/** Thrown where the site is another by now, or the host has resigned: what is to be stored has to be checked again. */
export class ChangedSince extends Error {
  override name = "ChangedSince";
}

export interface InsertedVisit {
  readonly id: number;
  /** Whether messages were written. */
  readonly isTold: boolean;
}

/** What has become of a visit: undefined where its reservation number is taken, an error where something else kept it from being stored. */
export type Outcome = InsertedVisit | KeyTaken | ChangedSince | undefined;

interface OutcomeRow {
  readonly reserveNo: string;
  readonly id: number | null;
  readonly isCurrent: boolean;
  readonly isFree: boolean;
  readonly isTold: boolean;
}

function outcomeOf({ id, isCurrent, isFree, isTold }: OutcomeRow): Outcome {
  if (!isCurrent) return new ChangedSince();
  if (!isFree) return undefined;
  return id === null ? new KeyTaken() : { id, isTold };
}

/**
 * Inserts visits, each with the first row of its log. Their messages are counted in the same way, and up to the same limit.
 * @returns in their order what has become of each; nothing is written of one that is not stored
 * @throws where two have the same reservation number
 */
export async function insertVisits(trx: Knex.Transaction, visits: readonly NewVisit[]): Promise<Outcome[]> {
  const numbers = new Set(visits.map(({ row }) => row.reserveNo));
  if (numbers.size < visits.length)
    throw new Error("two visits of a statement have the same reservation number");
  const { rows } = await trx.raw<{ rows: OutcomeRow[] }>(statement, {
    asked: JSON.stringify(visits.map(recordOf)),
    ...claimValues(visits.find(({ claim }) => claim)?.claim),
    ...toldValues(visits.find(({ told }) => told)?.told),
  });
  const outcomes = new Map(rows.map((row) => [row.reserveNo, outcomeOf(row)]));
  return visits.map(({ row }) => outcomes.get(row.reserveNo));
}
