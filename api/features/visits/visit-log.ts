/** Reads the log of a visit, and derives decisions, entries, exits and passes from it. */

import type { Knex } from "knex";
import { raw } from "objection";
import type { Actor } from "#api/auth/auth-context.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { Pass } from "#db/models/visits/pass.ts";
import { Visit, VisitLog } from "#db/models/visits/visit.ts";

/** The actor, and the host on whose behalf they acted. */
interface Actors {
  readonly actorName: string | null;
  readonly actorEnName: string | null;
  readonly behalfName: string | null;
  readonly behalfEnName: string | null;
}

export type VisitLogRow = Actors &
  Pick<VisitLog, "id" | "action" | "fromCode" | "toCode" | "actorKind" | "note" | "passNo"> &
  Pick<VisitLog, "at" | "effectiveAt" | "byLink">;

/** All rows, oldest first. */
export const visitLogRows = async (db: Knex, visitId: number): Promise<VisitLogRow[]> =>
  VisitLog.query(db)
    .select("visitLogs.id", "action", "fromCode", "toCode", "actorKind", "note", "passNo")
    .select("at", "effectiveAt", "byLink")
    .select(raw("coalesce(??, ??)", ["actor.name", "apiKey.name"]).as("actorName"))
    .select("actor.enName as actorEnName")
    .select("deputized.name as behalfName", "deputized.enName as behalfEnName")
    .leftJoinRelated("[actor, apiKey, deputized]")
    .where({ visitId })
    .orderBy("visitLogs.id")
    .castTo<VisitLogRow[]>();

/** A decision with the user or API key that made it. */
export interface Decision {
  readonly statusCode: StatusCode;
  readonly id: number;
  readonly name: string;
  readonly enName: string;
  /** The host on whose behalf the actor acted. */
  readonly onBehalfOf: { readonly name: string; readonly enName: string } | null;
}

interface DecisionRow extends Pick<VisitLog, "toCode">, Actors {
  readonly actorId: number | null;
  readonly keyId: number | null;
  readonly keyName: string | null;
}

/** The last approval or rejection of a visit; undefined where staff made none. */
export async function lastDecision(db: Knex, visitId: number): Promise<Decision | undefined> {
  const [row] = await VisitLog.query(db)
    .leftJoinRelated("[actor, apiKey, deputized]")
    .where({ visitId })
    .whereIn("action", ["approve", "reject"])
    .whereIn("actorKind", ["staff", "key"])
    .orderBy("visitLogs.id", "desc")
    .limit(1)
    .select("toCode", "actor.id as actorId", "actor.name as actorName", "actor.enName as actorEnName")
    .select("apiKey.id as keyId", "apiKey.name as keyName")
    .select("deputized.name as behalfName", "deputized.enName as behalfEnName")
    .castTo<DecisionRow[]>();
  const id = row?.actorId ?? row?.keyId;
  if (!row || !id) return undefined;
  const { actorName, actorEnName, keyName, behalfName, behalfEnName } = row;
  return {
    statusCode: row.toCode,
    id,
    name: actorName ?? keyName ?? "",
    enName: actorEnName ?? "",
    onBehalfOf: behalfName === null ? null : { name: behalfName, enName: behalfEnName ?? "" },
  };
}

/**
 * Whether the actor did the same last: the action is repeated (a double click, a lost response), which is a success and changes
 * nothing. Callers ask where the visit's state does not allow the action.
 */
export async function isRepeated(
  db: Knex,
  visitId: number,
  actor: Actor,
  done: Pick<VisitLog, "action"> & Partial<Pick<VisitLog, "fromCode" | "note">>,
): Promise<boolean> {
  const last = await VisitLog.query(db)
    .findOne({ visitId })
    .where((rows) => rows.whereColumn("fromCode", "<>", "toCode").orWhere("action", done.action))
    .orderBy("id", "desc")
    .select("action", "fromCode", "actorKind", "actorId", "apiKeyId", "note");
  if (last?.actorKind !== actor.kind || (last.actorId ?? last.apiKeyId) !== actor.id) return false;
  return Object.entries(done).every(([name, value]) => last[name as keyof typeof done] === value);
}

/** Whether staff notified the visitor in person since the visit's last change. */
export async function wasNotifiedInPerson(
  db: Knex,
  { id, updatedAt }: Pick<Visit, "id" | "updatedAt">,
): Promise<boolean> {
  const log = await VisitLog.query(db)
    .select("id")
    .whereNotNull("actorId")
    .findOne({ visitId: id, action: "told", at: updatedAt });
  return log !== undefined;
}

