/** What the lists, their drawers and the file say of looking at personal data in the same words. */

import { getMessageRecipients, getMessages, retryMessage, sendMessages } from "#contract/messages/sms.ts";
import { type AccessRow, accessAction, searchAccessLog } from "#contract/privacy/access-log.ts";
import { decideErasureRequest, getErasureRequests } from "#contract/privacy/erasure-requests.ts";
import { getTrash } from "#contract/privacy/privacy-trash.ts";
import { getCurrentDay } from "#contract/visits/day-closings.ts";
import { passCalls, vehiclePassCalls } from "#contract/visits/passes.ts";
import { getPreviousVisitors } from "#contract/visits/previous-visitors.ts";
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
  revealCauses,
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
import type { TextKey, Translate } from "../../lib/language.ts";

/** Whose data it was: so many visits, or whoever has the number that was searched for. */
export function whoseLabel(
  { visits, byNumber }: Pick<AccessRow, "visits" | "byNumber">,
  t: Translate,
): string {
  return [
    visits > 0 && t("console.access.visits", { count: visits }),
    byNumber && t("console.access.byNumber"),
  ]
    .filter(Boolean)
    .join(" · ");
}

export const roleLabel = ({ role }: AccessRow["hostUser"], t: Translate): string =>
  role ? t(`console.role.${role}`) : "";

/** The calls that the access log knows, in words. */
const callLabels: Readonly<Record<string, TextKey>> = {
  [accessAction(getProgress)]: "console.access.call.board",
  [accessAction(searchVisits)]: "console.access.call.visits",
  [accessAction(getPreviousVisitors)]: "console.access.call.previousVisitors",
  [accessAction(getReservedVisits)]: "console.access.call.reserved",
  [accessAction(getUndecidedVisits)]: "console.access.call.undecided",
  [accessAction(getActiveVisits)]: "console.access.call.inside",
  [accessAction(getNotReturned)]: "console.access.call.notReturned",
  [accessAction(getOwnRequests)]: "console.access.call.ownRequests",
  [accessAction(getOwnVisited)]: "console.access.call.ownVisited",
  [accessAction(getVisit)]: "console.access.call.visit",
  [accessAction(getVisitLogs)]: "console.access.call.history",
  [accessAction(getFollowers)]: "console.access.call.companions",
  [accessAction(getVisitConsents)]: "console.access.call.consents",
  [accessAction(revealVisit)]: "console.access.call.reveal",
  [accessAction(reserveVisit)]: "console.access.call.reserve",
  [accessAction(editVisit)]: "console.access.call.edit",
  [accessAction(approveVisit)]: "console.access.call.approve",
  [accessAction(rejectVisit)]: "console.access.call.reject",
  [accessAction(undoVisit)]: "console.access.call.undo",
  [accessAction(cancelVisit)]: "console.access.call.cancel",
  [accessAction(closeVisit)]: "console.access.call.close",
  [accessAction(issueVisit)]: "console.access.call.issue",
  [accessAction(recoverVisit)]: "console.access.call.recovery",
  [accessAction(revertVisit)]: "console.access.call.revert",
  [accessAction(markOvernight)]: "console.access.call.overnight",
  [getCurrentDay.path]: "console.access.call.closing",
  [accessAction(passCalls.list)]: "console.access.call.passes",
  [accessAction(vehiclePassCalls.list)]: "console.access.call.vehiclePasses",
  [accessAction(passCalls.change)]: "console.access.call.passChange",
  [accessAction(vehiclePassCalls.change)]: "console.access.call.vehiclePassChange",
  [accessAction(getMessages)]: "console.access.call.messages",
  [accessAction(getMessageRecipients)]: "console.access.call.recipients",
  [accessAction(sendMessages)]: "console.access.call.send",
  [accessAction(retryMessage)]: "console.access.call.retry",
  [accessAction(getTrash)]: "console.access.call.trash",
  [accessAction(getErasureRequests)]: "console.access.call.erasure",
  [accessAction(decideErasureRequest)]: "console.access.call.erasureDecision",
  [accessAction(searchAccessLog)]: "console.access.call.accessOfPerson",
};

/** Why a number was uncovered: the cause in words, and what was written to it. */
export function reasonLabel(reason: string, t: Translate): string {
  const [, key, words = ""] = /^\[(\w+)\] ([\s\S]*)$/.exec(reason) ?? [];
  const cause = revealCauses.find((one) => one === key);
  return cause ? `${t(`console.reason.cause.${cause}`)}: ${words}` : reason;
}

/** The calls as the log names them, to choose from. */
export const loggedCalls = Object.keys(callLabels);

/** What somebody did; a call that this console does not know yet as the log names it. */
export const callName = (what: string, t: Translate): string =>
  callLabels[what] ? t(callLabels[what]) : what;
