/** Passes as visits hold them. */

import type { Knex } from "knex";
import { unseen } from "../../planner.ts";

export interface LockedPass {
  readonly id: number;
  readonly vehicle: boolean;
  readonly passNo: string;
  readonly status: "available" | "issued" | "lost" | "retired";
  readonly visitId: number | null;
  readonly issuedAt: Date | null;
  readonly updatedAt: Date;
}

export interface WantedPasses {
  /** Whoever of these holds a pass. */
  readonly visitIds: readonly number[];
  readonly passNos?: readonly string[];
  readonly carPassNos?: readonly string[];
  readonly passIds?: readonly number[];
}

/**
 * Locks passes by holder and by number, always in the order of their ids, so that two parties that want
 * the same passes never wait for each other. The holders' visits must be locked already.
 */
export async function lockPasses(
  trx: Knex.Transaction,
  { visitIds, passNos = [], carPassNos = [], passIds = [] }: WantedPasses,
): Promise<LockedPass[]> {
  const { rows } = await trx.raw<{ rows: LockedPass[] }>(
    `SELECT id, vehicle, pass_no AS "passNo", status, visit_id AS "visitId", issued_at AS "issuedAt",
       updated_at AS "updatedAt"
     FROM passes
     WHERE visit_id = ANY(${unseen("?", "integer[]")}) OR (NOT vehicle AND pass_no = ANY(${unseen("?", "text[]")}))
       OR (vehicle AND pass_no = ANY(${unseen("?", "text[]")})) OR id = ANY(${unseen("?", "integer[]")})
     ORDER BY id FOR UPDATE`,
    [[...visitIds], [...passNos], [...carPassNos], [...passIds]],
  );
  return rows;
}
