/**
 * The register of erasures, a file or bucket outside the database and its backups, from which a restore repeats the erasures
 * since the backup (docs/decisions/server/backup.md). A line has ids and counts, no personal data.
 */

import type { Knex } from "knex";
import { ref } from "objection";
import * as z from "zod";
import type { Deps } from "#api/deps.ts";
import { messageOf } from "#contract/thrown.ts";
import { moveSequence } from "#db/backup/restored.ts";
import { databaseId } from "#db/files/owner.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import {
  DestructionRegister,
  type ErasureEntry,
  ErasureRequest,
  WaitingErasure,
} from "#db/models/visits/erasure.ts";
import { Pass } from "#db/models/visits/pass.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { companionsOf } from "./erase.ts";
import { clearedColumns } from "./erasure-requests.ts";
import { countDestroyedVisits, erasePersonalData } from "./queries.ts";
import { openRegister } from "./register-storage.ts";

const id = z.int().min(1);
const count = z.int().min(0);
const line = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("visits"),
    database: z.uuid(),
    at: z.iso.datetime(),
    actorKind: z.enum(["staff", "job"]),
    hostUserId: z.nullable(id),
    why: z.enum(["due", "officer", "request"]),
    visitIds: z.array(id),
    persons: count,
    messages: count,
    retentionDays: z.array(z.int()),
  }),
  z.object({
    kind: z.literal("request"),
    database: z.uuid(),
    at: z.iso.datetime(),
    requestId: id,
    state: z.enum(["erased", "refused"]),
    decidedBy: id,
    erasedVisits: count,
  }),
]);

const batch = 500;

/**
 * Writes queued entries to the register, oldest first, and removes them from the queue. Safe to run concurrently.
 * @returns how many were written
 * @throws Error of the file system or the bucket; the entries stay queued
 */
export async function writeErasures({
  db,
  settings: { erasureRegister },
  traceRegister,
}: Pick<Deps, "db"> &
  Partial<Pick<Deps, "traceRegister">> & {
    readonly settings: Pick<Deps["settings"], "erasureRegister">;
  }): Promise<number> {
  if (erasureRegister === undefined) return 0;
  const register = openRegister(erasureRegister, traceRegister);
  const database = await databaseId(db);
  return db.transaction(async (trx) => {
    const queued = await WaitingErasure.query(trx)
      .select("id", "entry")
      .orderBy("id")
      .limit(batch)
      .forUpdate()
      .skipLocked();
    await register.append(queued.map(({ entry }) => JSON.stringify({ database, ...entry })));
    const ids = queued.map((one) => one.id);
    await WaitingErasure.query(trx).delete().whereIn("id", ids);
    return queued.length;
  });
}

/** @returns undefined for an invalid line */
function parseLine(written: string): z.output<typeof line> | undefined {
  try {
    return line.parse(JSON.parse(written));
  } catch {
    return undefined;
  }
}

/**
 * @param register path of a file, or address of a bucket
 * @param database id of the database; several may share a register
 * @returns its entries, and the positions of invalid lines: "Line 3 of /erasures/register.jsonl"
 * @throws Error with a message for operators where there is no register
 */
export async function readRegister(
  register: string,
  database: string,
): Promise<{ entries: readonly ErasureEntry[]; unreadable: readonly string[] }> {
  const parts = await openRegister(register)
    .read()
    .catch((error) => {
      throw new Error(`The register of erasures cannot be read: ${messageOf(error)}`);
    });
  if (!parts) throw new Error(`There is no register of erasures in ${register}.`);
  const entries: ErasureEntry[] = [];
  const unreadable: string[] = [];
  for (const { label, text } of parts)
    for (const [index, written] of text.split("\n").entries()) {
      if (written === "") continue;
      const parsed = parseLine(written);
      if (!parsed) {
        unreadable.push(`Line ${index + 1} of ${label}`);
        continue;
      }
      const { database: whose, ...entry } = parsed;
      if (whose === database) entries.push(entry);
    }
  return { entries, unreadable };
}

/**
 * Repeats erasures in a restored database, whatever the visits' status, and completes the database's own register.
 * @returns how many visits were erased
 */
export async function replayErasures(
  trx: Knex.Transaction,
  entries: readonly ErasureEntry[],
  { now, timezone }: { readonly now: Date; readonly timezone: string },
): Promise<number> {
  const erased = entries.flatMap((entry) => (entry.kind === "visits" ? entry.visitIds : []));
  const companions = await companionsOf(trx, erased);
  const named = [...new Set([...erased, ...companions.map((companion) => companion.id)])];
  const visits = await Visit.query(trx).select("id", "reserveNo", "cellHash").modify("withIds", named);
  const visitIds = visits.map((visit) => visit.id);
  // Visits that were erased held no pass any more.
  await Pass.query(trx)
    .patch({ status: "available", visitId: null, issuedAt: null, updatedAt: now })
    .whereIn("visitId", visitIds);
  await countDestroyedVisits(trx, visitIds, timezone);
  await erasePersonalData(trx, {
    visitIds,
    reserveNos: visits.map(({ reserveNo }) => reserveNo),
    hashes: visits.flatMap(({ cellHash }) => cellHash ?? []),
    now,
  });
  for (const entry of entries)
    await (entry.kind === "visits" ? completeRegister(trx, entry) : repeatDecision(trx, entry));
  await moveSequence(trx, "visits_id_seq", erased);
  await moveSequence(
    trx,
    "erasure_requests_id_seq",
    entries.flatMap((entry) => (entry.kind === "request" ? entry.requestId : [])),
  );
  return visitIds.length;
}

async function completeRegister(
  trx: Knex.Transaction,
  { kind, at, why: reason, ...entry }: ErasureEntry & { readonly kind: "visits" },
): Promise<void> {
  const existing = await DestructionRegister.query(trx)
    .where("at", new Date(at))
    .where("visitIds", entry.visitIds)
    .first();
  if (!existing) await DestructionRegister.query(trx).insert({ at: new Date(at), reason, ...entry });
}

/** Repeats a decision without its reason, which the register does not have. */
async function repeatDecision(
  trx: Knex.Transaction,
  { requestId, state, at, decidedBy, erasedVisits }: ErasureEntry & { readonly kind: "request" },
): Promise<void> {
  const decider = await HostUser.query(trx).select("id").findById(decidedBy);
  await ErasureRequest.query(trx)
    .where({ id: requestId, state: "open" })
    .patch({
      ...clearedColumns,
      state,
      decidedAt: new Date(at),
      // The account of the officer may be newer than the backup.
      decidedBy: decider?.id ?? ref("createdBy"),
      erasedVisits,
    });
}
