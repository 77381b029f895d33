/** Deletes what has expired, and keeps what grows without end in its bounds. */

import type { Deps } from "#api/deps.ts";
import { eraseOldMessages } from "#api/features/privacy/erase.ts";
import { keptHours } from "#api/http/idempotency.ts";
import { IdempotencyKey } from "#db/models/idempotency-key.ts";
import { Invitation } from "#db/models/invitation.ts";
import { Session } from "#db/models/session.ts";
import { LoginAttempts } from "#db/models/sign-in.ts";
import { oldestHours } from "#db/queries/changes.ts";
import { fileNamesKept } from "#db/queries/signage.ts";
import { deleteOldChanges } from "#db/statements/changes.ts";
import { deleteExpiredLimits, keepAccessLogMonths } from "#db/statements/upkeep.ts";

/** Wrong attempts of a login id are deleted this long after its last delay. */
const triesKeptHours = 24;

/** Deletes rows that have expired. May be run at any time, and by several at once. */
export async function cleanUp({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await Invitation.query(db).delete().where("expiresAt", "<=", now);
  await Session.query(db).delete().where("expiresAt", "<=", now);
  await IdempotencyKey.query(db).delete().where("createdAt", "<=", hoursAgo(keptHours));
  await LoginAttempts.query(db).delete().where("blockedUntil", "<=", hoursAgo(triesKeptHours));
  await db.transaction((trx) => eraseOldMessages(trx, now));
  // These two go by the clocks that wrote them, the database's and the machine's.
  await deleteOldChanges(db, oldestHours + 1);
  await deleteExpiredLimits(db);
}

/** Makes the access log's coming months, and drops those over two years old. May be run at any time, and by several at once. */
export async function keepAccessLog({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await keepAccessLogMonths(db, clock().toISOString().slice(0, 10));
}

/** A file this old that no row names stays from an upload or a removal that broke off. */
const orphanHours = 1;

/**
 * Deletes files that no row names (docs/decisions/signage/file-storage.md). May be run at any time, and by several at
 * once.
 * @returns how many it deleted
 */
export async function cleanFiles({
  db,
  files,
  clock,
}: Pick<Deps, "db" | "files" | "clock">): Promise<number> {
  const found = await files.olderThan(new Date(clock().getTime() - orphanHours * 3_600_000));
  const kept = await fileNamesKept(db, found.files);
  const orphans = found.files.filter((name) => !kept.has(name));
  for (const name of orphans) await files.remove(name);
  for (const path of found.unfinished) await files.removeUnfinished(path);
  return orphans.length + found.unfinished.length;
}
