/** Recovery for an administrator or privacy officer who lost the password, from the server's command line. */
import { logAccounts } from "#api/auth/account-log.ts";
import { createInvitations, type Invitation } from "#api/auth/invitation-tokens.ts";
import type { Deps } from "#api/deps.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { FactorResetRequest, ResetRequest } from "#db/models/people/invitation.ts";
import { storePassword } from "../sign-in/passwords.ts";
import { removeFactor } from "../sign-in/second-factor.ts";
import { clearAttempts } from "../sign-in/sign-in.ts";
import { endInvitations } from "./deliver-invitations.ts";
import { unlinkUnvouched } from "./invitations.ts";
import { lockPeople, notePeople } from "./locks.ts";

/**
 * The way in for an emergency, also where the role signs in by the company's provider only. Removes the password and the second factor of an administrator or privacy officer, ends their sessions, and invites them to choose another password. The log names
 * themselves as actor, which no call allows: that distinguishes it from a reset by a colleague.
 * @returns undefined where no active account of these roles has this login id
 */
export function recoverAdmin(
  { db, clock, random }: Pick<Deps, "db" | "clock" | "random">,
  loginId: string,
): Promise<Invitation | undefined> {
  const now = clock();
  return db.transaction(async (trx) => {
    const found = await HostUser.query(trx)
      .findOne({ status: "active" })
      .whereIn("role", ["admin", "privacy"])
      .modify("withLoginId", loginId.trim());
    if (!found) return undefined;
    const { person } = await lockPeople(trx, found.id);
    await storePassword(trx, person, null, now);
    await unlinkUnvouched(trx, person, { by: person.id, now });
    await HostUser.query(trx).findById(person.id).patch({ isPasswordKept: true });
    await clearAttempts(trx, person.loginId);
    await logAccounts(trx, "reset", [person], { by: person.id, now });
    await endInvitations(trx, [person.id], now);
    await ResetRequest.query(trx).deleteById(person.id);
    await FactorResetRequest.query(trx).deleteById(person.id);
    // The way in for an emergency leads past a lost telephone, too; where the site asks for it, another is set up.
    if (await removeFactor(trx, person.id))
      await logAccounts(trx, "factorReset", [person], { by: person.id, now });
    const [invitation] = await createInvitations(trx, [person.id], { now, random });
    await notePeople(trx);
    return invitation;
  });
}
