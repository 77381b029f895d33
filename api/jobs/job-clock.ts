/** The clock of jobs that close, destroy and delete by time. */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";

const maxDifferenceMs = 5 * 60_000;

/** The database's clock. */
export async function databaseTime(db: Knex): Promise<Date> {
  const [{ now }] = await db.select({ now: db.fn.now(6) });
  return now;
}

/** Milliseconds by which the database's clock is ahead of this process's. */
async function differenceOf({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> {
  return (await databaseTime(db)).getTime() - clock().getTime();
}

/** Whether the clocks of this process and the database are close enough for jobs. */
export async function clocksAgree(deps: Pick<Deps, "db" | "clock">): Promise<boolean> {
  return Math.abs(await differenceOf(deps)) <= maxDifferenceMs;
}

/**
 * The database's clock, which all processes share.
 * @throws Error where the clocks differ by more than five minutes, because either may be wrong
 */
export async function jobClock(deps: Pick<Deps, "db" | "clock">): Promise<() => Date> {
  const difference = await differenceOf(deps);
  if (Math.abs(difference) > maxDifferenceMs)
    throw new Error(
      `the clocks of this server and of the database differ by ${Math.round(difference / 60_000)} minutes; set them by a time server`,
    );
  return () => new Date(deps.clock().getTime() + difference);
}
