/** Visit row → response: masked, in the reader's language and the site's time zone, with the allowed actions. */

import type { ApiKeyUser } from "#api/auth/api-keys.ts";
import {
  inLanguage,
  type Language,
  maskDecryptedEmail,
  maskDecryptedPhone,
  translateStatus,
} from "#api/http/language.ts";
import type { Call } from "#api/http/route.ts";
import { mayCallAbout, mayKeyCall, type PermissionHolder } from "#api/permissions.ts";
import { safeHtml } from "#api/safe-html.ts";
import { fromInstant, type WallTime } from "#contract/dates.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { maskPhone } from "#contract/phone.ts";
import { passCalls } from "#contract/visits/passes.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import * as calls from "#contract/visits/visit-actions.ts";
import type { VisitConsentAnswer } from "#contract/visits/visit-consents.ts";
import {
  type ProgressAnswer,
  type VisitAction,
  type VisitAnswer,
  type VisitLogAnswer,
  visitActions,
} from "#contract/visits/visits.ts";
import { decryptEmail, type FieldCipher } from "#db/field-cipher.ts";
import type { Accessed } from "../access-log/log-access.ts";
import type { VisitConsentRow } from "./consents.ts";
import type { Progress } from "./queries/board.ts";
import type { VisitRow } from "./queries/visit-rows.ts";
import type { VisitLogs } from "./read.ts";
import {
  isAllowed,
  isEditable,
  isExpectedAgain,
  mayHoldPassAgain,
  revertWindow,
  transition,
  type VisitState,
} from "./state.ts";
import { entriesAndExits } from "./visit-log.ts";

/** A user or an API key. */
export type Viewer =
  | (PermissionHolder & { readonly key?: undefined })
  | { readonly id: null; readonly key: Pick<ApiKeyUser, "permissions"> };

const mayMake = (endpoint: Endpoint, viewer: Viewer, hostId: number): boolean =>
  viewer.key ? mayKeyCall(endpoint, viewer.key) : mayCallAbout(endpoint, viewer, hostId);

export interface PresentContext {
  readonly viewer: Viewer;
  readonly lang: Language;
  readonly timezone: string;
  readonly cipher: FieldCipher;
  readonly now: Date;
  /** `now` as wall time of the site. */
  readonly wallTime: WallTime;
}

/** A call of a user or an API key. */
export type StaffCall = Pick<
  Call<Endpoint & { permission: "visits.see" }>,
  "deps" | "me" | "lang" | "ctx" | "configuration"
>;

/** How the caller sees visits at an instant; made once for all rows of an answer. */
export async function presentContext(
  { deps: { cipher }, me: viewer, lang, configuration }: StaffCall,
  now: Date,
): Promise<PresentContext> {
  const { timezone } = await configuration();
  return { viewer, lang, timezone, cipher, now, wallTime: fromInstant(now, timezone) };
}

/**
 * The fields of a visit for both staff and visitors.
 * @param cellPhone the masked number
 */
export const visitFacts = (
  row: Pick<
    VisitRow,
    | ("reserveNo" | "leaderName" | "followersCnt" | "name" | "company" | "position" | "phone")
    | ("startAt" | "endAt" | "statusCode")
  >,
  { cellPhone, lang, timezone }: { cellPhone: string; lang: Language; timezone: string },
) => ({
  reserveNo: row.reserveNo,
  leaderName: row.leaderName ?? "",
  followersCnt: row.followersCnt,
  name: row.name,
  company: row.company,
  position: row.position,
  phone: maskPhone(row.phone),
  cellPhone,
  startDate: fromInstant(row.startAt, timezone),
  endDate: fromInstant(row.endAt, timezone),
  statusCode: row.statusCode,
  status: translateStatus(lang, row.statusCode),
});

