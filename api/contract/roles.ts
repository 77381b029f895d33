/** Roles of host users (docs/behaviour.md, "Roles and permissions"). */
export const roles = ["host", "desk", "admin", "privacy"] as const;

export type Role = (typeof roles)[number];

/** Roles whose accounts a single administrator cannot take over: administrators and privacy officers. */
export const isGuarded = (role: Role): boolean => role === "admin" || role === "privacy";
