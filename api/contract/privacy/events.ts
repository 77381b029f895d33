/** Event log: sign-ins, refusals, writes, exports, alerts (docs/behaviour.md, "Privacy"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, line, named, requiredLines } from "#contract/fields.ts";
import { day, idFilter, listQuery, page } from "#contract/lists.ts";
import { roles } from "#contract/roles.ts";
import { namedKey } from "#contract/site/api-keys.ts";

export const eventKinds = ["signIn", "signInFailed", "refused", "call", "change", "export", "alert"] as const;

export type EventKind = (typeof eventKinds)[number];

/** Tables whose changes are logged with the values before and after; visits have their own log. */
export const eventSubjects = [
  "configuration",
  "holidays",
  "logos",
  "companies",
  "user_codes",
  "terms",
  "terms_versions",
  "privacy_policies",
  "sms_templates",
  "host_users",
  "webhooks",
  "api_keys",
  "visits",
] as const;

export const event = z.object({
  id: z.int(),
  /** Wall time. */
  at: z.string(),
  kind: z.enum(eventKinds),
  /** The actor; null for callers who are not signed in and for the server's own work. */
  hostUser: z.nullable(z.object({ id, name: z.string(), role: z.nullable(z.enum(roles)) })),
  /** The API key that acted. */
  apiKey: z.nullable(namedKey),
  /** The host whose deputy the actor was, where the call was about that host's visit. */
  onBehalfOf: z.nullable(named),
  address: z.string(),
  /** "PUT /dash/config"; empty where no call caused it. */
  call: z.string(),
  /** Table of the record; empty without one. */
  subject: z.string(),
  subjectId: z.nullable(z.int()),
  /** The record's name, the sign-in method, the reason of a refusal or export, or the alert. */
  detail: z.string(),
  /** Of a change: old and new values by column; omitted values are "***". */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});

export type EventAnswer = z.output<typeof event>;

const filters = {
  from: blankable(day),
  to: blankable(day),
  kind: blankable(z.enum(eventKinds, { error: "invalid" })),
  hostUser: idFilter,
  subject: blankable(z.enum(eventSubjects, { error: "invalid" })),
  subjectId: idFilter,
};

/** `q`: part of the actor's name. */
export const listEvents = endpoint({
  method: "GET",
  path: "/dash/events",
  permission: "privacy.read",
  recorded: "none",
  summary: "Events, newest first.",
  query: listQuery(["at"], filters),
  response: page(event),
});

export type EventQuery = z.output<typeof listEvents.query>;

export const getEventCheck = endpoint({
  method: "GET",
  path: "/dash/events/check",
  permission: "privacy.read",
  recorded: "none",
  summary: "Whether the sealed days of the log are unchanged; null before the first check.",
  response: z.nullable(
    z.object({
      /** Wall time. */
      at: z.string(),
      days: z.int(),
      /** Days that changed after they were sealed, YYYY-MM-DD in UTC. */
      broken: z.array(z.string()),
    }),
  ),
});

export const listBlockedContent = endpoint({
  method: "GET",
  path: "/dash/events/blocked",
  permission: "privacy.read",
  recorded: "none",
  summary: "Content security policy violations that browsers reported, latest first.",
  response: z.array(
    z.object({
      directive: z.string(),
      /** An origin, or a keyword such as "inline". */
      blocked: z.string(),
      /** Path of the page. */
      page: z.string(),
      count: z.int(),
      /** Wall times. */
      firstAt: z.string(),
      lastAt: z.string(),
    }),
  ),
});

export const exportEvents = endpoint({
  method: "POST",
  path: "/dash/events/export",
  permission: "privacy.read",
  recorded: "none",
  summary: "The matching events, at most 10,000, as CSV; the export and its reason are logged as an event.",
  body: z.strictObject({
    reason: requiredLines(200),
    from: filters.from,
    to: filters.to,
    kind: filters.kind,
    subject: filters.subject,
    hostUser: z.optional(id),
    subjectId: z.optional(id),
    q: blankable(line(50)),
  }),
  response: z.object({ csv: z.string(), rows: z.int() }),
});

export type EventExport = z.output<typeof exportEvents.body>;
