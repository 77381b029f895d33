/** A visitor's own page, handed over at the desk (docs/behaviour.md, "Agreeing at the desk"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams } from "#contract/fields.ts";

/** Marks the page's address; the token follows behind `#`. */
export const deskMark = "desk";

/** Under this a tab whose screen was handed over keeps where the console goes on, "/today?visit=1". */
export const handedOverKey = "visitor.handedOver";

export const makeDeskLink = endpoint({
  method: "POST",
  path: "/dash/visits/:id/desk-link",
  permission: "desk",
  recorded: { subject: "visits" },
  person: true,
  summary:
    "Makes the link by which the visitor agrees at the desk, instead of the one before. With `screen` the caller's session is of no use until they have.",
  params: idParams,
  body: z.strictObject({
    id: blankable(id),
    /** The visitor gets this very screen. */
    screen: z._default(z.boolean({ error: "invalid" }), false),
  }),
  response: z.object({
    /** With the token behind `#`; it is told this once. */
    url: z.string(),
    /** So long it is good. */
    seconds: z.int(),
  }),
});

export type DeskLinkAnswer = z.output<typeof makeDeskLink.response>;
