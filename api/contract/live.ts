/**
 * What changed, as it changes (docs/behaviour.md, "Live updates"): the console drops what it knows of it and reads
 * again under its own rights. Nothing personal goes through here.
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

/** Names of the stream's events: one change, or "everything may have changed". */
export const liveEvents = { change: "change", reset: "reset" } as const;

/** The data of a `change` event. A `reset` event carries `{}`. */
export const change = z.object({
  id: z.int(),
  kind: z.enum(changeKinds),
  /** The visit that changed, where it is about one. */
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
    "Changes as server-sent events: `change` with its id, kind and visit, or `reset` where all may have changed. Goes on from `Last-Event-ID`; ends with the session.",
  media: "text/event-stream",
  response: z.unknown(),
});
