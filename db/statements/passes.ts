/** Passes that change hands: statements that go with the visits' transition (`VisitMove.passChange`). */

import type { Knex } from "knex";
import { unseen } from "../planner.ts";

/** A pass for a visit. */
export interface GivenPass {
  readonly passId: number;
  readonly visitId: number;
  readonly issuedAt: Date;
}

/** Hands each pass to a visit; undefined for none. */
export function handOut(
  trx: Knex.Transaction,
  passes: readonly GivenPass[],
  now: Date,
): Knex.Raw | undefined {
  if (passes.length === 0) return undefined;
  return trx.raw(
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

/** Takes passes back from whoever holds them; undefined for none. */
export function takeIn(trx: Knex.Transaction, passIds: readonly number[], now: Date): Knex.Raw | undefined {
  if (passIds.length === 0) return undefined;
  return trx.raw(
    `UPDATE passes SET status = 'available', visit_id = NULL, issued_at = NULL, updated_at = ? WHERE id = ANY(${unseen("?", "integer[]")})`,
    [now, [...passIds]],
  );
}
