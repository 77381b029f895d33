/** Recovery for an administrator who lost the password, from the server's command line. */
import type { Deps } from "#api/deps.ts";
import { HostUser } from "#db/models/host-user.ts";
import { storePassword } from "../sign-in/passwords.ts";
import { clearAttempts } from "../sign-in/sign-in.ts";
import { logAccounts } from "./account-log.ts";
import { type Invitation, inviteOne } from "./invitations.ts";
import { lockPeople } from "./locks.ts";

/**
 * Removes an administrator's password, ends their sessions, and invites them to choose another. The log names
 * themselves as actor, which no call allows: that distinguishes it from a reset by a colleague.
 * @returns undefined where no active administrator has this login id
 */
export function recoverAdmin(
  { db, clock, random }: Pick<Deps, "db" | "clock" | "random">,
  loginId: string,
): Promise<Invitation | undefined> {
  const now = clock();
  return db.transaction(async (trx) => {
    const found = await HostUser.query(trx)
      .findOne({ role: "admin", status: "active" })
      .modify("withLoginId", loginId.trim());
    if (!found) return undefined;
    const { person } = await lockPeople(trx, found.id);
    await storePassword(trx, person, null, now);
    await clearAttempts(trx, person.loginId);
    await logAccounts(trx, "reset", [person], { by: person.id, now });
    return (await inviteOne(trx, person.id, { now, random })).invitation;
  });
}
