import * as z from "zod/mini";
import { templateEvents } from "#contract/sms.ts";

/** The event whose words are open. */
const search = z.object({ event: z.catch(z.optional(z.enum(templateEvents)), undefined) });

export const parseWordingSearch = (raw: Record<string, unknown>): z.output<typeof search> =>
  search.parse(raw);
