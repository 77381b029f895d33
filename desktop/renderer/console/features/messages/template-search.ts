import * as z from "zod/mini";

/** The event whose words are open; one that does not exist opens nothing. */
const search = z.object({ event: z.catch(z.optional(z.string().check(z.maxLength(20))), undefined) });

export const parseWordingSearch = (raw: Record<string, unknown>): z.output<typeof search> =>
  search.parse(raw);
