/** Who is notified of which change: whoever may read what changed. */
import type { SessionUser } from "#api/auth/sessions.ts";
import { mayCall } from "#api/permissions.ts";
import { getAccessReview } from "#contract/access-log.ts";
import { getCompanyOptions } from "#contract/companies.ts";
import { getConfiguration } from "#contract/configuration.ts";
import { listDayClosings } from "#contract/day-closings.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { getErasureRequests } from "#contract/erasure-requests.ts";
import { getHostUserOptions } from "#contract/host-users.ts";
import { type ChangeKind, changeKinds, type LiveChange } from "#contract/live.ts";
import { listTerms } from "#contract/managed-terms.ts";
import { passCalls } from "#contract/passes.ts";
import { listSignage } from "#contract/signage.ts";
import { getMessages } from "#contract/sms.ts";
import { getCodesInUse } from "#contract/user-codes.ts";
import { getVisit } from "#contract/visits.ts";
import type { NotedChange } from "#db/queries/changes.ts";

/** The call that reads what changed; where several do, the one that most people may make. */
const readers: Record<ChangeKind, Endpoint> = {
  visit: getVisit,
  pass: passCalls.list,
  configuration: getConfiguration,
  company: getCompanyOptions,
  code: getCodesInUse,
  hostUser: getHostUserOptions,
  text: listTerms,
  sms: getMessages,
  signage: listSignage,
  erasureRequest: getErasureRequests,
  accessReview: getAccessReview,
  dayClosing: listDayClosings,
};

const isKnown = (kind: string): kind is ChangeKind => (changeKinds as readonly string[]).includes(kind);

/** @returns the change as the person may see it; undefined without permission, or for a kind of a newer server */
export function authorizeChange(person: SessionUser, change: NotedChange): LiveChange | undefined {
  const { id, kind, visitId, hostUserId } = change;
  if (!isKnown(kind)) return undefined;
  if (!mayCall(readers[kind], person.role, hostUserId === person.id)) return undefined;
  return { id, kind, ...(visitId !== null && { visitId }) };
}
