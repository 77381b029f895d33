/** Who may do what (docs/behaviour.md, "Roles and permissions"): the one table. What is not here is not allowed. */
import { type Endpoint, takesKey } from "#contract/endpoint.ts";
import type { Permission } from "#contract/permissions.ts";
import type { Role } from "#contract/roles.ts";

/** `own`: only where the visit is the caller's; `all`: whoever's it is. */
export type Scope = "own" | "all";

const holders: Record<Exclude<Permission, "public">, Partial<Record<Role, Scope>>> = {
  /** Oneself: who am I, own password, own preferences, signing out. */
  account: { host: "all", desk: "all", admin: "all", privacy: "all" },
  /** A visit with its log and companions. */
  "visits.see": { host: "own", desk: "all", admin: "all", privacy: "all" },
  /** A full mobile number, with a reason. */
  "visits.reveal": { host: "own", desk: "all", admin: "all", privacy: "all" },
  /** Approve, reject, undo, cancel, close. */
  "visits.decide": { host: "own", desk: "all", admin: "all" },
  "visits.reserve": { host: "own", desk: "all", admin: "all" },
  /** Changing a visit; how much of it, and what becomes of an approval, goes by the scope (edit.ts). */
  "visits.edit": { host: "own", desk: "all", admin: "all" },
  /** The privacy officer searches for requests by the person concerned. */
  "visits.search": { desk: "all", admin: "all", privacy: "all" },
  /** Board, lists of the day, issue, recovery, revert, passes not returned. */
  desk: { desk: "all", admin: "all" },
  /** Passes and vehicle passes. */
  passes: { desk: "all", admin: "all" },
  /** Lists to choose from. */
  choices: { host: "all", desk: "all", admin: "all", privacy: "all" },
  /** Companies, host users, codes, configuration, views for everybody: to look at. */
  "referenceData.read": { desk: "all", admin: "all" },
  referenceData: { admin: "all" },
  /** Terms and privacy policies. */
  texts: { admin: "all", privacy: "all" },
  /** Trash, destruction register, access log: to look at. */
  "privacy.read": { admin: "all", privacy: "all" },
  privacy: { privacy: "all" },
  /** Messages to visitors: a host about own visits. */
  sms: { host: "own", desk: "all", admin: "all" },
  signage: { desk: "all", admin: "all" },
  /** What visits amount to, about no single person (docs/decisions/server/reports.md). */
  reports: { desk: "all", admin: "all" },
  /** Webhooks: what other systems are told. */
  integrations: { admin: "all" },
};

/** How far a role's permission reaches, or undefined where it has none. */
export const scopeOf = (permission: Exclude<Permission, "public">, role: Role): Scope | undefined =>
  holders[permission][role];

/**
 * Whether a person may make a call about something.
 * @param isOwn whether it is theirs, as a visit is its host's
 */
export function mayCall({ permission }: Pick<Endpoint, "permission">, role: Role, isOwn: boolean): boolean {
  if (permission === "public") return true;
  const scope = scopeOf(permission, role);
  return scope === "all" || (scope === "own" && isOwn);
}

/** Whether a key with some permissions may make a call. */
export const mayKeyCall = (
  endpoint: Endpoint,
  { permissions }: { readonly permissions: readonly Permission[] },
): boolean => takesKey(endpoint) && permissions.includes(endpoint.permission);

/** Whom a permission is asked for. */
export interface PermissionHolder {
  readonly id: number;
  readonly role: Role;
  /** Hosts whose deputy they are just now. */
  readonly deputyFor: readonly number[];
}

/** How far a permission reaches for somebody, and whose visits are their own by it. */
export interface Reach {
  readonly scope: Scope;
  readonly hosts: readonly number[];
}

/**
 * The one rule of deputies: whatever their role, they hold for the hosts who named them what a host holds for own visits, and
 * nothing of what others let those hosts do.
 * @returns undefined where neither the role nor a delegation gives the permission
 */
export function reachFor(
  permission: Exclude<Permission, "public">,
  { id, role, deputyFor }: PermissionHolder,
): Reach | undefined {
  const scope = holders[permission][role];
  if (scope) return { scope, hosts: [id, ...deputyFor] };
  const isLent = deputyFor.length > 0 && holders[permission].host === "own";
  return isLent ? { scope: "own", hosts: deputyFor } : undefined;
}

/** Whether somebody may make a call about what is a host's, as a visit is; `null` where it is nobody's. */
export function mayCallAbout(
  { permission }: Pick<Endpoint, "permission">,
  person: PermissionHolder,
  host: number | null,
): boolean {
  if (permission === "public" || scopeOf(permission, person.role) === "all") return true;
  const reach = reachFor(permission, person);
  return reach !== undefined && host !== null && reach.hosts.includes(host);
}

/** What somebody holds by role, and as a deputy, for the console to draw itself by. */
export const permissionsOf = (role: Role, isDeputy = false): Record<string, Scope> =>
  Object.fromEntries(
    Object.entries(holders).flatMap(([permission, scopes]) => {
      const scope = scopes[role] ?? (isDeputy && scopes.host === "own" ? "own" : undefined);
      return scope ? [[permission, scope]] : [];
    }),
  );
