/** Deputies and absences. */
import { toInstant } from "#contract/dates.ts";
import { Delegation, DelegationDeputy } from "#db/models/people/delegation.ts";
import type { TestServer } from "../api.ts";
import { seoul } from "../visits/visits.ts";

interface AddedDelegation {
  readonly host: number;
  readonly deputies?: readonly number[];
  /** wall times; by default the day before to two days after 10 March 2026 */
  readonly start?: string;
  readonly end?: string;
  readonly isAway?: boolean;
}

/** Adds a delegation, by default in force. @returns its id */
export async function addDelegation(
  server: TestServer,
  {
    host,
    deputies = [],
    start = "2026-03-09 00:00",
    end = "2026-03-12 00:00",
    isAway = false,
  }: AddedDelegation,
): Promise<number> {
  const { id } = await Delegation.query(server.db).insert({
    hostUserId: host,
    startAt: toInstant(start, seoul),
    endAt: toInstant(end, seoul),
    isAway,
    createdBy: host,
    createdAt: toInstant(start, seoul),
  });
  if (deputies.length > 0)
    await DelegationDeputy.query(server.db).insert(
      deputies.map((deputyId) => ({ delegationId: id, deputyId })),
    );
  return id;
}
