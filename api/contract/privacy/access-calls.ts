/** Calls in the access log, by the keys of their texts in resources/i18n under `console.access.call`. */
import { getMessageRecipients, getMessages, retryMessage, sendMessages } from "#contract/messages/sms.ts";
import { decideErasureRequest, getErasureRequests } from "#contract/privacy/erasure-requests.ts";
import { getTrash } from "#contract/privacy/privacy-trash.ts";
import { getCurrentDay } from "#contract/visits/day-closings.ts";
import { seeDecidable } from "#contract/visits/decision-links.ts";
import { makeDeskLink } from "#contract/visits/desk-links.ts";
import { passCalls, vehiclePassCalls } from "#contract/visits/passes.ts";
import { getPreviousVisitors } from "#contract/visits/previous-visitors.ts";
import {
  approveVisit,
  cancelVisit,
  closeVisit,
  editVisit,
  issueVisit,
  markNotified,
  markOvernight,
  recoverVisit,
  rejectVisit,
  reserveVisit,
  revealVisit,
  revertVisit,
  undoVisit,
} from "#contract/visits/visit-actions.ts";
import { getVisitConsents } from "#contract/visits/visit-consents.ts";
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
} from "#contract/visits/visits.ts";
import { accessAction, searchAccessLog } from "./access-log.ts";

const named = {
  [accessAction(getProgress)]: "board",
  [accessAction(searchVisits)]: "visits",
  [accessAction(getPreviousVisitors)]: "previousVisitors",
  [accessAction(getReservedVisits)]: "reserved",
  [accessAction(getUndecidedVisits)]: "undecided",
  [accessAction(getActiveVisits)]: "inside",
  [accessAction(getNotReturned)]: "notReturned",
  [accessAction(getOwnRequests)]: "ownRequests",
  [accessAction(getOwnVisited)]: "ownVisited",
  [accessAction(seeDecidable)]: "decisionLink",
  [accessAction(getVisit)]: "visit",
  [accessAction(getVisitLogs)]: "history",
  [accessAction(getFollowers)]: "companions",
  [accessAction(getVisitConsents)]: "consents",
  [accessAction(revealVisit)]: "reveal",
  [accessAction(reserveVisit)]: "reserve",
  [accessAction(editVisit)]: "edit",
  [accessAction(approveVisit)]: "approve",
  [accessAction(rejectVisit)]: "reject",
  [accessAction(undoVisit)]: "undo",
  [accessAction(cancelVisit)]: "cancel",
  [accessAction(closeVisit)]: "close",
  [accessAction(issueVisit)]: "issue",
  [accessAction(recoverVisit)]: "recovery",
  [accessAction(revertVisit)]: "revert",
  [accessAction(markOvernight)]: "overnight",
  [accessAction(markNotified)]: "told",
  [accessAction(makeDeskLink)]: "handOver",
  [getCurrentDay.path]: "closing",
  [accessAction(passCalls.list)]: "passes",
  [accessAction(vehiclePassCalls.list)]: "vehiclePasses",
  [accessAction(passCalls.change)]: "passChange",
  [accessAction(vehiclePassCalls.change)]: "vehiclePassChange",
  [accessAction(getMessages)]: "messages",
  [accessAction(getMessageRecipients)]: "recipients",
  [accessAction(sendMessages)]: "send",
  [accessAction(retryMessage)]: "retry",
  [accessAction(getTrash)]: "trash",
  [accessAction(getErasureRequests)]: "erasure",
  [accessAction(decideErasureRequest)]: "erasureDecision",
  [accessAction(searchAccessLog)]: "accessOfPerson",
} as const;

/** By the call's name in the log. */
export const accessCalls: Readonly<Record<string, (typeof named)[string] | undefined>> = named;
