import * as z from "zod/mini";
import { type Sheet, sheets } from "../../../../ipc.ts";
import { choicesParam, dayParam, idParam } from "../../components/table/list-search.ts";
import { visitTabs } from "../visits/search.ts";

export const isPrintKind = (text: string): text is Sheet => sheets.some((sheet) => sheet === text);

const search = z.object({
  /** A list of today's board. */
  board: z.catch(z.optional(z.enum(["expected", "inside", "overdue", "notReturned", "left"])), undefined),
  /** Else a list of visits, as narrowed and ordered on its screen. */
  list: z.catch(z.optional(z.enum(visitTabs)), undefined),
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

export type PrintSearch = z.output<typeof search>;

export const parsePrintSearch = (raw: Record<string, unknown>): PrintSearch => search.parse(raw);

/** Key of the cache under which links to be printed wait: in memory, for whoever made them, and nowhere else. */
export const pendingInvitations = "pending-invitations";
