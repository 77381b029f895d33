/** Permissions of roles (docs/behaviour.md, "Roles and permissions"). Everything else is forbidden. */
import { type Endpoint, takesKey } from "#contract/endpoint.ts";
import type { Permission } from "#contract/permissions.ts";
import type { Role } from "#contract/roles.ts";

/** `own`: only the caller's own visits; `all`: all visits. */
export type Scope = "own" | "all";

const holders: Record<Exclude<Permission, "public">, Partial<Record<Role, Scope>>> = {
  /** One's own account, password, preferences and sessions. */
  account: { host: "all", desk: "all", admin: "all", privacy: "all" },
  /** A visit with its log and companions. */
  "visits.see": { host: "own", desk: "all", admin: "all", privacy: "all" },
  /** Full mobile numbers, with a reason. */
  "visits.reveal": { host: "own", desk: "all", admin: "all", privacy: "all" },
  /** Approve, reject, undo, cancel, close. */
  "visits.decide": { host: "own", desk: "all", admin: "all" },
  "visits.reserve": { host: "own", desk: "all", admin: "all" },
  /** Changes of a visit; the allowed fields and the effect on an approval depend on the scope (edit.ts). */
  "visits.edit": { host: "own", desk: "all", admin: "all" },
  /** The privacy officer searches for erasure requests, by the applicant. */
  "visits.search": { desk: "all", admin: "all", privacy: "all" },
  /** Board, lists of the day, issue, recovery, revert, passes not returned. */
  desk: { desk: "all", admin: "all" },
  /** Passes and vehicle passes. */
  passes: { desk: "all", admin: "all" },
  /** Options lists. */
  choices: { host: "all", desk: "all", admin: "all", privacy: "all" },
  /** Companies, host users, codes, configuration, shared views: read only. */
  "referenceData.read": { desk: "all", admin: "all" },
  referenceData: { admin: "all" },
  /** Terms and privacy policies. */
  texts: { admin: "all", privacy: "all" },
  /** Trash, destruction register, access log: read only. */
  "privacy.read": { admin: "all", privacy: "all" },
  privacy: { privacy: "all" },
  /** Messages to visitors; hosts about their own visits. */
  sms: { host: "own", desk: "all", admin: "all" },
  signage: { desk: "all", admin: "all" },
  /** Statistics of visits, about no single person (docs/decisions/server/reports.md). */
  reports: { desk: "all", admin: "all" },
  /** Webhooks. */
  integrations: { admin: "all" },
};

/** Reach of a role's permission; undefined without it. */
export const scopeOf = (permission: Exclude<Permission, "public">, role: Role): Scope | undefined =>
  holders[permission][role];

/** Whether an API key with some permissions may make a call. */
export const mayKeyCall = (
  endpoint: Endpoint,
  { permissions }: { readonly permissions: readonly Permission[] },
): boolean => takesKey(endpoint) && permissions.includes(endpoint.permission);

/** The user whose permission is checked. */
export interface PermissionHolder {
  readonly id: number;
  readonly role: Role;
  /** Hosts whose deputy the user is now. */
  readonly deputyFor: readonly number[];
}

/** Reach of a permission for a user, and the hosts whose visits it covers. */
export interface Reach {
  readonly scope: Scope;
  readonly hosts: readonly number[];
}

/**
 * Deputies, whatever their role, have for the hosts who named them the permissions of a host on own visits, and no
 * permissions that others granted to those hosts.
 * @returns undefined where neither the role nor a delegation grants the permission
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

/** Whether a user may make a call about a host's record, for example a visit; `null` for records without a host. */
export function mayCallAbout(
  { permission }: Pick<Endpoint, "permission">,
  person: PermissionHolder,
  host: number | null,
): boolean {
  if (permission === "public") return true;
  const reach = reachFor(permission, person);
  return reach?.scope === "all" || (host !== null && reach?.hosts.includes(host) === true);
}

/** Permissions of a role and of a deputy, for the console. */
export const permissionsOf = (role: Role, isDeputy = false): Record<string, Scope> =>
  Object.fromEntries(
    Object.entries(holders).flatMap(([permission, scopes]) => {
      const scope = scopes[role] ?? (isDeputy && scopes.host === "own" ? "own" : undefined);
      return scope ? [[permission, scope]] : [];
    }),
  );
