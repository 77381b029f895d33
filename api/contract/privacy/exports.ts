/** Files of lists that hold people (docs/decisions/console/lists.md). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { someLines } from "#contract/fields.ts";

/** The lists that are exported. */
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
    "The rows of a list that fit, at most 10,000, as the cells of a file; asks for what the list asks for. Who exported them and why is an event.",
  body: z.strictObject({
    list: z.enum(exportNames, { error: "invalid" }),
    /** What the list's own query takes, without `page` and `size`. */
    filters: z._default(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(300))), {}),
    reason: someLines(200),
  }),
  media: "application/json",
  // written row by row: `exportedCells` reads it
  response: z.unknown(),
});

/** What `exportList` answers, in the language that was asked for. */
export const exportedCells = z.object({
  headings: z.array(z.string()),
  lines: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))),
  /** There are more than were taken. */
  isCut: z.boolean(),
});
