/** Earlier visitors as suggestions for a reservation (docs/behaviour.md, "Visits"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, named } from "#contract/fields.ts";
import { optionsQuery } from "#contract/lists.ts";

/** Maximum number of suggestions. */
export const maxPreviousVisitors = 8;

export const previousVisitor = z.object({
  /** Their last visit; `previousVisit` of a reservation copies the number from it. */
  id,
  name: z.string(),
  company: z.string(),
  position: z.string(),
  /** Masked; empty where there is none, or it cannot be decrypted. */
  cellPhone: z.string(),
  emailMasked: z.string(),
  carNumber: z.string(),
  /** As the list of hosts names the user; null after a resignation. */
  hostUser: z.nullable(named),
  /** Null where they are no longer in use. */
  purpose: z.nullable(named),
  accessiblePlace: z.nullable(named),
  startDate: z.string(),
  /** Companions of that visit; 0 where the visitor was a companion. */
  companions: z.int(),
});

export type PreviousVisitor = z.output<typeof previousVisitor>;

export const getPreviousVisitors = endpoint({
  method: "GET",
  path: "/dash/visits/previous-visitors",
  permission: "visits.reserve",
  recorded: "none",
  summary:
    "Earlier visitors whose name contains the text (initial consonants too), with the details of their last visit: the 8 most recent, none under 2 characters. Hosts see their own visitors only.",
  query: optionsQuery,
  response: z.array(previousVisitor),
});
