/** Passes handed to the visits of a party, in one statement. */

import type { Knex } from "knex";

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
