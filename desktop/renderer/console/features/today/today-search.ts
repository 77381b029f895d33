import * as z from "zod/mini";

const visitId = z.int().check(z.minimum(1));

const search = z.object({
  /** The visit whose drawer is open. */
  visit: z.catch(z.optional(visitId), undefined),
  /** Which of the day's lists is shown. */
  list: z.catch(z.optional(z.enum(["expected", "inside", "overdue", "notReturned", "left"])), undefined),
});

export type TodaySearch = z.output<typeof search>;

export const parseTodaySearch = (raw: Record<string, unknown>): TodaySearch => search.parse(raw);
