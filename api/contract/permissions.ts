/**
 * What a call asks of its caller. `public` is said aloud; there is no default (docs/behaviour.md,
 * "Roles and permissions"). Who holds which is the server's table, api/permissions.ts.
 */
export const permissions = [
  "public",
  "account",
  "visits.see",
  "visits.reveal",
  "visits.decide",
  "visits.reserve",
  "visits.edit",
  "visits.search",
  "desk",
  "passes",
  "choices",
  "referenceData.read",
  "referenceData",
  "texts",
  "privacy.read",
  "privacy",
  "sms",
  "signage",
  "reports",
  "integrations",
] as const;

export type Permission = (typeof permissions)[number];
