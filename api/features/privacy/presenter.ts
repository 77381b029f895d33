/** Trash and register → answer. */

import { inLanguage, type Language, translateStatus } from "#api/http/language.ts";
import { maskName } from "#api/mask-name.ts";
import { addDays, daysBetween, fromInstant } from "#contract/dates.ts";
import { type Destruction, graceDays, type TrashRow } from "#contract/privacy/privacy-trash.ts";
import type { Accessed } from "../access-log/log-access.ts";
import type { RegisterRow, TrashVisitRow } from "./trash-lists.ts";

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
