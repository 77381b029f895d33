/** One's own visitors whom the site could not write to, as long as nobody has told them: they wait like requests. */
import { useQuery } from "@tanstack/react-query";
import type { CurrentUser } from "#contract/people/account.ts";
import { useLanguage } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { visitListQuery } from "../visits/queries.ts";
import { waitingQuery } from "./waiting-query.ts";

/** Nobody has more at once, but for whom every address is wrong. */
const ask = { bounced: "true", status: "approved", size: 50 };

/** Nothing for those who decide for all: the desk has lists of its own. */
export function useUnreached() {
  const user = useCurrentUser();
  const isHost = may(user, "visits.decide") && !may(user, "desk");
  const { data } = useQuery({ ...visitListQuery("requests", ask, useLanguage()), enabled: isHost });
  return (data?.rows ?? []).filter(
    (visit) => visit.emailBounced && visit.statusCode === "approved" && !visit.told,
  );
}

/** What waits for somebody: requests, and whom nothing reaches. */
export function useWaitingTotal(user: CurrentUser): number {
  const requests = useQuery(waitingQuery(user, useLanguage())).data?.total ?? 0;
  return requests + useUnreached().length;
}
