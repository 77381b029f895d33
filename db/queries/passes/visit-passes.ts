/** Passes as visits hold them: locked, handed out, taken back. */

import type { Knex } from "knex";

export interface LockedPass {
  readonly id: number;
  readonly vehicle: boolean;
  readonly passNo: string;
  readonly status: "available" | "issued" | "lost" | "retired";
  readonly visitId: number | null;
  readonly issuedAt: Date | null;
}

export interface WantedPasses {
  /** Whoever of these holds a pass. */
  readonly visitIds: readonly number[];
  readonly passNos?: readonly string[];
  readonly carPassNos?: readonly string[];
}

/**
 * Locks passes by holder and by number, always in the order of their ids, so that two parties that want
 * the same passes never wait for each other. The holders' visits must be locked already.
 */
export async function lockPasses(
  trx: Knex.Transaction,
  { visitIds, passNos = [], carPassNos = [] }: WantedPasses,
): Promise<LockedPass[]> {
  const { rows } = await trx.raw<{ rows: LockedPass[] }>(
    `SELECT id, vehicle, pass_no AS "passNo", status, visit_id AS "visitId", issued_at AS "issuedAt"
     FROM passes
     WHERE visit_id = ANY(?::integer[]) OR (NOT vehicle AND pass_no = ANY(?::text[]))
       OR (vehicle AND pass_no = ANY(?::text[]))
     ORDER BY id FOR UPDATE`,
    [[...visitIds], [...passNos], [...carPassNos]],
  );
  return rows;
}

/** Hands each pass to a visit. */
export async function handOut(
  trx: Knex.Transaction,
  passes: readonly { readonly passId: number; readonly visitId: number }[],
  now: Date,
): Promise<void> {
  if (passes.length === 0) return;
  await trx.raw(
    `UPDATE passes SET status = 'issued', visit_id = given.visit_id, issued_at = ?, updated_at = ?
     FROM unnest(?::integer[], ?::integer[]) AS given(pass_id, visit_id) WHERE passes.id = given.pass_id`,
    [now, now, passes.map(({ passId }) => passId), passes.map(({ visitId }) => visitId)],
  );
}

/** Makes passes free again. */
export async function takeBack(trx: Knex.Transaction, passIds: readonly number[], now: Date): Promise<void> {
  if (passIds.length === 0) return;
  await trx.raw(
    `UPDATE passes SET status = 'available', visit_id = NULL, issued_at = NULL, updated_at = ?
     WHERE id = ANY(?::integer[])`,
    [now, [...passIds]],
  );
}
