/** What the database looks after by its own clock and functions. */
import type { Knex } from "knex";

/** Deletes counted calls whose time is over; the limiter writes milliseconds. */
export async function deleteExpiredLimits(db: Knex): Promise<void> {
  await db.raw("DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000");
}

/** Makes the access log's coming months and drops those that are over two years old. @param today YYYY-MM-DD */
export async function keepAccessLogMonths(db: Knex, today: string): Promise<void> {
  await db.raw("SELECT keep_access_log(?::date)", [today]);
}
