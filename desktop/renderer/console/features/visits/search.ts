import { listSearch } from "../../components/table/list-search.ts";
import {
  choicesParam,
  dayParam,
  idParam,
  oneOfParam,
  type SearchOf,
  searchParser,
} from "../../lib/search-params.ts";
import type { VisitList, VisitListAsk } from "./queries.ts";

/** The lists on the visits screen. */
export const visitTabs = ["all", "reserved", "inside", "notReturned"] as const;

/** The lists on the approvals; `waiting` is whomever's, for those who may decide about all: also what a host who resigned left open. */
export const approvalTabs = ["waiting", "requests", "upcoming", "visited"] as const;

const shared = {
  ...listSearch,
  status: choicesParam,
  from: dayParam,
  to: dayParam,
  visit: idParam,
};

export const parseVisitsSearch = searchParser({ ...shared, list: oneOfParam(visitTabs) });
export const parseApprovalsSearch = searchParser({ ...shared, list: oneOfParam(approvalTabs) });

export type VisitsSearch = SearchOf<typeof parseVisitsSearch>;
export type ApprovalsSearch = SearchOf<typeof parseApprovalsSearch>;

/** Requests on a page of the approvals. */
export const approvalsSize = 20;

interface ApprovalsAsk {
  /** The list that is shown. */
  readonly tab: (typeof approvalTabs)[number];
  /** The server's list, and what it is asked for. */
  readonly list: VisitList;
  readonly ask: VisitListAsk;
}

/** @param isForAll whether they decide about visits to others, too: then all that waits comes first */
export function askOfApprovals(search: ApprovalsSearch, isForAll: boolean): ApprovalsAsk {
  const ask = { ...askOf(search), size: approvalsSize };
  const chosen = search.list ?? "waiting";
  if (chosen === "visited") return { tab: chosen, list: chosen, ask };
  if (chosen === "upcoming") return { tab: chosen, list: "requests", ask: { ...ask, status: "approved" } };
  // what is decided leaves the list
  if (chosen === "requests" || !isForAll)
    return { tab: "requests", list: "requests", ask: { ...ask, status: "applied" } };
  return { tab: "waiting", list: "undecided", ask };
}

/** What the server is asked for; the open drawer and the chosen list are the screen's own. */
export const askOf = ({ visit: _, list: __, ...ask }: VisitsSearch | ApprovalsSearch) => ask;
