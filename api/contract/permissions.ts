/**
 * Permissions of endpoints. `public` is explicit; there is no default (docs/behaviour.md, "Roles and permissions").
 * api/permissions.ts grants them to roles.
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
 * Permissions of API keys (docs/behaviour.md, "API keys"): nothing about the caller's own account, no full numbers, no
 * actions of the privacy officer, and no keys or webhooks.
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
