import type { CurrentUser } from "#contract/account.ts";
import { may } from "./session.ts";

/** Where somebody's work begins: the desk with the board, a host with what waits for a decision. */
export function firstScreen(user: CurrentUser): "/today" | "/approvals" | "/visits" {
  if (may(user, "desk")) return "/today";
  return may(user, "visits.decide") ? "/approvals" : "/visits";
}
