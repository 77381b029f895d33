/** The calls about privacy. */
import type { Endpoint } from "#contract/endpoint.ts";
import {
  addAccessReview,
  getAccessLog,
  getAccessMonths,
  getAccessReview,
  searchAccessLog,
} from "./access-log.ts";
import { addErasureRequest, decideErasureRequest, getErasureRequests } from "./erasure-requests.ts";
import { exportEvents, getEventCheck, listBlockedContent, listEvents } from "./events.ts";
import { exportList } from "./exports.ts";
import { confirmCleaningJob, confirmDestroyingJob, confirmRestore, getPausedJobs } from "./paused-jobs.ts";
import { getDestructionRegister, getTrash, hardDelete, restoreVisits, softDelete } from "./privacy-trash.ts";

export const privacyEndpoints: readonly Endpoint[] = [
  getTrash,
  softDelete,
  restoreVisits,
  hardDelete,
  getDestructionRegister,
  getPausedJobs,
  confirmDestroyingJob,
  confirmCleaningJob,
  confirmRestore,
  getErasureRequests,
  addErasureRequest,
  decideErasureRequest,
  getAccessLog,
  searchAccessLog,
  listEvents,
  getEventCheck,
  listBlockedContent,
  exportEvents,
  exportList,
  getAccessMonths,
  getAccessReview,
  addAccessReview,
];
