/** Roles of host users (docs/behaviour.md, "Roles and permissions"). */
export const roles = ["host", "desk", "admin", "privacy"] as const;

export type Role = (typeof roles)[number];

/** Roles whose accounts no single administrator may take over: who manages accounts, and who destroys visits. */
export const isGuarded = (role: Role): boolean => role === "admin" || role === "privacy";
