import { createContext, useContext } from "react";
import type { Language } from "#browser/language.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { SnapshotVisit } from "../../../../ipc.ts";
import { heldPasses } from "../visits/labels.ts";

/** A visit as it stands on paper; "" where there is nothing to say. */
export interface SheetRow extends SnapshotVisit {
  readonly carNumber: string;
  /** Who escorts. */
  readonly guide: string;
  /** They have still to agree to the texts. */
  readonly consentMissing: boolean;
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
  consentMissing: visit.consentMissing,
});

/** Of one that was kept for when the server is gone: cars, escorts and consents are not. */
export const rowOfSnapshot = (visit: SnapshotVisit): SheetRow => ({
  ...visit,
  carNumber: "",
  guide: "",
  consentMissing: false,
});

/** Where the lines of a sheet come from, and of when they are: said on each. */
interface SheetSource {
  /** The site's name. */
  readonly company: Readonly<Record<Language, string>>;
  readonly timezone: string;
  /** Who prints it, or without the server who read it. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly readAt: number;
  /** From the snapshot, because the server is gone. */
  readonly isOffline: boolean;
}

export const SheetSourceContext = createContext<SheetSource | undefined>(undefined);

/** @throws outside a preview */
export function useSheetSource(): SheetSource {
  const source = useContext(SheetSourceContext);
  if (!source) throw new Error("A sheet stands in a preview.");
  return source;
}
