import { type Sheet, sheets } from "../../../../ipc.ts";
import {
  choicesParam,
  dayParam,
  idParam,
  oneOfParam,
  type SearchOf,
  searchParser,
} from "../../lib/search-params.ts";
import { boardTabs } from "../today/board-tabs.ts";
import { visitTabs } from "../visits/search.ts";

export const isPrintKind = (text: string): text is Sheet => sheets.some((sheet) => sheet === text);

export const parsePrintSearch = searchParser({
  /** The board's tab to print. */
  board: oneOfParam(boardTabs),
  /** Without `board`: the list of visits to print, with its filters and sort order. */
  list: oneOfParam(visitTabs),
  q: choicesParam,
  status: choicesParam,
  sort: choicesParam,
  from: dayParam,
  to: dayParam,
  /** The visit whose badge is printed. */
  visit: idParam,
  /** Reason filter of the destruction register. */
  why: choicesParam,
});

export type PrintSearch = SearchOf<typeof parsePrintSearch>;

/** Draft key of invitations to print: in memory only, for the user who created them. */
export const pendingInvitations = "pending-invitations";