/** Notes of the visitor's edits by the link since an instant: "cellphone - → 010-12**-*678", "company". */
export async function enteredByVisitor(db: Knex, visitId: number, since: Date): Promise<string[]> {
  const rows = await VisitLog.query(db)
    .select("note")
    .where({ visitId, action: "edit", actorKind: "visitor" })
    .where("at", ">", since);
  return rows.flatMap(({ note }) => note.split(", "));
}

/** The visits that were requested on the public site and not approved by staff or an API key. */
export async function withoutStaffApproval(db: Knex, visitIds: readonly number[]): Promise<Set<number>> {
  const visits = await Visit.query(db)
    .select("id")
    .whereIn("id", visitIds)
    .where({ origin: "public" })
    .whereNotExists(
      VisitLog.query(db)
        .whereColumn("visitLogs.visitId", "visits.id")
        .where({ toCode: "approved" })
        .whereIn("actorKind", ["staff", "key"]),
    );
  return new Set(visits.map(({ id }) => id));
}

/** A log row of an entry, an exit or a returned pass, or one that reverted an entry or an exit. */
export type VisitStepRow = Pick<VisitLog, "fromCode" | "at" | "effectiveAt" | "passIds"> & {
  readonly action: "issue" | "recovery" | "revert";
};

/** The rows of entries and exits, oldest first. */
export const visitStepRows = async (db: Knex, visitId: number): Promise<VisitStepRow[]> =>
  VisitLog.query(db)
    .select("action", "fromCode", "at", "effectiveAt", "passIds")
    .where({ visitId })
    .whereIn("action", ["issue", "recovery", "revert"])
    .orderBy("id")
    .castTo<VisitStepRow[]>();

type Step = Pick<VisitStepRow, "fromCode"> & { readonly action: string };

/** A pass that is returned later is logged as recovery, too, but is no exit. */
const isExit = ({ action, fromCode }: Step) => action === "recovery" && fromCode === "entered";

/**
 * The entries and exits that were not reverted.
 * @param rows oldest first
 */
export function entriesAndExits<Row extends Step>(rows: readonly Row[]): Row[] {
  const steps: Row[] = [];
  for (const row of rows) {
    if (row.action === "revert") steps.pop();
    else if (row.action === "issue" || isExit(row)) steps.push(row);
  }
  return steps;
}

export type Stay = Pick<Visit, "enteredAt" | "enteredFrom" | "exitedAt">;

/** The stay before the last entry. */
export function stayBefore(rows: readonly VisitStepRow[]): Stay {
  const steps = entriesAndExits(rows);
  const earlier = steps.slice(
    0,
    steps.findLastIndex(({ action }) => action === "issue"),
  );
  const exit = earlier.findLast(isExit);
  const entry = earlier.findLast(({ action }) => action === "issue");
  const enteredFrom = entry?.fromCode === "approved" || entry?.fromCode === "exited" ? entry.fromCode : null;
  return { enteredAt: entry?.at ?? null, enteredFrom, exitedAt: exit?.effectiveAt ?? exit?.at ?? null };
}

/** The passes that were returned with the last exit or later. */
export function passesReturnedSinceExit(rows: readonly VisitStepRow[]): number[] {
  const exit = entriesAndExits(rows).findLast(isExit);
  const since = exit ? rows.slice(rows.indexOf(exit)) : [];
  return since
    .filter((row) => row === exit || (row.action === "recovery" && !isExit(row)))
    .flatMap(({ passIds }) => passIds);
}

/** When a pass was issued to the visitor; undefined where the log has no such row. */
export const passIssuedAt = (rows: readonly VisitStepRow[], passId: number): Date | undefined =>
  entriesAndExits(rows).findLast(({ action, passIds }) => action === "issue" && passIds.includes(passId))?.at;

/** The pass of a visit that was reported lost last, if it is still lost. */
export async function lastLoss(
  db: Knex,
  visitId: number,
): Promise<{ logId: number; passId: number; at: Date } | undefined> {
  const losses = await VisitLog.query(db)
    .select("id", "at", "passIds")
    .where({ visitId, action: "lost" })
    .orderBy("id", "desc");
  const lostPasses = await Pass.query(db)
    .select("id", "updatedAt")
    .where({ status: "lost" })
    .whereIn(
      "id",
      losses.flatMap(({ passIds }) => passIds),
    );
  for (const { id: logId, at, passIds } of losses) {
    const pass = lostPasses.find(
      ({ id, updatedAt }) => passIds.includes(id) && updatedAt.getTime() === at.getTime(),
    );
    if (pass) return { logId, passId: pass.id, at };
  }
  return undefined;
}
