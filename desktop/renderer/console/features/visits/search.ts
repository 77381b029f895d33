import { listSearch } from "../../components/table/list-search.ts";
import {
  choicesParam,
  dayParam,
  idParam,
  oneOfParam,
  type SearchOf,
  searchParser,
} from "../../lib/search-params.ts";
import type { VisitList, VisitListParams } from "./queries.ts";

/** Tabs of the visits screen. */
export const visitTabs = ["all", "reserved", "inside", "notReturned"] as const;

/** Tabs of the approvals screen. `waiting` has the requests of all hosts, including resigned ones. */
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

/** Page size of the approvals. */
export const approvalsSize = 20;

interface ApprovalList {
  /** The tab that is shown. */
  readonly tab: (typeof approvalTabs)[number];
  /** The server's list, and its query parameters. */
  readonly list: VisitList;
  readonly listParams: VisitListParams;
}

/** @param isForAll whether the user may decide requests of all hosts; `waiting` is then the default tab */
export function approvalListParams(search: ApprovalsSearch, isForAll: boolean): ApprovalList {
  const listParams = { ...visitListParams(search), size: approvalsSize };
  const chosen = search.list ?? "waiting";
  if (chosen === "visited") return { tab: chosen, list: chosen, listParams };
  if (chosen === "upcoming")
    return { tab: chosen, list: "requests", listParams: { ...listParams, status: "approved" } };
  // decided requests leave the list
  if (chosen === "requests" || !isForAll)
    return { tab: "requests", list: "requests", listParams: { ...listParams, status: "applied" } };
  return { tab: "waiting", list: "undecided", listParams };
}

export const visitListParams = ({ visit: _, list: __, ...listParams }: VisitsSearch | ApprovalsSearch) =>
  listParams;
