/** Roles of host users (docs/behaviour.md, "Roles and permissions"). */
export const roles = ["host", "desk", "admin", "privacy"] as const;

export type Role = (typeof roles)[number];
