/** A host's approved visitors whose e-mail bounced and who have not been notified otherwise. */
import { useQuery } from "@tanstack/react-query";
import type { CurrentUser } from "#contract/people/account.ts";
import { useLanguage } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { visitListQuery } from "../visits/queries.ts";
import { pendingRequestsQuery } from "./pending-query.ts";

/** One page is enough for a host. */
const listParams = { bounced: "true", status: "approved", size: 50 };

/** Empty for users who decide for all hosts: the desk has its own lists. */
export function useBouncedVisits() {
  const user = useCurrentUser();
  const isHost = may(user, "visits.decide") && !may(user, "desk");
  const { data } = useQuery({ ...visitListQuery("requests", listParams, useLanguage()), enabled: isHost });
  return (data?.rows ?? []).filter(
    (visit) => visit.emailBounced && visit.statusCode === "approved" && !visit.told,
  );
}

/** Number of pending requests and bounced visits. */
export function usePendingTotal(user: CurrentUser): number {
  const requests = useQuery(pendingRequestsQuery(user, useLanguage())).data?.total ?? 0;
  return requests + useBouncedVisits().length;
}
