/**
 * Resets of a second factor by an administrator, for somebody who lost their telephone. Those of administrators and
 * privacy officers need a second administrator (docs/decisions/accounts/second-factor.md).
 */
import { endSessions } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { factorByServer, ownSecondFactor } from "#api/errors.ts";
import { isGuarded } from "#contract/roles.ts";
import { FactorResetRequest } from "#db/models/people/invitation.ts";
import { logFactor, removeFactor } from "../sign-in/second-factor.ts";
import { type AccountChange, confirmOrRequest } from "./deliver-invitations.ts";
import { lockPeople } from "./locks.ts";
import { type HostUserRow, readHostUser } from "./rows.ts";

interface FactorReset {
  readonly row: HostUserRow;
  readonly state: "done" | "confirmation";
}

/**
 * Takes a person's second factor away, ends their sessions, and tells them. Where a second administrator has to confirm
 * first, nothing changes until then, and the person is told of the request.
 * @throws HttpError 404; 405 for oneself, and for an administrator or privacy officer where nobody could confirm
 */
export function resetSecondFactor(
  deps: Deps,
  id: number,
  { by, site }: Omit<AccountChange, "origin">,
): Promise<FactorReset> {
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    const { person } = await lockPeople(trx, id);
    if (id === by) throw ownSecondFactor();
    const row = () => readHostUser(trx, id, now);
    if (!(await row()).hasSecondFactor) return { row: await row(), state: "done" };
    if (isGuarded(person.role)) {
      const state = await confirmOrRequest(trx, FactorResetRequest, person, { by, now });
      if (state === undefined) throw factorByServer();
      if (state === "requested") {
        await logFactor(trx, deps, person, "factorRequest", { by, site });
        return { row: await row(), state: "confirmation" };
      }
      await logFactor(trx, deps, person, "factorConfirm", { by, site });
    }
    await removeFactor(trx, id);
    await endSessions(trx, id);
    await logFactor(trx, deps, person, "factorReset", { by, site });
    return { row: await row(), state: "done" };
  });
}
