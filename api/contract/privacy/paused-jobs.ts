/**
 * Jobs that wait for a confirmation: they stopped before destroying an unusual amount (docs/behaviour.md, "Privacy"), or
 * the database was restored from a backup.
 */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";

/** Jobs that destroy data in the privacy officer's charge; `cleaningJobs` delete unused files. */
export const destroyingJobs = ["destroyDue", "oldMessages", "accessLog", "events"] as const;
export const cleaningJobs = ["cleanFiles"] as const;
/** Stands for all jobs after a restore. */
export const restoredJobs = ["restored"] as const;
export const pausableJobs = [...destroyingJobs, ...cleaningJobs, ...restoredJobs] as const;

export type PausableJob = (typeof pausableJobs)[number];

export const pausedJob = z.object({
  job: z.enum(pausableJobs),
  /** Visits, messages, log entries or files to delete; after a restore the number of visits. */
  amount: z.int(),
  /** Total number of such records. */
  total: z.int(),
  /** YYYY-MM-DD, the last day that is due; after a restore the day of the backup. */
  through: z.string(),
  /** Wall time of the pause. */
  foundAt: z.string(),
  /** Wall time of the confirmation; the job resumes within the hour. */
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

const confirmation = <const Jobs extends readonly [PausableJob, ...PausableJob[]]>(jobs: Jobs) => ({
  body: z.strictObject({
    job: z.enum(jobs),
    /** The amount that was shown; 405 where it has changed. */
    amount: z.int(),
  }),
});

export const confirmDestroyingJob = endpoint({
  method: "PUT",
  path: "/dash/paused-jobs/destroying",
  permission: "privacy",
  recorded: { subject: null },
  summary: "Lets a job destroy the amount that was shown.",
  ...confirmation(destroyingJobs),
  response: pausedJob,
});

export const confirmCleaningJob = endpoint({
  method: "PUT",
  path: "/dash/paused-jobs/cleaning",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  summary: "Lets a job delete the files that were counted.",
  ...confirmation(cleaningJobs),
  response: pausedJob,
});

export const confirmRestore = endpoint({
  method: "PUT",
  path: "/dash/paused-jobs/restored",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  summary: "Resumes jobs and messages after a restore from a backup.",
  ...confirmation(restoredJobs),
  response: pausedJob,
});
