/** Company accounts of host users, as administrators link them (docs/decisions/accounts/company-sign-in.md). */

import type { Knex } from "knex";
import { logAccounts } from "#api/auth/account-log.ts";
import { endSessions } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { companyGuarded, hasResigned, invalid, lastAdmin } from "#api/errors.ts";
import { fromInstant } from "#contract/dates.ts";
import type { CompanyAccount } from "#contract/people/host-user-access.ts";
import { isGuarded } from "#contract/roles.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { CompanyIdentity } from "#db/models/people/company-sign-in.ts";
import { lockPeople, notePeople } from "../host-users/locks.ts";
import { readHostUser } from "../host-users/rows.ts";
import { tellPerson } from "../messages/account-messages.ts";
import { linkIdentity } from "./accounts.ts";

/** More than anybody chooses from; the latest. */
const maxWaiting = 100;

/** @throws HttpError 404 */
export async function readCompanyAccount(
  { db, clock }: Pick<Deps, "db" | "clock">,
  hostUserId: number,
  timezone: string,
): Promise<CompanyAccount> {
  await readHostUser(db, hostUserId, clock());
  const present = ({ id, loginName, name, seenAt }: CompanyIdentity) => ({
    ...{ id, loginName, name },
    seenAt: fromInstant(seenAt, timezone),
  });
  const linked = await CompanyIdentity.query(db).findOne({ hostUserId });
  const waiting = await CompanyIdentity.query(db)
    .whereNull("hostUserId")
    .orderBy("seenAt", "desc")
    .limit(maxWaiting);
  return { linked: linked ? present(linked) : null, waiting: waiting.map(present) };
}

/** Takes a person's link away. @returns the identity; undefined where there was none */
export async function unlink(trx: Knex.Transaction, hostUserId: number): Promise<number | undefined> {
  const [identity] = await CompanyIdentity.query(trx)
    .where({ hostUserId })
    .patch(CompanyIdentity.nobodys)
    .returning("id");
  return identity?.id;
}

/**
 * Links somebody to a company account that is nobody's, in the place of the one they have, or takes it away. It is a way
 * into the account, so that the person is told, and no administrator makes one to a colleague or the privacy officer.
 * @param identityId null takes it away
 * @throws HttpError 404; 405 for who resigned, for administrators and privacy officers, and for the last administrator's
 *   only way in; InvalidInput on identity
 */
export function linkByAdmin(
  { db, clock, cipher, settings: { company } }: Deps,
  hostUserId: number,
  identityId: number | null,
  { by, site }: { readonly by: number; readonly site: Configuration },
): Promise<void> {
  const now = clock();
  return db.transaction(async (trx) => {
    const identity =
      identityId === null
        ? undefined
        : await CompanyIdentity.query(trx).findById(identityId).whereNull("hostUserId").forUpdate();
    if (identityId !== null && !identity) throw invalid({ identity: "invalid" });
    const { person, isLastAdmin, signsInByPassword } = await lockPeople(trx, hostUserId);
    if (identity && person.status === "resigned") throw hasResigned();
    if (identity && isGuarded(person.role)) throw companyGuarded();
    if (!identity && isLastAdmin(company) && !signsInByPassword(company)) throw lastAdmin();
    if ((await unlink(trx, hostUserId)) !== undefined) {
      await endSessions(trx, hostUserId);
      await logAccounts(trx, "companyUnlink", [person], { by, now });
    }
    if (identity) {
      await linkIdentity(trx, identity, person, { by, now });
      await tellPerson({ trx, cipher, now, site }, person, "accountCompanyLink");
    }
    await notePeople(trx);
  });
}
