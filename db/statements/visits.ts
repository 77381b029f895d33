/** Changes of visits and their logs, written with what open consoles hear of: one statement each. */
import type { Knex } from "knex";
import type { ConsentChannel } from "#contract/visits/visit-consents.ts";
import type { Visit, VisitLog } from "../models/visits/visit.ts";
import { unseen } from "../planner.ts";
import { type MessageSubject, subjectColumns, subjectSelect } from "../queries/messages/subjects.ts";
import type { NewChange } from "./changes.ts";
import { withdrawing } from "./messages.ts";
import { type ColumnTypes, recordset } from "./records.ts";
import { deliver } from "./webhooks.ts";

/** An answer to a text that was put to a visitor. */
export interface NewConsent {
  readonly termsVersionId: number | null;
  readonly privacyPolicyId: number | null;
  readonly agreed: boolean;
}

export const consentColumns = {
  termsVersionId: "integer",
  privacyPolicyId: "integer",
  agreed: "boolean",
} as const satisfies ColumnTypes<NewConsent>;

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
     FROM json_to_recordset(?::json) AS c (${recordset(consentColumns)})`,
    [visitId, lang, agreedAt, channel, deskUserId, JSON.stringify(consents)],
  );
}
