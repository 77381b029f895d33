/** Visitors search for their host (docs/behaviour.md, "Request form"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idText } from "#contract/fields.ts";

/** Shorter texts find nothing. */
export const hostSearchMinimum = 2;

/** Maximum number of results. */
export const maxHostsFound = 50;

export const foundHost = z.object({
  id,
  name: z.string(),
  /** Empty where there is none. */
  enName: z.string(),
  company: z.object({ name: z.string() }),
  department: z.string(),
  position: z.string(),
});

export type FoundHost = z.output<typeof foundHost>;

export const findHostUsers = endpoint({
  method: "GET",
  path: "/visitor/findHostUsers",
  permission: "public",
  recorded: "none",
  limit: "hostSearch",
  summary:
    "Hosts whose name or English name contains the text, except those hidden from the search; empty under 2 characters.",
  query: z.strictObject({
    s: z._default(z.string().check(z.maxLength(100, "tooLong:100")), ""),
    company: blankable(idText),
  }),
  response: z.array(foundHost),
});