/** The endpoint of each action: a viewer with its permission is offered the action. */
const callOf: Record<VisitAction, Endpoint> = {
  approve: calls.approveVisit,
  reject: calls.rejectVisit,
  undo: calls.undoVisit,
  cancel: calls.cancelVisit,
  close: calls.closeVisit,
  issue: calls.issueVisit,
  recovery: calls.recoverVisit,
  revert: calls.revertVisit,
  lost: passCalls.change,
  edit: calls.editVisit,
  reveal: calls.revealVisit,
};

function actionsFor(row: VisitRow, state: VisitState, context: PresentContext): VisitAction[] {
  const { viewer } = context;
  return visitActions.filter((action) => {
    if (!mayMake(callOf[action], viewer, row.hostId)) return false;
    if (action === "reveal") return row.cellCipher !== null || row.emailCipher !== null || row.phone !== "";
    return action === "edit" ? isEditable(state) : isAllowed(action, state, context);
  });
}

const stateOf = (
  row: VisitRow,
  period: { readonly start: WallTime; readonly end: WallTime },
): VisitState => ({
  statusCode: row.statusCode,
  ...period,
  enteredAt: row.enteredAt,
  enteredFrom: row.enteredFrom,
  exitedAt: row.exitedAt,
  holdsPass: row.passId !== null || row.carPassId !== null,
});

export function presentVisit({ row }: Accessed<VisitRow>, context: PresentContext): VisitAnswer {
  const { lang, timezone, now, wallTime, cipher } = context;
  const cellPhone = maskDecryptedPhone(cipher.decryptContact(row, row.reserveNo), lang);
  const facts = visitFacts(row, { cellPhone, lang, timezone });
  const state = stateOf(row, { start: facts.startDate, end: facts.endDate });
  const exitedAt = row.exitedAt && fromInstant(row.exitedAt, timezone);
  const email = decryptEmail(cipher, row);
  return {
    id: row.id,
    ...facts,
    emailMasked: maskDecryptedEmail(email, lang),
    emailBounced: row.emailBounced,
    unreachable: row.cellCipher === null && (email === undefined || row.emailBounced),
    told: row.notifiedBy && {
      at: fromInstant(row.updatedAt, timezone),
      by: inLanguage(lang, row.notifiedBy.name, row.notifiedBy.enName),
    },
    leader: row.leaderId === null ? null : { id: row.leaderId, name: row.leaderName ?? "" },
    carNumber: row.carNumber,
    accessiblePlace:
      row.placeId === null
        ? null
        : { id: row.placeId, name: inLanguage(lang, row.placeName ?? "", row.placeEnName ?? "") },
    purpose: { id: row.purposeId, name: inLanguage(lang, row.purposeName, row.purposeEnName) },
    hostUser: {
      id: row.hostId,
      name: inLanguage(lang, row.hostName, row.hostEnName),
      department: row.hostDepartment,
      position: row.hostPosition,
      company: { name: inLanguage(lang, row.hostCompany, row.hostCompanyEn) },
      resigned: row.hostResigned,
    },
    endedBecause: row.endedBecause,
    overdue: row.statusCode === "entered" && row.endAt <= now,
    overnight: row.overnightAt && {
      at: fromInstant(row.overnightAt, timezone),
      by: inLanguage(lang, row.overnightName ?? "", row.overnightEnName ?? ""),
    },
    expectedAgain: isExpectedAgain(state, exitedAt, wallTime),
    enteredAt: row.enteredAt && fromInstant(row.enteredAt, timezone),
    exitedAt,
    pass: row.passId === null ? null : { id: row.passId, passNo: row.passNo ?? "" },
    carPass: row.carPassId === null ? null : { id: row.carPassId, passNo: row.carPassNo ?? "" },
    // Applicants agreed in the form; companions and visitors entered by staff did not.
    consentMissing: !row.hasConsent && (row.origin === "console" || row.leaderId !== null),
    consentRequired: row.needsConsent && !row.hasConsent,
    guide: row.guide,
    note: row.note,
    origin: row.origin,
    createdAt: fromInstant(row.createdAt, timezone),
    updatedAt: fromInstant(row.updatedAt, timezone),
    actions: actionsFor(row, state, context),
  };
}

