/** Pending requests: their number, and the newest. */
import type { Language } from "#browser/language.ts";
import type { CurrentUser } from "#contract/people/account.ts";
import { may } from "../../lib/session.ts";
import { visitListQuery } from "../visits/queries.ts";

/** Requests of all hosts for users who decide them all, else the user's own; disabled for users who decide none. */
export const pendingRequestsQuery = (user: CurrentUser, language: Language) => {
  const listParams = { sort: "-createdAt", size: 1 };
  return {
    ...(may(user, "desk")
      ? visitListQuery("undecided", listParams, language)
      : visitListQuery("requests", { ...listParams, status: "applied" }, language)),
    enabled: may(user, "visits.decide"),
  };
};
