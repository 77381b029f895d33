/** Management of passes and vehicle passes (docs/behaviour.md, "Passes"). */

import type { Knex } from "knex";
import { type Actor, actorOf, type Reader } from "#api/auth/auth-context.ts";
import { onUniqueViolation } from "#api/constraint-errors.ts";
import { alreadyHandled, invalid, notFound, passHeld } from "#api/errors.ts";
import { publishChanges } from "#api/live/changes.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { NewPass, PassChange } from "#contract/visits/passes.ts";
import { Pass } from "#db/models/visits/pass.ts";
import { Visit, VisitLog } from "#db/models/visits/visit.ts";
import { Accessed } from "../access-log/log-access.ts";
import { type PassRow, requirePass } from "./queries.ts";

const passNoTaken: FieldErrors = { passNo: "passNoTaken" };

/** Logs that the holder of a pass is shown. */
const recordShown = (trx: Knex.Transaction, by: Reader, row: PassRow): Promise<Accessed<PassRow>> =>
  Accessed.recordOne(trx, by, row, row.visitId === null ? [] : [row.visitId]);

/** @throws InvalidInput where the number is taken */
export function addPass(
  db: Knex,
  vehicle: boolean,
  { passNo, kind = "" }: NewPass,
  by: Reader,
): Promise<Accessed<PassRow>> {
  const now = by.at;
  return onUniqueViolation(
    passNoTaken,
    db.transaction(async (trx) => {
      const { id } = await Pass.query(trx)
        .insert({ vehicle, passNo, kind, createdAt: now, updatedAt: now })
        .returning("id");
      await publishChanges(trx, [{ kind: "pass" }]);
      return recordShown(trx, by, await requirePass(trx, vehicle, id));
    }),
  );
}

interface PassWithHolder {
  readonly pass: Pass;
  readonly holder: Visit | undefined;
}

/**
 * Locks the visit that holds a pass, then the pass: the same order as changes of visits.
 * @throws HttpError 404; 405 where its holder changed meanwhile
 */
async function lock(trx: Knex.Transaction, vehicle: boolean, id: number): Promise<PassWithHolder> {
  const { visitId } = await requirePass(trx, vehicle, id);
  const holder =
    visitId === null
      ? undefined
      : await Visit.query(trx).select("id", "statusCode", "hostUserId").findById(visitId).forUpdate();
  const pass = await Pass.query(trx)
    .select("id", "vehicle", "passNo", "kind", "status", "visitId")
    .findById(id)
    .forUpdate();
  if (!pass) throw notFound();
  if (pass.visitId !== visitId) throw alreadyHandled();
  return { pass, holder };
}

/**
 * Only a visit issues a pass: "issued" is accepted where a client sends the current status back.
 * @throws InvalidInput where the pass is not issued
 */
function changedStatus({ status }: Pass, next: PassChange["status"]): PassChange["status"] {
  if (next === "issued" && status !== "issued") throw invalid({ status: "invalid" });
  return next === status ? undefined : next;
}

/** An issued pass keeps its number until it is returned or lost. */
function requireChangeable(pass: Pass, { passNo = pass.passNo, status }: PassChange): void {
  const isRenamedOrFreed = passNo !== pass.passNo || status === "available" || status === "retired";
  if (pass.status === "issued" && isRenamedOrFreed) throw passHeld(pass);
}

/** Logs the loss on the holder's visit. */
async function logLoss(
  trx: Knex.Transaction,
  { pass, holder }: PassWithHolder,
  actor: Actor,
  now: Date,
): Promise<void> {
  if (!holder) return;
  const { id: visitId, statusCode, hostUserId } = holder;
  await VisitLog.query(trx).insert({
    visitId,
    action: "lost",
    fromCode: statusCode,
    toCode: statusCode,
    actorKind: actor.kind,
    ...(actor.kind === "key" ? { apiKeyId: actor.id } : { actorId: actor.id }),
    passNo: pass.passNo,
    passIds: [pass.id],
    at: now,
  });
  await publishChanges(trx, [{ kind: "visit", visitId, hostUserId }]);
}

export interface PassWork {
  readonly vehicle: boolean;
  readonly id: number;
  readonly by: Reader;
}

/**
 * Changes a pass. Marking it as lost removes it from its holder and logs that with the visit.
 * @throws InvalidInput where the number is taken, or the status becomes "issued"; HttpError 404; 405 where an issued pass
 *   cannot change so
 */
export function changePass(
  db: Knex,
  { vehicle, id, by }: PassWork,
  change: PassChange,
): Promise<Accessed<PassRow>> {
  const now = by.at;
  return onUniqueViolation(
    passNoTaken,
    db.transaction(async (trx) => {
      const locked = await lock(trx, vehicle, id);
      requireChangeable(locked.pass, change);
      const { passNo, kind } = change;
      const status = changedStatus(locked.pass, change.status);
      const patch = {
        ...(passNo !== undefined && { passNo }),
        ...(kind !== undefined && { kind }),
        ...(status !== undefined && { status, visitId: null, issuedAt: null }),
      };
      // a loss that is reported again stays the one that can be taken back
      if (Object.keys(patch).length > 0)
        await Pass.query(trx)
          .findById(id)
          .patch({ ...patch, updatedAt: now });
      if (status === "lost") await logLoss(trx, locked, actorOf(by), now);
      await publishChanges(trx, [{ kind: "pass" }]);
      return recordShown(trx, by, await requirePass(trx, vehicle, id));
    }),
  );
}

/** @throws HttpError 404; 405 while it is issued */
export async function removePass(db: Knex, { vehicle, id }: Pick<PassWork, "vehicle" | "id">): Promise<void> {
  await db.transaction(async (trx) => {
    const { pass } = await lock(trx, vehicle, id);
    if (pass.status === "issued") throw passHeld(pass);
    await Pass.query(trx).deleteById(id);
    await publishChanges(trx, [{ kind: "pass" }]);
  });
}
