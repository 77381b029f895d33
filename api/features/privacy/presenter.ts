/** Trash, register and requests for erasure → answer. */

import { inLanguage, type Language, translateStatus } from "#api/http/language.ts";
import { maskName } from "#api/mask-name.ts";
import { shownNumber } from "#api/shown-number.ts";
import { addDays, daysBetween, fromInstant } from "#contract/dates.ts";
import {
  answerDays,
  type ErasureRequestAnswer,
  type RequestedVisitAnswer,
} from "#contract/privacy/erasure-requests.ts";
import { type Destruction, graceDays, type TrashRow } from "#contract/privacy/privacy-trash.ts";
import type { Accessed } from "../access-log/log-access.ts";
import { isOpen } from "./erase.ts";
import type { FoundRequest } from "./erasure-requests.ts";
import type { RequestedVisit } from "./queries.ts";
import type { RegisterRow, TrashVisitRow } from "./trash.ts";

/** @param today YYYY-MM-DD by the site's calendar */
export function presentTrash(
  { row }: Accessed<TrashVisitRow>,
  { lang, timezone, today }: { lang: Language; timezone: string; today: string },
): TrashRow {
  const erasedOn = addDays(row.destroyOn, graceDays);
  const daysLeft = daysBetween(today, erasedOn);
  return {
    id: row.id,
    reserveNo: row.reserveNo,
    name: maskName(row.name),
    company: row.company,
    followersCnt: row.followersCnt,
    leaderId: row.leaderId,
    startDate: fromInstant(row.startAt, timezone),
    endDate: fromInstant(row.endAt, timezone),
    statusCode: row.statusCode,
    status: translateStatus(lang, row.statusCode),
    state: row.hiddenAt === null ? "due" : "soft",
    hiddenAt: row.hiddenAt && fromInstant(row.hiddenAt, timezone),
    destroyOn: row.destroyOn,
    erasedOn,
    daysLeft,
    overdue: daysLeft < 0,
    blocked: row.blocked,
  };
}

export const presentDestruction = (
  row: RegisterRow,
  { lang, timezone }: { lang: Language; timezone: string },
): Destruction => ({
  id: row.id,
  at: fromInstant(row.at, timezone),
  by: {
    kind: row.actorKind,
    id: row.hostUserId,
    name: inLanguage(lang, row.actorName ?? "", row.actorEnName ?? ""),
  },
  why: row.reason,
  visitIds: row.visitIds,
  visits: row.visitIds.length,
  persons: row.persons,
  messages: row.messages,
  retentionDays: row.retentionDays,
});

const presentVisit = (
  visit: RequestedVisit,
  { lang, timezone }: { readonly lang: Language; readonly timezone: string },
): RequestedVisitAnswer => ({
  id: visit.id,
  reserveNo: visit.reserveNo,
  startDate: fromInstant(visit.startAt, timezone),
  endDate: fromInstant(visit.endAt, timezone),
  statusCode: visit.statusCode,
  status: translateStatus(lang, visit.statusCode),
  isOpen: isOpen(visit),
});

/** @param now for the days that are left */
export function presentErasureRequest(
  { row }: Accessed<FoundRequest>,
  { lang, timezone, now }: { lang: Language; timezone: string; now: Date },
): ErasureRequestAnswer {
  const today = fromInstant(now, timezone).slice(0, 10);
  const decideBy = addDays(fromInstant(row.createdAt, timezone).slice(0, 10), answerDays);
  return {
    id: row.id,
    requestNo: row.requestNo,
    state: row.state,
    name: row.name,
    cellPhone: shownNumber(row.cellPhone, lang),
    note: row.note,
    visits: row.visits.map((visit) => presentVisit(visit, { lang, timezone })),
    otherNames: row.otherNames.map((visit) => ({
      ...presentVisit(visit, { lang, timezone }),
      name: visit.name,
    })),
    decideBy,
    daysLeft: row.state === "open" ? daysBetween(today, decideBy) : null,
    createdAt: fromInstant(row.createdAt, timezone),
    createdBy: { id: row.createdBy, name: inLanguage(lang, row.creatorName, row.creatorEnName) },
    decidedAt: row.decidedAt && fromInstant(row.decidedAt, timezone),
    decidedBy:
      row.decidedBy === null
        ? null
        : { id: row.decidedBy, name: inLanguage(lang, row.deciderName ?? "", row.deciderEnName ?? "") },
    reason: row.reason,
    erasedVisits: row.erasedVisits,
  };
}
