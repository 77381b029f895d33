/** The monthly review of the access log (docs/decisions/privacy/access-log.md). */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { monthNotOver } from "#api/errors.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { publishChanges } from "#api/live/changes.ts";
import { redactVisitors } from "#api/redact.ts";
import { fromInstant, toInstant } from "#contract/dates.ts";
import {
  type AccessMonth,
  type AccessReviewAnswer,
  maxMonths,
  searchAccessLog,
  type unusualKinds,
} from "#contract/privacy/access-log.ts";
import { issueVisit, revealVisit } from "#contract/visits/visit-actions.ts";
import { AccessLog, AccessReview } from "#db/models/logs.ts";
import { accessByStaff, type LatestReason, readFailedLookups, type StaffMonth } from "./queries.ts";

/** Calls outside these hours (site's time zone) and on weekends count as out of hours. */
const officeHours = { first: 7, last: 21 } as const;
/** Limits of a user's month; a month above one of them is unusual. */
const maxOutOfHours = 20;
const maxReveals = 20;
const maxMisses = 20;
/** Failed lookups of a name or an address in a day from which the review names them. */
const minFailedLookups = 10;
/** A month is also unusual with more people than this multiple of the role's median, above a minimum. */
const medianMultiple = 3;
const minPeople = 100;

/** The lower of the two middle values. */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** What is unusual about a user's month, compared with others of the same role. */
export function unusual(month: StaffMonth, all: readonly StaffMonth[]): (typeof unusualKinds)[number][] {
  // An API key has no peers: it reads as much as its system needs.
  const peers = month.apiKey
    ? []
    : all.filter(
        ({ role, hostUserId, apiKey }) => !apiKey && role === month.role && hostUserId !== month.hostUserId,
      );
  const readsMany =
    peers.length > 0 &&
    month.people > minPeople &&
    month.people > medianMultiple * median(peers.map((one) => one.people));
  return [
    ...(month.outOfHours > maxOutOfHours ? (["outOfHours"] as const) : []),
    ...(readsMany ? (["manyPeople"] as const) : []),
    ...(month.reveals > maxReveals ? (["manyReveals"] as const) : []),
    ...(month.numberMisses > maxMisses ? (["manyMisses"] as const) : []),
  ];
}

interface ReviewRow extends Pick<AccessReview, "id" | "month" | "at" | "note" | "hostUserId"> {
  readonly hostName: string | null;
  readonly hostEnName: string | null;
}

/** Reviews, oldest first. */
const reviews = (db: Knex) =>
  AccessReview.query(db)
    .select("accessReviews.id", "month", "at", "note", "hostUserId")
    .select("hostUser.name as hostName", "hostUser.enName as hostEnName")
    .leftJoinRelated("hostUser")
    .orderBy("accessReviews.id")
    .castTo<ReviewRow[]>();

interface MonthReview {
  readonly month: string;
  readonly reviews: ReviewRow[];
  readonly staff: StaffMonth[];
  readonly failedLookups: AccessReviewAnswer["failedLookups"];
  readonly timezone: string;
}

/** The month after, "YYYY-MM". */
const nextMonth = (month: string) => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
};

const startOf = (month: string, timezone: string) => toInstant(`${month}-01 00:00`, timezone);

/** @param month "YYYY-MM" by the site's calendar @param timezone IANA name of the site's zone */
export async function readReview(db: Knex, month: string, timezone: string): Promise<MonthReview> {
  const staff = await accessByStaff(db, {
    from: startOf(month, timezone),
    to: startOf(nextMonth(month), timezone),
    timezone,
    ...officeHours,
    revealAction: revealVisit.path,
    searchAction: searchAccessLog.path,
    issueAction: issueVisit.path,
  });
  const failedLookups = await readFailedLookups(db, `${month}-01`, minFailedLookups);
  return {
    month,
    staff,
    failedLookups,
    timezone,
    reviews: await reviews(db).where({ month: `${month}-01` }),
  };
}

/**
 * Records that a month was reviewed; a month may be reviewed again.
 * @throws HttpError 405 before the month is over
 */
export async function addReview(
  { db, slowDb, clock }: Pick<Deps, "db" | "slowDb" | "clock">,
  { month, note, by }: { month: string; note: string; by: number },
  timezone: string,
): Promise<MonthReview> {
  const now = clock();
  if (fromInstant(now, timezone).slice(0, 7) <= month) throw monthNotOver();
  await db.transaction(async (trx) => {
    await AccessReview.query(trx).insert({
      month: `${month}-01`,
      hostUserId: by,
      at: now,
      note: await redactVisitors(trx, note),
    });
    await publishChanges(trx, [{ kind: "accessReview" }]);
  });
  return readReview(slowDb, month, timezone);
}

interface ReviewMonth {
  readonly month: string;
  readonly isOver: boolean;
  /** Oldest first. */
  readonly reviews: readonly ReviewRow[];
}

/** The months from the log's first row to the current one, newest first. */
export async function readMonths({ db, clock }: Pick<Deps, "db" | "clock">, timezone: string) {
  const current = fromInstant(clock(), timezone).slice(0, 7);
  const first = (await AccessLog.query(db).min("at as at").first())?.at;
  const reviewed = Map.groupBy(await reviews(db), ({ month }) => month.slice(0, 7));
  const months: ReviewMonth[] = [];
  if (!first) return months;
  for (let month = fromInstant(first, timezone).slice(0, 7); month <= current; month = nextMonth(month)) {
    months.unshift({ month, isOver: month < current, reviews: reviewed.get(month) ?? [] });
  }
  return months.slice(0, maxMonths);
}

type Named = Pick<StaffMonth, "hostUserId" | "hostName" | "hostEnName">;

const userOf = ({ hostUserId, hostName, hostEnName }: Named, lang: Language) => ({
  id: hostUserId,
  name: inLanguage(lang, hostName ?? "", hostEnName ?? ""),
});

export function presentReview(
  { month, reviews, staff, failedLookups, timezone }: MonthReview,
  lang: Language,
): AccessReviewAnswer {
  const toWallTime = ({ at, ...latest }: LatestReason) => ({
    ...latest,
    at: fromInstant(new Date(at), timezone),
  });
  return {
    month,
    failedLookups,
    reviews: reviews.map((row) => ({
      id: row.id,
      by: userOf(row, lang),
      at: fromInstant(row.at, timezone),
      note: row.note,
    })),
    staff: staff.map((row) => {
      const { hostUserId: _, hostName: _ko, hostEnName: _en, role, byAction, ...counts } = row;
      return {
        ...counts,
        hostUser: { ...userOf(row, lang), role },
        byWhat: byAction.map(({ action, calls }) => ({ what: action, calls })),
        latestReveals: row.latestReveals.map(toWallTime),
        latestWithoutConsent: row.latestWithoutConsent.map(toWallTime),
        unusual: unusual(row, staff),
      };
    }),
  };
}

export function presentMonth(
  { reviews, ...month }: ReviewMonth,
  { lang, timezone }: { lang: Language; timezone: string },
): AccessMonth {
  const latest = reviews.at(-1);
  return {
    ...month,
    reviews: reviews.length,
    latest: latest ? { by: userOf(latest, lang), at: fromInstant(latest.at, timezone) } : null,
  };
}
