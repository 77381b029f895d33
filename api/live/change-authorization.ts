/** Decides which changes a console's user may be notified of. */
import type { SessionUser } from "#api/auth/sessions.ts";
import { mayCallAbout } from "#api/permissions.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { type ChangeKind, changeKinds, type LiveChange } from "#contract/live.ts";
import { getMessages } from "#contract/messages/sms.ts";
import { getDelegations } from "#contract/people/delegations.ts";
import { getHostUserOptions } from "#contract/people/host-users.ts";
import { getAccessReview } from "#contract/privacy/access-log.ts";
import { getErasureRequests } from "#contract/privacy/erasure-requests.ts";
import { getCompanyOptions } from "#contract/site/companies.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import { listSignage } from "#contract/site/signage.ts";
import { getCodesInUse } from "#contract/site/user-codes.ts";
import { listTerms } from "#contract/texts/managed-terms.ts";
import { listDayClosings } from "#contract/visits/day-closings.ts";
import { passCalls } from "#contract/visits/passes.ts";
import { getVisit } from "#contract/visits/visits.ts";
import type { StoredChange } from "./queries.ts";

/** The endpoint that reads the changed records; of several, the one that most users may call. */
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
  delegation: getDelegations,
};

const isKnown = (kind: string): kind is ChangeKind => (changeKinds as readonly string[]).includes(kind);

/** @returns the change as sent to the user; undefined without permission, or for a kind of a newer server */
export function authorizeChange(person: SessionUser, change: StoredChange): LiveChange | undefined {
  const { id, kind, visitId, hostUserId } = change;
  if (!isKnown(kind)) return undefined;
  if (!mayCallAbout(readers[kind], person, hostUserId)) return undefined;
  return { id, kind, ...(visitId !== null && { visitId }) };
}
