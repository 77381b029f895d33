/** Work on one visit and its companions: found, locked, changed and read again in one transaction. */

import type { Knex } from "knex";
import { type Actor, actorOf, type Reader, reachOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { notFound } from "#api/errors.ts";
import { fromInstant, type WallTime } from "#contract/dates.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { giveSite, type KeptSite } from "#db/kept-site.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { LockReach } from "#db/queries/visits/locks.ts";
import { type VisitRow, visitRows } from "#db/queries/visits/rows.ts";
import type { Accessed } from "../access-log/log-access.ts";
import { type LockedParty, lockParty } from "./locks.ts";
import { recordVisits } from "./read.ts";

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
  readonly rows: readonly Accessed<VisitRow>[];
  readonly now: Date;
}

/**
 * What is done with a locked visit.
 * @returns the ids of the visits to answer with; nothing for the visit itself
 */
// biome-ignore lint/suspicious/noConfusingVoidType: it stands for work that gives no ids
export type LockedWork = (visit: VisitWork) => Promise<readonly number[] | void>;

export interface WorkedBy {
  readonly caller: Reader;
  readonly site: Configuration;
  /** What `site` was read under. */
  readonly kept: KeptSite;
}

/**
 * Works on a visit that the caller reaches, and records that the answer shows it.
 * @param reach who is locked with it
 * @throws HttpError 404 where there is none such or it is somebody else's; what the work throws
 */
export function withLockedVisit(
  deps: Deps,
  { caller, site, kept }: WorkedBy,
  id: number,
  work: LockedWork,
  reach?: LockReach,
): Promise<Worked> {
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    giveSite(trx, kept);
    const { timezone } = site;
    const party = await lockParty(trx, id, { timezone, hosts: reachOf(caller), ...(reach && { reach }) });
    if (!party) throw notFound();
    const at = fromInstant(now, timezone);
    const ids = await work({ ...party, trx, actor: actorOf(caller), now, at, site, cipher: deps.cipher });
    return { rows: await recordVisits(trx, caller, await visitRows(trx, ids ?? [id])), now };
  });
}
