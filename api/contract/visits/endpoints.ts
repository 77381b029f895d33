/** The calls about visits, passes and closed days. */
import type { Endpoint } from "#contract/endpoint.ts";
import { closeDay, getCurrentDay, listDayClosings, remindOpenVisits, reopenDay } from "./day-closings.ts";
import { approveByLink, rejectByLink, seeDecidable } from "./decision-links.ts";
import { makeDeskLink } from "./desk-links.ts";
import { passCalls, vehiclePassCalls } from "./passes.ts";
import { getPreviousVisitors } from "./previous-visitors.ts";
import { getVisitReport } from "./reports.ts";
import {
  applyForVisit,
  cancelRequest,
  requestCompanionLink,
  requestLookupCode,
  requestSubmitCode,
  searchRequests,
} from "./requests.ts";
import {
  approveVisit,
  cancelVisit,
  closeVisit,
  editVisit,
  issueVisit,
  markOvernight,
  recoverVisit,
  rejectVisit,
  reserveVisit,
  revealVisit,
  revertVisit,
  undoVisit,
} from "./visit-actions.ts";
import { getVisitConsents } from "./visit-consents.ts";
import {
  agreeByLink,
  cancelByLink,
  chooseByLink,
  completeByLink,
  getLinkedCalendar,
  seeLinkedVisit,
} from "./visit-links.ts";
import {
  getActiveVisits,
  getFollowers,
  getNotReturned,
  getOwnRequests,
  getOwnVisited,
  getProgress,
  getReservedVisits,
  getUndecidedVisits,
  getVisit,
  getVisitLogs,
  searchVisits,
} from "./visits.ts";

export const visitEndpoints: readonly Endpoint[] = [
  applyForVisit,
  requestLookupCode,
  requestSubmitCode,
  searchRequests,
  seeLinkedVisit,
  agreeByLink,
  completeByLink,
  chooseByLink,
  cancelByLink,
  getLinkedCalendar,
  seeDecidable,
  approveByLink,
  rejectByLink,
  cancelRequest,
  requestCompanionLink,
  searchVisits,
  getNotReturned,
  getReservedVisits,
  getUndecidedVisits,
  getActiveVisits,
  getProgress,
  getOwnRequests,
  getOwnVisited,
  ...Object.values(passCalls),
  ...Object.values(vehiclePassCalls),
  getVisit,
  getVisitLogs,
  getFollowers,
  approveVisit,
  rejectVisit,
  undoVisit,
  cancelVisit,
  closeVisit,
  getPreviousVisitors,
  reserveVisit,
  issueVisit,
  recoverVisit,
  markOvernight,
  revertVisit,
  editVisit,
  revealVisit,
  getCurrentDay,
  listDayClosings,
  closeDay,
  reopenDay,
  remindOpenVisits,
  getVisitConsents,
  makeDeskLink,
  getVisitReport,
];
