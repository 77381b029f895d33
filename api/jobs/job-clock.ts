/** The time by which jobs end, destroy and delete. */
import type { Deps } from "#api/deps.ts";
import { databaseTime } from "#db/queries/health.ts";

const maxDifferenceMs = 5 * 60_000;

/**
 * The database's clock, which all processes share.
 * @throws Error where it and this process's differ by more than five minutes: one of them is wrong, and nobody knows which
 */
export async function jobClock({ db, clock }: Pick<Deps, "db" | "clock">): Promise<() => Date> {
  const theirs = await databaseTime(db);
  const difference = theirs.getTime() - clock().getTime();
  if (Math.abs(difference) > maxDifferenceMs)
    throw new Error(
      `the clocks of this server and of the database differ by ${Math.round(difference / 60_000)} minutes; set them by a time server`,
    );
  return () => new Date(clock().getTime() + difference);
}
