/** Access log and its review → answer. */

import { inLanguage, type Language } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import type { AccessMonth, AccessReviewAnswer, AccessRow } from "#contract/privacy/access-log.ts";
import type { AccessLogRow } from "./access-log.ts";
import type { LatestReason } from "./queries.ts";
import { type KnownMonth, type MonthOfAccess, unusual } from "./review.ts";

interface Named {
  readonly hostUserId: number;
  readonly hostName: string | null;
  readonly hostEnName: string | null;
}

const nameOf = ({ hostName, hostEnName }: Named, lang: Language) =>
  inLanguage(lang, hostName ?? "", hostEnName ?? "");

export const presentAccess = (
  row: AccessLogRow,
  { lang, timezone }: { lang: Language; timezone: string },
): AccessRow => ({
  id: row.id,
  at: fromInstant(row.at, timezone),
  hostUser: {
    id: row.hostUserId,
    name: inLanguage(lang, row.hostUser?.name ?? "", row.hostUser?.enName ?? ""),
    role: row.hostUser?.role ?? null,
  },
  apiKey: row.apiKey,
  address: row.address,
  what: row.action,
  visitIds: row.visitIds,
  visits: row.visitIds.length,
  reason: row.reason,
  byNumber: row.byNumber,
});

const onClock =
  (timezone: string) =>
  ({ at, ...latest }: LatestReason): LatestReason => ({ ...latest, at: fromInstant(new Date(at), timezone) });

export const presentReview = (
  { month, reviews, staff, timezone }: MonthOfAccess,
  lang: Language,
): AccessReviewAnswer => ({
  month,
  reviews: reviews.map((row) => ({
    id: row.id,
    by: { id: row.hostUserId, name: nameOf(row, lang) },
    at: fromInstant(row.at, timezone),
    note: row.note,
  })),
  staff: staff.map((row) => ({
    hostUser: { id: row.hostUserId, name: nameOf(row, lang), role: row.role },
    apiKey: row.apiKey,
    calls: row.calls,
    byWhat: row.byAction.map(({ action, calls }) => ({ what: action, calls })),
    people: row.people,
    outOfHours: row.outOfHours,
    reveals: row.reveals,
    numberSearches: row.numberSearches,
    numberMisses: row.numberMisses,
    latestReveals: row.latestReveals.map(onClock(timezone)),
    withoutConsent: row.withoutConsent,
    latestWithoutConsent: row.latestWithoutConsent.map(onClock(timezone)),
    unusual: unusual(row, staff),
  })),
});

export function presentMonth(
  { month, isOver, reviews }: KnownMonth,
  { lang, timezone }: { lang: Language; timezone: string },
): AccessMonth {
  const latest = reviews.at(-1);
  return {
    month,
    isOver,
    reviews: reviews.length,
    latest: latest
      ? { by: { id: latest.hostUserId, name: nameOf(latest, lang) }, at: fromInstant(latest.at, timezone) }
      : null,
  };
}
