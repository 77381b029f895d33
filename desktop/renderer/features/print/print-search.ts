import * as z from "zod/mini";
import { visitTabs } from "../visits/visits-search.ts";

export const printKinds = ["passes", "badge", "evacuation"] as const;

export type PrintKind = (typeof printKinds)[number];

export const isPrintKind = (text: string): text is PrintKind => printKinds.includes(text as PrintKind);

const day = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), undefined);
const text = z.catch(z.optional(z.string().check(z.maxLength(100))), undefined);

const search = z.object({
  /** A list of today's board. */
  board: z.catch(z.optional(z.enum(["expected", "inside", "overdue", "notReturned", "left"])), undefined),
  /** Else a list of visits, as narrowed and ordered on its screen. */
  list: z.catch(z.optional(z.enum(visitTabs)), undefined),
  q: text,
  status: text,
  sort: text,
  from: day,
  to: day,
  /** Whose badge. */
  visit: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
});

export type PrintSearch = z.output<typeof search>;

export const parsePrintSearch = (raw: Record<string, unknown>): PrintSearch => search.parse(raw);
