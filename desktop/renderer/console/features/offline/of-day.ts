import type { SnapshotVisit } from "../../../../ipc.ts";

/** Whose visit touches a day, in the order of their coming. @param day "YYYY-MM-DD" */
export const ofDay = (visits: readonly SnapshotVisit[], day: string): SnapshotVisit[] =>
  visits
    .filter(({ startDate, endDate }) => startDate.slice(0, 10) <= day && day <= endDate.slice(0, 10))
    .sort((one, other) => one.startDate.localeCompare(other.startDate) || one.name.localeCompare(other.name));

export const inside = (visits: readonly SnapshotVisit[]): SnapshotVisit[] =>
  visits.filter(({ isInside }) => isInside);
