import * as z from "zod/mini";
import { listSearch } from "../table/list-search.ts";

/** The lists on the visits screen. */
export const visitTabs = ["all", "reserved", "inside", "notReturned"] as const;

const day = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), undefined);

const shared = {
  ...listSearch,
  status: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  from: day,
  to: day,
  visit: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
};

const visits = z.object({ ...shared, list: z.catch(z.optional(z.enum(visitTabs)), undefined) });
const approvals = z.object({
  ...shared,
  list: z.catch(z.optional(z.enum(["requests", "visited"])), undefined),
});

export type VisitsSearch = z.output<typeof visits>;
export type ApprovalsSearch = z.output<typeof approvals>;

export const parseVisitsSearch = (raw: Record<string, unknown>): VisitsSearch => visits.parse(raw);
export const parseApprovalsSearch = (raw: Record<string, unknown>): ApprovalsSearch => approvals.parse(raw);

/** Requests on a page of the approvals. */
export const approvalsSize = 20;

/** What the server is asked for; the open drawer and the chosen list are the screen's own. */
export const askOf = ({ visit: _, list: __, ...ask }: VisitsSearch | ApprovalsSearch) => ask;
