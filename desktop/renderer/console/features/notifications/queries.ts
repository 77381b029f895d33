/** Queries of what waits for the user: pending requests, and visitors whose e-mail bounced. */
import { useQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import type { CurrentUser } from "#contract/people/account.ts";
import { useLanguage } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { visitListQuery } from "../visits/queries.ts";

/** The number of pending requests and the newest one: of all hosts for users who decide them all, else the user's own. */
export const pendingRequestsQuery = (user: CurrentUser, language: Language) => {
  const listParams = { sort: "-createdAt", size: 1 };
  return {
    ...(may(user, "desk")
      ? visitListQuery("undecided", listParams, language)
      : visitListQuery("requests", { ...listParams, status: "applied" }, language)),
    enabled: may(user, "visits.decide"),
  };
};

/** One page is enough for a host. */
const bouncedParams = { bounced: "true", status: "approved", size: 50 };

/**
 * A host's approved visitors whose e-mail bounced and who have not been notified otherwise. Empty for users who decide for
 * all hosts: the desk has its own lists.
 */
export function useBouncedVisits() {
  const user = useCurrentUser();
  const isHost = may(user, "visits.decide") && !may(user, "desk");
  const { data } = useQuery({ ...visitListQuery("requests", bouncedParams, useLanguage()), enabled: isHost });
  return (data?.rows ?? []).filter(
    (visit) => visit.emailBounced && visit.statusCode === "approved" && !visit.told,
  );
}

/** Number of pending requests and bounced visits. */
export function usePendingTotal(user: CurrentUser): number {
  const requests = useQuery(pendingRequestsQuery(user, useLanguage())).data?.total ?? 0;
  return requests + useBouncedVisits().length;
}
