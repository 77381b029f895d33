/** Visits whose data are to be destroyed, and what the privacy officer does with them. */
import type { TestServer } from "../api.ts";
import type { SignedIn } from "../console/staff.ts";
import { truncate } from "../database/truncate.ts";
import type { Site } from "../site.ts";
import { type AddedVisit, addVisit } from "./visits.ts";

export const trashPath = "/dash/trash-privacy";

export const over = { statusCode: "ended" } as const;

/** Throws away every visit, and what was counted of them. */
export const removeVisits = ({ db }: TestServer) =>
  truncate(db, "visits", "changes", "passes", "visit_statistics", "visit_hour_statistics");

/** Adds a visit of a year ago that is to be destroyed from a day on. */
export const addDueVisit = (server: TestServer, site: Site, destroyOn: string, more: AddedVisit = {}) =>
  addVisit(server, site, {
    ...over,
    startDate: "2025-03-01 10:00",
    endDate: "2025-03-01 12:00",
    destroyOn,
    ...more,
  });

/** Hides visits, destroys them, or brings hidden ones back. */
export const putTrash = (officer: SignedIn, action: "soft" | "hard" | "restore", ids: number[]) =>
  officer.put(`${trashPath}/${action}`, { body: { ids } });
