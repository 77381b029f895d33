import { createContext, useContext } from "react";
import type { Language } from "#browser/language.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { SnapshotVisit } from "../../../../ipc.ts";
import { heldPasses } from "../visits/labels.ts";

/** A visit on paper; missing values are "". */
export interface SheetRow extends SnapshotVisit {
  readonly carNumber: string;
  readonly guide: string;
  readonly consentMissing: boolean;
}

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
  consentMissing: visit.consentMissing,
});

/** The snapshot has no cars, escorts and consents. */
export const rowOfSnapshot = (visit: SnapshotVisit): SheetRow => ({
  ...visit,
  carNumber: "",
  guide: "",
  consentMissing: false,
});

/** Source and time of a sheet's data, printed on it. */
interface SheetSource {
  /** The site's name. */
  readonly company: Readonly<Record<Language, string>>;
  readonly timezone: string;
  /** The user who prints; offline, the user who read the data. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly readAt: number;
  /** Data is from the snapshot, because the server is unreachable. */
  readonly isOffline: boolean;
}

export const SheetSourceContext = createContext<SheetSource | undefined>(undefined);

/** @throws outside a preview */
export function useSheetSource(): SheetSource {
  const source = useContext(SheetSourceContext);
  if (!source) throw new Error("useSheetSource must be used within a SheetSourceContext");
  return source;
}
