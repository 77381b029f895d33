/** Throws away what has served its time and nobody can see any more. */
import type { Deps } from "#api/deps.ts";
import { eraseOldMessages } from "#api/features/privacy/erase.ts";
import { keptHours } from "#api/http/idempotency.ts";
import { oldestHours } from "#api/live/read-changes.ts";

/** So long after its last wait a login id's wrong tries are forgotten. */
const triesKeptHours = 24;

/** May be run at any time, and by several at once. */
export async function cleanUp({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await db("invitations").where("expiresAt", "<=", now).del();
  await db("sessions").where("expiresAt", "<=", now).del();
  await db("idempotencyKeys").where("createdAt", "<=", hoursAgo(keptHours)).del();
  await db("signInTries").where("blockedUntil", "<=", hoursAgo(triesKeptHours)).del();
  await db.transaction((trx) => eraseOldMessages(trx, now));
  // These two go by the database's clock and by the machine's; nobody hands them another.
  await db.raw(`DELETE FROM changes WHERE at < now() - make_interval(hours => ${oldestHours + 1})`);
  await db.raw("DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000");
}
