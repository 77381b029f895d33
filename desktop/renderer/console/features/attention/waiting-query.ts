/** What waits for somebody's decision: how many, and the one that was made last. */
import type { Language } from "#browser/language.ts";
import type { CurrentUser } from "#contract/people/account.ts";
import { may } from "../../lib/session.ts";
import { visitListQuery } from "../visits/queries.ts";

/** Of all hosts for those who decide about all, else one's own; not read by who decides about none. */
export const waitingQuery = (user: CurrentUser, language: Language) => {
  const ask = { sort: "-createdAt", size: 1 };
  return {
    ...(may(user, "desk")
      ? visitListQuery("undecided", ask, language)
      : visitListQuery("requests", { ...ask, status: "applied" }, language)),
    enabled: may(user, "visits.decide"),
  };
};