type LogRevert = Pick<VisitLogAnswer, "revert">;

/** The log rows that the viewer may revert now, by id: the last entry or exit, and a pass still lost. */
function revertsOf(
  { visit, rows, loss }: VisitLogs,
  { viewer, timezone, now, wallTime }: PresentContext,
): Map<number, LogRevert> {
  const reverts = new Map<number, LogRevert>();
  if (!mayMake(calls.revertVisit, viewer, visit.hostId)) return reverts;
  const wall = (at: Date) => fromInstant(at, timezone);
  const state = stateOf(visit, { start: wall(visit.startAt), end: wall(visit.endAt) });
  const step = transition("revert", state, { now, wallTime });
  const last = entriesAndExits(rows).at(-1);
  if (!("refused" in step) && last?.toCode === visit.statusCode)
    reverts.set(last.id, { revert: { needsReason: step.needsReason ?? false } });
  const found = loss && mayHoldPassAgain(state) ? revertWindow(loss.at, now) : undefined;
  if (loss && found && !("refused" in found))
    reverts.set(loss.logId, { revert: { needsReason: found.needsReason ?? false } });
  return reverts;
}

/** The activity of a visit, oldest first. */
export function presentVisitLogs(
  { row: logs }: Accessed<VisitLogs>,
  context: PresentContext,
): VisitLogAnswer[] {
  const { lang, timezone } = context;
  const reverts = revertsOf(logs, context);
  return logs.rows.map((row) => ({
    id: row.id,
    action: row.action,
    fromCode: row.fromCode,
    toCode: row.toCode,
    actor: {
      kind: row.actorKind,
      name: inLanguage(lang, row.actorName ?? "", row.actorEnName ?? ""),
      onBehalfOf: row.behalfName === null ? null : inLanguage(lang, row.behalfName, row.behalfEnName ?? ""),
    },
    note: row.note,
    passNo: row.passNo,
    at: fromInstant(row.at, timezone),
    effectiveAt: row.effectiveAt && fromInstant(row.effectiveAt, timezone),
    byLink: row.byLink,
    ...reverts.get(row.id),
  }));
}

/** With title and text in the language that the visitor read. */
export function presentVisitConsent(
  row: VisitConsentRow,
  { lang, timezone }: Pick<PresentContext, "lang" | "timezone">,
): VisitConsentAnswer {
  const body = inLanguage(row.lang, row.body, row.enBody);
  return {
    id: row.id,
    kind: row.termsId === null ? "policy" : "terms",
    textId: row.termsId ?? row.policyId ?? 0,
    title: inLanguage(row.lang, row.title, row.enTitle),
    contentType: row.contentType,
    version: row.version,
    language: row.lang,
    agreed: row.agreed,
    agreedAt: fromInstant(row.agreedAt, timezone),
    channel: row.channel,
    handedOverBy: inLanguage(lang, row.deskName ?? "", row.deskEnName ?? ""),
    body: row.renderHtml ? safeHtml(body) : body,
    renderHtml: row.renderHtml,
  };
}

export function presentProgress(progress: Progress): Omit<ProgressAnswer, "rows" | "dayLeftOpen"> {
  const of = (code: StatusCode) =>
    progress.byStatus.find(({ statusCode }) => statusCode === code)?.count ?? 0;
  const at = (hours: Progress["expected"], hour: number) =>
    hours.find((counted) => counted.hour === hour)?.count ?? 0;
  return {
    counts: {
      applied: of("applied"),
      approved: of("approved"),
      entered: of("entered"),
      exited: of("exited"),
      ended: of("ended"),
      overdue: progress.overdue,
      expectedAgain: progress.expectedAgain,
      notReturned: progress.notReturned,
    },
    byHour: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      expected: at(progress.expected, hour),
      entered: at(progress.entered, hour),
    })),
  };
}
