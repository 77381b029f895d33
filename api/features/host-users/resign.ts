/** Resignation and reinstatement of host users (docs/behaviour.md, "Host users" and "Visits"). */

import type { Knex } from "knex";
import { logAccounts } from "#api/auth/account-log.ts";
import type { Deps } from "#api/deps.ts";
import { alreadyActive, alreadyResigned, invalid, lastAdmin, ownAccount } from "#api/errors.ts";
import { publishChanges } from "#api/live/changes.ts";
import { isGuarded } from "#contract/roles.ts";
import { openStatusCodes } from "#contract/visits/status.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Invitation, ResetRequest } from "#db/models/people/invitation.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { notifyOfGuardedAccounts } from "../messages/account-messages.ts";
import type { Messaging } from "../messages/drafts.ts";
import { notifyHosts } from "../messages/host-messages.ts";
import { withdrawQueued } from "../messages/queue.ts";
import { notifyVisitors } from "../messages/visitor-messages.ts";
import { storePassword } from "../sign-in/passwords.ts";
import { applyTransition } from "../visits/transitions.ts";
import type { AccountChange } from "./deliver-invitations.ts";
import { inviteOne } from "./invitations.ts";
import { type LockedPerson, lockPeople, publishHostUserChange } from "./locks.ts";
import { type HostUserRow, type Invited, readHostUser } from "./rows.ts";

type OpenVisit = Pick<Visit, "id" | "leaderId" | "endAt" | "statusCode" | "hostUserId">;

/** Locks the open visits of a host in the global order: leaders before companions, then by id. */
const lockOpenVisits = async (trx: Knex.Transaction, hostUserId: number): Promise<OpenVisit[]> =>
  Visit.query(trx)
    .select("id", "leaderId", "endAt", "statusCode", "hostUserId")
    .where({ hostUserId })
    .whereIn("statusCode", openStatusCodes)
    .orderBy("leaderId", "asc", "first")
    .orderBy("id")
    .forUpdate();

/** Notifies expected visitors of the new host, and asks that host to decide pending requests. */
async function notifyOfSuccessor(messaging: Messaging, visits: readonly OpenVisit[]): Promise<void> {
  const expected = visits.filter(
    ({ statusCode, endAt }) =>
      (statusCode === "applied" || statusCode === "approved") && endAt > messaging.now,
  );
  const ids = new Set(expected.map(({ id }) => id));
  if (ids.size > 0) await notifyVisitors(messaging, "change", [...ids]);
  for (const { id, statusCode, leaderId } of expected) {
    const isDecidedWithLeader = leaderId !== null && ids.has(leaderId);
    if (statusCode === "applied" && !isDecidedWithLeader) await notifyHosts(messaging, "apply", [id]);
  }
}

/** Reassigns visits to another host without a new approval: the administrator vouches for it. */
async function reassign(
  messaging: Messaging,
  visits: readonly OpenVisit[],
  { reassignTo, by }: { reassignTo: number; by: number },
): Promise<void> {
  const { trx, now } = messaging;
  const actor = { kind: "staff", id: by } as const;
  for (const to of openStatusCodes) {
    const reassigned = visits.filter(({ statusCode }) => statusCode === to);
    if (reassigned.length === 0) continue;
    const change = { hostUserId: reassignTo };
    await applyTransition({ trx, actor, now }, reassigned, "edit", {
      moved: { to },
      note: "hostUser",
      change,
    });
  }
  // The transition publishes the change for the previous host.
  await publishChanges(
    trx,
    visits.map(({ id }) => ({ kind: "visit", visitId: id, hostUserId: reassignTo })),
  );
  await notifyOfSuccessor(messaging, visits);
}

/** @throws InvalidInput on reassignTo */
function requireSuccessor(id: number, reassignTo: number | undefined, other: LockedPerson | undefined): void {
  if (reassignTo === undefined) return;
  if (!other || reassignTo === id) throw invalid({ reassignTo: "invalid" });
  if (other.status === "resigned") throw invalid({ reassignTo: "hostResigned" });
}

/**
 * Records that a person left: removes password and sessions, and hides them from searches. Reassigns their open visits to
 * another host, notifying visitors and that host, or leaves the visits for the desk to decide.
 * @throws HttpError 404; 405 for the caller, a resigned person, the last active administrator; InvalidInput on reassignTo
 */
export function resign(
  deps: Deps,
  id: number,
  reassignTo: number | undefined,
  { by, site }: Omit<AccountChange, "origin">,
): Promise<{ row: HostUserRow; reassigned: number; leftOpen: number }> {
  const { db, clock, cipher, sms, mail } = deps;
  const now = clock();
  return db.transaction(async (trx) => {
    const locking = { company: deps.settings.company, otherId: reassignTo };
    const { person, other, isLastAdmin } = await lockPeople(trx, id, locking);
    if (person.status === "resigned") throw alreadyResigned();
    if (isLastAdmin) throw lastAdmin();
    if (id === by) throw ownAccount();
    requireSuccessor(id, reassignTo, other);
    await HostUser.query(trx).findById(id).patch({ status: "resigned", updatedAt: now });
    await storePassword(trx, person, null, now);
    await Invitation.query(trx).deleteById(id);
    await ResetRequest.query(trx).deleteById(id);
    const messaging = { trx, cipher, sms, mail, now, site };
    const visits = await lockOpenVisits(trx, id);
    // The person's phone may be private.
    await withdrawQueued(messaging, (queued) => void queued.where({ hostUserId: id }));
    if (reassignTo !== undefined) await reassign(messaging, visits, { reassignTo, by });
    else
      await publishChanges(
        trx,
        visits.map((visit) => ({ kind: "visit", visitId: visit.id, hostUserId: id })),
      );
    await logAccounts(trx, "resign", [{ ...person, fromRole: person.role }], { by, now });
    await publishHostUserChange(trx);
    const count = visits.length;
    return {
      row: await readHostUser(trx, id, now),
      reassigned: reassignTo === undefined ? 0 : count,
      leftOpen: reassignTo === undefined ? count : 0,
    };
  });
}

/**
 * Reinstates a person in their former role, and invites them to choose a new password.
 * @throws HttpError 404; 405 for an active person
 */
export function reinstate(deps: Deps, id: number, change: AccountChange): Promise<Invited> {
  const { db, clock, cipher, sms, mail } = deps;
  const { by, site } = change;
  const now = clock();
  return db.transaction(async (trx) => {
    const { person } = await lockPeople(trx, id);
    if (person.status === "active") throw alreadyActive();
    await HostUser.query(trx).findById(id).patch({ status: "active", updatedAt: now });
    await storePassword(trx, person, null, now);
    await logAccounts(trx, "join", [{ ...person, toRole: person.role }], { by, now });
    if (isGuarded(person.role))
      await notifyOfGuardedAccounts({ trx, cipher, sms, mail, now, site }, [person], by);
    return inviteOne({ ...deps, trx }, id, change);
  });
}
