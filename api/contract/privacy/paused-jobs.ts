/**
 * Jobs that wait for a person: they stopped before destroying an unusual amount (docs/behaviour.md, "Privacy"), or the
 * database was restored from a backup.
 */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";

/** Those that destroy what the privacy officer answers for, and those that tidy up. */
export const destroyingJobs = ["destroyDue", "oldMessages", "accessLog", "events"] as const;
export const cleaningJobs = ["cleanFiles"] as const;
/** All of them at once, since a restore. */
export const restoredJobs = ["restored"] as const;
export const pausableJobs = [...destroyingJobs, ...cleaningJobs, ...restoredJobs] as const;

export type PausableJob = (typeof pausableJobs)[number];

export const pausedJob = z.object({
  job: z.enum(pausableJobs),
  /** How many visits, messages, log entries or files would go; after a restore, how many visits there are. */
  amount: z.int(),
  /** Of how many. */
  total: z.int(),
  /** YYYY-MM-DD up to which they are due; after a restore, the day of the backup. */
  through: z.string(),
  /** Wall time at which the job stopped. */
  foundAt: z.string(),
  /** Wall time at which somebody confirmed it; the job then goes on within the hour. */
  confirmedAt: z.nullable(z.string()),
});

export type PausedJobAnswer = z.output<typeof pausedJob>;

export const getPausedJobs = endpoint({
  method: "GET",
  path: "/dash/paused-jobs",
  permission: "privacy.read",
  recorded: "none",
  summary: "Jobs that stopped before destroying an unusual amount.",
  response: z.array(pausedJob),
});

const confirming = <const Jobs extends readonly [PausableJob, ...PausableJob[]]>(jobs: Jobs) => ({
  body: z.strictObject({
    job: z.enum(jobs),
    /** The amount that was shown: another one in the meantime is a 405. */
    amount: z.int(),
  }),
});

export const confirmDestroyingJob = endpoint({
  method: "PUT",
  path: "/dash/paused-jobs/destroying",
  permission: "privacy",
  recorded: { subject: null },
  summary: "Lets a job destroy the amount that was shown.",
  ...confirming(destroyingJobs),
  response: pausedJob,
});

export const confirmCleaningJob = endpoint({
  method: "PUT",
  path: "/dash/paused-jobs/cleaning",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  summary: "Lets a job delete the files that were counted.",
  ...confirming(cleaningJobs),
  response: pausedJob,
});

export const confirmRestore = endpoint({
  method: "PUT",
  path: "/dash/paused-jobs/restored",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  summary: "Lets jobs and messages go on after a restore from a backup.",
  ...confirming(restoredJobs),
  response: pausedJob,
});
