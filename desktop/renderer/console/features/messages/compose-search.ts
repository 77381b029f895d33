import * as z from "zod/mini";

/** A visit that is written to from the start. */
const search = z.object({ visit: z.catch(z.optional(z.int().check(z.minimum(1))), undefined) });

export const parseComposeSearch = (raw: Record<string, unknown>): z.output<typeof search> =>
  search.parse(raw);
