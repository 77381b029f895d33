/** Rows added to the events table by a test. */
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

/** Call at the top of a file; counts from the start of each test. */
export function eventRows(db: Knex) {
  let since = 0;
  const begin = async () => {
    since = Number((await db("events").max("id").first())?.max ?? 0);
  };
  beforeEach(begin);
  return {
    /** Counts from now on. */
    begin,
    /** The added rows, oldest first. */
    added: async (kind?: string): Promise<EventRow[]> =>
      db("events")
        .where("id", ">", since)
        .where(kind === undefined ? {} : { kind })
        .orderBy("id"),
  };
}
