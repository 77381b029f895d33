import * as z from "zod/mini";
import { idParam, listSearch, wordsParam } from "../../components/table/list-search.ts";

const passes = z.object({
  ...listSearch,
  status: wordsParam,
  /** The pass whose drawer is open. */
  pass: idParam,
  /** The visit of a holder whose drawer is open. */
  visit: idParam,
  /** The drawer that adds passes is open. */
  add: z.catch(z.optional(z.literal(true)), undefined),
});

export type PassesSearch = z.output<typeof passes>;

export const parsePassesSearch = (raw: Record<string, unknown>): PassesSearch => passes.parse(raw);

/** What the server is asked for. */
export const askOfPasses = ({ page, size, sort, q, status }: PassesSearch) => ({
  page,
  size,
  sort,
  q,
  status,
});
