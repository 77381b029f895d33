import { type Sheet, sheets } from "../../../../ipc.ts";
import {
  choicesParam,
  dayParam,
  idParam,
  oneOfParam,
  type SearchOf,
  searchParser,
} from "../../lib/search-params.ts";
import { visitTabs } from "../visits/search.ts";

export const isPrintKind = (text: string): text is Sheet => sheets.some((sheet) => sheet === text);

export const parsePrintSearch = searchParser({
  /** A list of today's board. */
  board: oneOfParam(["expected", "inside", "overdue", "notReturned", "left"]),
  /** Else a list of visits, as narrowed and ordered on its screen. */
  list: oneOfParam(visitTabs),
  q: choicesParam,
  status: choicesParam,
  sort: choicesParam,
  from: dayParam,
  to: dayParam,
  /** Whose badge. */
  visit: idParam,
  /** Of the destruction register: why something was destroyed. */
  why: choicesParam,
});

export type PrintSearch = SearchOf<typeof parsePrintSearch>;

/** Key of the cache under which links to be printed wait: in memory, for whoever made them, and nowhere else. */
export const pendingInvitations = "pending-invitations";
