/** The last reservation number and its date, saved on this device until dismissed, without personal data. */
import { read, remove, write } from "../../lib/storage.ts";

const storageKey = "visitor.last-reservation";

interface LastReservation {
  readonly reserveNo: string;
  /** "YYYY-MM-DD". */
  readonly date: string;
}

export function lastReservation(): LastReservation | undefined {
  try {
    const stored: unknown = JSON.parse(read("localStorage", storageKey) ?? "null");
    if (typeof stored !== "object" || stored === null) return undefined;
    const { reserveNo, date } = stored as Partial<Record<keyof LastReservation, unknown>>;
    return typeof reserveNo === "string" && typeof date === "string" ? { reserveNo, date } : undefined;
  } catch {
    return undefined;
  }
}

export const saveLastReservation = (last: LastReservation): void =>
  write("localStorage", storageKey, JSON.stringify(last));

export const dismissLastReservation = (): void => remove("localStorage", storageKey);
