/** What the lists, their drawers and the file say of looking at personal data in the same words. */
import { type AccessRow, searchAccessLog } from "#contract/access-log.ts";
import { getErasureRequests } from "#contract/erasure-requests.ts";
import { passCalls, vehiclePassCalls } from "#contract/passes.ts";
import { getTrash } from "#contract/privacy-trash.ts";
import { getMessageRecipients, getMessages, retryMessage, sendMessages } from "#contract/sms.ts";
import { revealVisit } from "#contract/visit-actions.ts";
import { getVisitConsents } from "#contract/visit-consents.ts";
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
} from "#contract/visits.ts";
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
  [getProgress.path]: "console.access.call.board",
  [searchVisits.path]: "console.access.call.visits",
  [getReservedVisits.path]: "console.access.call.reserved",
  [getUndecidedVisits.path]: "console.access.call.undecided",
  [getActiveVisits.path]: "console.access.call.inside",
  [getNotReturned.path]: "console.access.call.notReturned",
  [getOwnRequests.path]: "console.access.call.ownRequests",
  [getOwnVisited.path]: "console.access.call.ownVisited",
  [getVisit.path]: "console.access.call.visit",
  [getVisitLogs.path]: "console.access.call.history",
  [getFollowers.path]: "console.access.call.companions",
  [getVisitConsents.path]: "console.access.call.consents",
  [revealVisit.path]: "console.access.call.reveal",
  [passCalls.list.path]: "console.access.call.passes",
  [vehiclePassCalls.list.path]: "console.access.call.vehiclePasses",
  [getMessages.path]: "console.access.call.messages",
  [getMessageRecipients.path]: "console.access.call.recipients",
  [sendMessages.path]: "console.access.call.send",
  [retryMessage.path]: "console.access.call.retry",
  [getTrash.path]: "console.access.call.trash",
  [getErasureRequests.path]: "console.access.call.erasure",
  [searchAccessLog.path]: "console.access.call.accessOfPerson",
};

/** Path patterns of the calls, to choose from. */
export const loggedCalls = Object.keys(callLabels);

/** What somebody did; a call that this console does not know yet by its path. */
export const callName = (what: string, t: Translate): string =>
  callLabels[what] ? t(callLabels[what]) : what;
