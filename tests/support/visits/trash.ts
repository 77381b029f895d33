/** Visits whose data are due to be destroyed, and the privacy officer's actions. */
import type { TestServer } from "../api.ts";
import type { SignedIn } from "../console/staff.ts";
import { truncate } from "../database/truncate.ts";
import type { Site } from "../site.ts";
import { type AddedVisit, addVisit } from "./visits.ts";

export const trashPath = "/dash/trash-privacy";

export const over = { statusCode: "ended" } as const;

/** Deletes all visits, and their statistics. */
export const removeVisits = ({ db }: TestServer) =>
  truncate(db, "visits", "changes", "passes", "visit_statistics", "visit_hour_statistics");

/** Adds a visit of a year ago. @param destroyOn day from which it is due */
export const addDueVisit = (server: TestServer, site: Site, destroyOn: string, more: AddedVisit = {}) =>
  addVisit(server, site, {
    ...over,
    startDate: "2025-03-01 10:00",
    endDate: "2025-03-01 12:00",
    destroyOn,
    ...more,
  });

/** Hides, destroys or restores visits. */
export const putTrash = (officer: SignedIn, action: "soft" | "hard" | "restore", ids: number[]) =>
  officer.put(`${trashPath}/${action}`, { body: { ids } });
