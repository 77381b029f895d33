/** Who is notified of which change: whoever may read what changed. */
import type { SessionUser } from "#api/auth/sessions.ts";
import { scopeOf } from "#api/permissions.ts";
import { type ChangeKind, changeKinds, type LiveChange } from "#contract/live.ts";
import type { Permission } from "#contract/permissions.ts";
import type { NotedChange } from "#db/queries/changes.ts";

const needed: Record<ChangeKind, Exclude<Permission, "public">> = {
  visit: "visits.see",
  pass: "passes",
  configuration: "account",
  company: "choices",
  code: "choices",
  hostUser: "choices",
  text: "texts",
  sms: "sms",
  signage: "signage",
  erasureRequest: "privacy.read",
  accessReview: "privacy.read",
};

const isKnown = (kind: string): kind is ChangeKind => (changeKinds as readonly string[]).includes(kind);

/** @returns the change as the person may see it; undefined without permission, or for a kind of a newer server */
export function authorizeChange(person: SessionUser, change: NotedChange): LiveChange | undefined {
  const { id, kind, visitId, hostUserId } = change;
  if (!isKnown(kind)) return undefined;
  const scope = scopeOf(needed[kind], person.role);
  if (scope !== "all" && !(scope === "own" && hostUserId === person.id)) return undefined;
  return { id, kind, ...(visitId !== null && { visitId }) };
}
