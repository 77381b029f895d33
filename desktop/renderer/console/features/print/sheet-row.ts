import type { VisitAnswer } from "#contract/visits.ts";
import type { SnapshotVisit } from "../../../../ipc.ts";
import { heldPasses } from "../visits/visit-labels.ts";

/** A visit as it stands on paper; "" where there is nothing to say. */
export interface SheetRow extends SnapshotVisit {
  readonly carNumber: string;
  /** Who escorts. */
  readonly guide: string;
}

/** Of a visit that was read from the server. */
export const rowOfVisit = (visit: VisitAnswer): SheetRow => ({
  id: visit.id,
  reserveNo: visit.reserveNo,
  name: visit.name,
  company: visit.company,
  host: visit.hostUser.name,
  department: visit.hostUser.department,
  place: visit.accessiblePlace?.name ?? "",
  startDate: visit.startDate,
  endDate: visit.endDate,
  passNo: heldPasses(visit),
  isInside: visit.statusCode === "entered",
  enteredAt: visit.enteredAt ?? "",
  carNumber: visit.carNumber,
  guide: visit.guide,
});

/** Of one that was kept for when the server is gone: cars and escorts are not. */
export const rowOfSnapshot = (visit: SnapshotVisit): SheetRow => ({ ...visit, carNumber: "", guide: "" });
