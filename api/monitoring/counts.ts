/** Database counts for /metrics; each statement uses an index and reads little. */
import type { Knex } from "knex";
import { databaseTime } from "#api/jobs/job-clock.ts";
import { readConfiguration } from "#api/site-settings.ts";
import { addDays, fromInstant } from "#contract/dates.ts";
import { graceDays } from "#contract/privacy/privacy-trash.ts";
import { readJobStates } from "#db/job-states.ts";
import { Message } from "#db/models/message.ts";
import { PausedJob } from "#db/models/paused-job.ts";
import { WaitingErasure } from "#db/models/visits/erasure.ts";
import { Visit } from "#db/models/visits/visit.ts";

interface JobCount {
  readonly name: string;
  readonly state: string;
  readonly count: number;
}

/** pg-boss jobs of the last day; none before the first process has created its tables. */
async function countJobs(db: Knex): Promise<JobCount[]> {
  if (!(await db.schema.withSchema("pgboss").hasTable("job"))) return [];
  return db
    .withSchema("pgboss")
    .from("job")
    .select("name", "state")
    .count({ count: "*" })
    .whereNot("name", "like", "\\_\\_%")
    .groupBy("name", "state");
}

/** Waiting messages, and those of the last day, by status; `since` is when the first attempt is due. */
const countMessages = async (db: Knex, now: Date) =>
  Message.query(db)
    .select("status")
    .count("* as count")
    .min("nextAttemptAt as since")
    .whereIn("status", ["queued", "sending"])
    .orWhere("createdAt", ">", new Date(now.getTime() - 86_400_000))
    .groupBy("status")
    .castTo<{ status: Message["status"]; count: number; since: Date | null }[]>();

export async function readCounts(db: Knex) {
  const now = await databaseTime(db);
  const { timezone } = await readConfiguration(db);
  const lastDay = addDays(fromInstant(now, timezone).slice(0, 10), -graceDays);
  const held = await PausedJob.query(db).modify("held").resultSize();
  return {
    /** The database's clock. */
    now,
    jobs: await countJobs(db),
    jobStates: await readJobStates(db),
    messages: await countMessages(db, now),
    /** Visits whose destruction is overdue. */
    overdue: await Visit.query(db).where("destroyOn", "<", lastDay).resultSize(),
    /** Jobs that wait for a confirmation. */
    paused: await PausedJob.query(db).where({ doneAt: null, confirmedAt: null }).resultSize(),
    /** 1 while jobs and messages are held after a restore. */
    held,
    /** Entries that are missing in the erasure register. */
    unwritten: await WaitingErasure.query(db).resultSize(),
  };
}
