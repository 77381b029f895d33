/** Work on one visit and its companions: found, locked, changed and read again in one transaction. */

import type { Knex } from "knex";
import { actorOf, type Caller, reachOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { invalid, notFound } from "#api/errors.ts";
import { fromInstant, type WallTime } from "#contract/dates.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { readConfiguration } from "#db/queries/configuration.ts";
import { type VisitRow, visitRows } from "#db/queries/visits/rows.ts";
import { type LockedParty, lockParty } from "./locks.ts";
import type { Actor } from "./transitions.ts";

export interface VisitWork extends LockedParty {
  readonly trx: Knex.Transaction;
  readonly actor: Actor;
  readonly now: Date;
  /** `now` on the site's wall clock. */
  readonly at: WallTime;
  readonly site: Configuration;
  readonly cipher: FieldCipher;
}

/** Visits as they are after the work, and what they are shown by. */
export interface Worked {
  readonly rows: readonly VisitRow[];
  readonly now: Date;
  readonly timezone: string;
}

/**
 * Works on a visit that the caller reaches.
 * @param work gives the ids of the visits to answer with; the visit itself where it gives none
 * @throws Refusal 404 where there is none such or it is somebody else's; what the work throws
 */
export function workOnVisit(
  deps: Deps,
  caller: Caller,
  id: number,
  // biome-ignore lint/suspicious/noConfusingVoidType: it stands for work that gives no ids
  work: (visit: VisitWork) => Promise<readonly number[] | void>,
): Promise<Worked> {
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    const site = await readConfiguration(trx);
    const { timezone } = site;
    const party = await lockParty(trx, id, timezone, reachOf(caller));
    if (!party) throw notFound();
    const at = fromInstant(now, timezone);
    const ids = await work({ ...party, trx, actor: actorOf(caller), now, at, site, cipher: deps.cipher });
    return { rows: await visitRows(trx, ids ?? [id]), now, timezone };
  });
}

/**
 * A body that repeats its record's number must mean the record of the path.
 * @throws InvalidInput on the field
 */
export function requireSame(field: string, given: number | undefined, id: number): void {
  if (given !== undefined && given !== id) throw invalid({ [field]: "invalid" });
}
