/** Kinds of alerts (docs/decisions/privacy/events.md). */
export const alertKinds = [
  ...(["failures", "newPlace", "massReading", "destruction", "chain"] as const),
  ...(["lastAdmin", "webhook", "messageBudget"] as const),
] as const;

export type AlertKind = (typeof alertKinds)[number];
