import * as z from "zod/mini";
import { choicesParam, idParam, listSearch } from "../../components/table/list-search.ts";

const erasure = z.object({
  ...listSearch,
  state: choicesParam,
  /** The request whose drawer is open. */
  request: idParam,
  /** The drawer that takes a request is open. */
  add: z.catch(z.optional(z.literal(true)), undefined),
  /** The visit that it is taken about, where it came from one. */
  visit: idParam,
});

export type ErasureSearch = z.output<typeof erasure>;

export const parseErasureSearch = (raw: Record<string, unknown>): ErasureSearch => erasure.parse(raw);

/** What the server is asked for. */
export const askOfErasure = ({ page, size, sort, q, state }: ErasureSearch) => ({
  ...{ page, size, sort, q, state },
});
