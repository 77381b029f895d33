/** Passes handed to the visits of a party, in one statement. */

import type { Knex } from "knex";
import { unseen } from "../planner.ts";

/** A pass for a visit. */
export interface GivenPass {
  readonly passId: number;
  readonly visitId: number;
  readonly issuedAt: Date;
}

/** Hands each pass to a visit. */
export async function handOut(trx: Knex.Transaction, passes: readonly GivenPass[], now: Date): Promise<void> {
  if (passes.length === 0) return;
  await trx.raw(
    `UPDATE passes SET status = 'issued', visit_id = given.visit_id, issued_at = given.issued_at, updated_at = ?
     FROM unnest(${unseen("?", "integer[]")}, ${unseen("?", "integer[]")}, ${unseen("?", "timestamptz[]")}) AS given(pass_id, visit_id, issued_at)
     WHERE passes.id = given.pass_id`,
    [
      now,
      passes.map(({ passId }) => passId),
      passes.map(({ visitId }) => visitId),
      passes.map(({ issuedAt }) => issuedAt),
    ],
  );
}
