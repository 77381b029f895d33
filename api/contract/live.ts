/**
 * Live updates (docs/behaviour.md, "Live updates"): the console invalidates its data and reads again with its own
 * permissions. Events contain no personal data.
 */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { id } from "./fields.ts";

export const changeKinds = [
  "visit",
  "pass",
  "configuration",
  "company",
  "code",
  "hostUser",
  "text",
  "sms",
  "signage",
  "erasureRequest",
  "accessReview",
  "dayClosing",
  "delegation",
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** Event names of the stream: one change, or "everything may have changed". */
export const liveEvents = { change: "change", reset: "reset" } as const;

/** The data of a `change` event. A `reset` event carries `{}`. */
export const change = z.object({
  id: z.int(),
  kind: z.enum(changeKinds),
  /** The changed visit, for changes of visits. */
  visitId: z.optional(id),
});

export type LiveChange = z.output<typeof change>;

export const getLive = endpoint({
  method: "GET",
  path: "/dash/live",
  permission: "account",
  recorded: "none",
  background: true,
  summary:
    "Changes as server-sent events: `change` with id, kind and visit, or `reset` where everything may have changed. Resumes from `Last-Event-ID`; ends with the session.",
  media: "text/event-stream",
  response: z.unknown(),
});
