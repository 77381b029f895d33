/** Locks visits, so that of two people at once one waits for the other and then sees what they did. */

import type { Knex } from "knex";
import { fromInstant } from "#contract/dates.ts";
import type { OwnHosts } from "#db/queries/own-hosts.ts";
import {
  type LockedVisitRow,
  type LockReach,
  lockVisitGroup,
  visitsHoldingPasses,
} from "#db/queries/visits/locks.ts";
import { mayHoldPassAgain, type VisitState } from "./state.ts";

/** A locked visit: its state, and what a move needs to know of it. */
export interface LockedVisit extends VisitState {
  readonly id: number;
  readonly reserveNo: string;
  readonly leaderId: number | null;
  readonly hostUserId: number;
  readonly carNumber: string;
  /** Marked as staying overnight. */
  readonly overnightAt: Date | null;
}

/** A locked row on the site's wall clock. */
export const lockedVisit = (
  { startAt, endAt, ...row }: LockedVisitRow,
  holdsPass: boolean,
  timezone: string,
): LockedVisit => ({
  ...row,
  start: fromInstant(startAt, timezone),
  end: fromInstant(endAt, timezone),
  holdsPass,
});

/** A visit with those who come along, all of them locked. */
export interface LockedParty {
  readonly visit: LockedVisit;
  readonly companions: readonly LockedVisit[];
}

export interface Locking {
  /** IANA name. */
  readonly timezone: string;
  /** Only visits of these people; undefined for whoever's they are. */
  readonly hosts?: OwnHosts;
  /** `companions`: a companion's visit brings no others. `group`: leader and companions, whoever is asked for. */
  readonly reach?: LockReach;
}

/**
 * Locks a visit and those who come along.
 * @returns undefined where there is none such, or it is somebody else's or hidden
 */
export async function lockParty(
  trx: Knex.Transaction,
  id: number,
  { timezone, hosts, reach = "companions" }: Locking,
): Promise<LockedParty | undefined> {
  const rows = await lockVisitGroup(trx, id, reach, hosts);
  if (!rows.some((row) => row.id === id)) return undefined;
  const holders = await visitsHoldingPasses(
    trx,
    rows.filter(mayHoldPassAgain).map((row) => row.id),
  );
  const locked = rows.map((row) => lockedVisit(row, holders.has(row.id), timezone));
  const visit = locked.find((row) => row.id === id);
  return visit && { visit, companions: locked.filter((row) => row !== visit) };
}
