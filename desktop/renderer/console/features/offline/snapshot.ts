/** Snapshot of the lists for when the server is unreachable (main/snapshot.ts). Desktop app only. */
import { queryOptions } from "@tanstack/react-query";
import { addMinutes } from "#contract/dates.ts";
import type { SnapshotAnswer, SnapshotVisit } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { idParam, oneOfParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

export const offlineDays = ["yesterday", "today", "tomorrow"] as const;

export type OfflineDay = (typeof offlineDays)[number];

export const parseOfflineSearch = searchParser({
  day: oneOfParam(offlineDays),
  /** The visit whose badge is printed. */
  visit: idParam,
});

export type OfflineSearch = SearchOf<typeof parseOfflineSearch>;

const dayMinutes = 24 * 60;
const shift: Readonly<Record<OfflineDay, number>> = {
  yesterday: -dayMinutes,
  today: 0,
  tomorrow: dayMinutes,
};

/** @param now wall time of the site. @returns "YYYY-MM-DD" */
export const dateOf = (day: OfflineDay, now: string): string => addMinutes(now, shift[day]).slice(0, 10);

/** A browser has no snapshot. */
export const snapshotQuery = queryOptions({
  queryKey: ["snapshot"],
  queryFn: async (): Promise<SnapshotAnswer> => (await desktopApp?.readSnapshot()) ?? { problem: "none" },
  staleTime: 0,
  // personal data, so not cached after use
  gcTime: 0,
});

/** Visits that overlap a day, sorted by start. @param day "YYYY-MM-DD" */
export const visitsOfDay = (visits: readonly SnapshotVisit[], day: string): SnapshotVisit[] =>
  visits
    .filter(({ startDate, endDate }) => startDate.slice(0, 10) <= day && day <= endDate.slice(0, 10))
    .sort((one, other) => one.startDate.localeCompare(other.startDate) || one.name.localeCompare(other.name));

export const visitsInside = (visits: readonly SnapshotVisit[]): SnapshotVisit[] =>
  visits.filter(({ isInside }) => isInside);
