/** The rows that a test added to the log of events. */
import type { Knex } from "knex";
import { beforeEach } from "vitest";

export interface EventRow {
  kind: string;
  hostUserId: number | null;
  call: string;
  subject: string;
  subjectId: number | null;
  detail: string;
  address: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** To be called at the top of a file: what is added counts from the beginning of each test. */
export function eventRows(db: Knex) {
  let since = 0;
  const begin = async () => {
    since = Number((await db("events").max("id").first())?.max ?? 0);
  };
  beforeEach(begin);
  return {
    /** Counts from now on. */
    begin,
    /** What was added, oldest first. */
    added: async (kind?: string): Promise<EventRow[]> =>
      db("events")
        .where("id", ">", since)
        .where(kind === undefined ? {} : { kind })
        .orderBy("id"),
  };
}
