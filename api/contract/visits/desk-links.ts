/** A visitor's own page, opened at the desk (docs/behaviour.md, "Agreeing at the desk"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams } from "#contract/fields.ts";

/** Marks the page's URL; the token follows behind `#`. */
export const deskMark = "desk";

/** Session storage key of the console's path, "/today?visit=1", to which a handed-over screen returns. */
export const handedOverKey = "visitor.handedOver";

export const makeDeskLink = endpoint({
  method: "POST",
  path: "/dash/visits/:id/desk-link",
  permission: "desk",
  recorded: { subject: "visits" },
  person: true,
  summary:
    "Creates the link by which the visitor agrees at the desk, replacing the previous one. With `screen` the caller's session is suspended until then.",
  params: idParams,
  body: z.strictObject({
    id: blankable(id),
    /** The visitor uses this very screen. */
    screen: z._default(z.boolean({ error: "invalid" }), false),
  }),
  response: z.object({
    /** With the token behind `#`; returned only this once. */
    url: z.string(),
    /** Validity in seconds. */
    seconds: z.int(),
  }),
});

export type DeskLinkAnswer = z.output<typeof makeDeskLink.response>;
