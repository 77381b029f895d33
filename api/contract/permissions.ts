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

/**
 * What an API key may be given (docs/behaviour.md, "API keys"): nothing that is about the caller's own account, no full
 * numbers, no acts of the privacy officer, and no keys and webhooks of its own.
 */
export const keyPermissions = [
  "visits.see",
  "visits.search",
  "visits.reserve",
  "visits.edit",
  "visits.decide",
  "desk",
  "passes",
  "sms",
  "reports",
  "choices",
  "referenceData.read",
  "referenceData",
  "texts",
  "signage",
  "privacy.read",
] as const satisfies readonly Permission[];

export type KeyPermission = (typeof keyPermissions)[number];

export const isKeyPermission = (permission: Permission): permission is KeyPermission =>
  (keyPermissions as readonly Permission[]).includes(permission);
