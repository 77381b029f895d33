import * as z from "zod/mini";
import { listSearch } from "../table/list-search.ts";

const number = z.catch(z.optional(z.int().check(z.minimum(1))), undefined);

const passes = z.object({
  ...listSearch,
  status: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  /** The pass whose drawer is open. */
  pass: number,
  /** The visit of a holder whose drawer is open. */
  visit: number,
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
