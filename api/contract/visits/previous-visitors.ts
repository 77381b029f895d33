/** Who came before, offered to whoever reserves (docs/behaviour.md, "Visits"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, named } from "#contract/fields.ts";
import { optionsQuery } from "#contract/lists.ts";

/** No more people than this are offered. */
export const maxPreviousVisitors = 8;

export const previousVisitor = z.object({
  /** The last visit to which they came; `previousVisit` of a reservation takes the number from it. */
  id,
  name: z.string(),
  company: z.string(),
  position: z.string(),
  /** Masked; empty where there is none, or none that can be read. */
  cellPhone: z.string(),
  emailMasked: z.string(),
  carNumber: z.string(),
  /** As the lists of people to choose from name them; null where they resigned since. */
  hostUser: z.nullable(named),
  /** Null where it is no longer in use. */
  purpose: z.nullable(named),
  startDate: z.string(),
  /** How many came along to that visit; none where they were a companion themselves. */
  companions: z.int(),
});

export type PreviousVisitor = z.output<typeof previousVisitor>;

export const getPreviousVisitors = endpoint({
  method: "GET",
  path: "/dash/visits/previous-visitors",
  permission: "visits.reserve",
  recorded: "none",
  summary:
    "People who came before and whose name holds the text (initial consonants too), with what was said of their last visit: the 8 who came last, none under 2 characters. A host's own visitors only.",
  query: optionsQuery,
  response: z.array(previousVisitor),
});
