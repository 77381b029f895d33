/** Uncovering a visitor's numbers (decisions, "Privacy"): for a reason, and never without a trace. */

import type { Reader } from "#api/auth/auth-context.ts";
import { reachOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { notFound } from "#api/errors.ts";
import { openNumber } from "#api/features/visits/presenter.ts";
import { withoutPerson } from "#api/redact.ts";
import { visitRow } from "#db/queries/visits/rows.ts";
import { logAccess } from "../access-log/log-access.ts";

export interface Uncovered {
  readonly cellPhone: string;
  /** The company's number. */
  readonly phone: string;
}

/**
 * The numbers of a visit's visitor; empty where there is none. The reason is kept for years, so it loses what names
 * the visitor.
 * @throws HttpError 404 where there is no such visit or it is somebody else's
 */
export function reveal(
  { db, cipher }: Pick<Deps, "db" | "cipher">,
  reader: Reader,
  id: number,
  reason: string,
): Promise<Uncovered> {
  return db.transaction(async (trx) => {
    const row = await visitRow(trx, id, reachOf(reader));
    if (!row) throw notFound();
    const cellPhone = openNumber(row, cipher);
    const [personHash] = cellPhone === "" ? [] : cipher.hashes(cellPhone);
    await logAccess(trx, reader, {
      visitIds: [id],
      reason: withoutPerson(reason, row.name, [row.company, row.carNumber, cellPhone, row.phone]),
      personHash,
    });
    return { cellPhone, phone: row.phone };
  });
}
