/** Throws away what has served its time and nobody can see any more. */
import type { Deps } from "#api/deps.ts";
import { eraseOldMessages } from "#api/features/privacy/erase.ts";
import { keptHours } from "#api/http/idempotency.ts";
import { IdempotencyKey } from "#db/models/idempotency-key.ts";
import { Invitation } from "#db/models/invitation.ts";
import { Session } from "#db/models/session.ts";
import { LoginAttempts } from "#db/models/sign-in.ts";
import { oldestHours } from "#db/queries/changes.ts";
import { deleteOldChanges } from "#db/statements/changes.ts";
import { deleteExpiredLimits } from "#db/statements/upkeep.ts";

/** So long after its last wait a login id's wrong tries are forgotten. */
const triesKeptHours = 24;

/** May be run at any time, and by several at once. */
export async function cleanUp({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await Invitation.query(db).delete().where("expiresAt", "<=", now);
  await Session.query(db).delete().where("expiresAt", "<=", now);
  await IdempotencyKey.query(db).delete().where("createdAt", "<=", hoursAgo(keptHours));
  await LoginAttempts.query(db).delete().where("blockedUntil", "<=", hoursAgo(triesKeptHours));
  await db.transaction((trx) => eraseOldMessages(trx, now));
  // These two go by the database's clock and by the machine's; nobody hands them another.
  await deleteOldChanges(db, oldestHours + 1);
  await deleteExpiredLimits(db);
}
