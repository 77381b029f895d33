/** Exports of lists with personal data (docs/decisions/console/lists.md). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { requiredLines } from "#contract/fields.ts";

/** Lists that can be exported. */
export const exportNames = [
  "visits",
  "reserved",
  "inside",
  "notReturned",
  "hostUsers",
  "accessLog",
  "register",
] as const;

export type ExportName = (typeof exportNames)[number];

export const exportList = endpoint({
  method: "POST",
  path: "/dash/exports",
  permission: "account",
  recorded: "none",
  summary:
    "The matching rows of a list, at most 10,000, as the cells of a file; needs the permission of the list. The export and its reason are logged as an event.",
  body: z.strictObject({
    list: z.enum(exportNames, { error: "invalid" }),
    /** The list's own query, without `page` and `size`. */
    filters: z._default(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(300))), {}),
    reason: requiredLines(200),
  }),
  media: "application/json",
  // Written row by row; `exportedCells` is its schema.
  response: z.unknown(),
});

/** Response of `exportList`, in the requested language. */
export const exportedCells = z.object({
  headings: z.array(z.string()),
  lines: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))),
  /** There are more rows than were exported. */
  isCut: z.boolean(),
});
