import * as z from "zod/mini";

const signage = z.object({
  /** The item whose drawer is open. */
  item: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
  /** The drawer that adds a text is open. (The contract of signage is no part of the first screen.) */
  add: z.catch(z.optional(z.enum(["text", "flow-text"])), undefined),
});

export type SignageSearch = z.output<typeof signage>;

export const parseSignageSearch = (raw: Record<string, unknown>): SignageSearch => signage.parse(raw);
