/** Roles of host users (decisions, "Roles"). */
export const roles = ["host", "desk", "admin", "privacy"] as const;

export type Role = (typeof roles)[number];
