/** Messages to visitors and hosts (docs/behaviour.md, "Messages"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, cellphone, id, idParams, ignored, line, lines } from "#contract/fields.ts";
import { day, idFilter, idsFilter, listQuery, page, pageSizes, wordsFilter } from "#contract/lists.ts";
import { limits } from "#contract/visits/requests.ts";
import {
  type MessagePlaceholder,
  maxSmsBytes,
  placeholders,
  placeholdersOf,
  sentBytes,
  unsendable,
} from "./sms-text.ts";

/**
 * What a message may be about: what a site can switch and word, many requests or notices at once, a person's own, a code, a staff
 * account.
 */
export const templateEvents = [
  "apply",
  "approve",
  "reject",
  "cancel",
  "change",
  "undo",
  "remind",
  "remindHost",
  "arriveHost",
  "cancelHost",
  "changeHost",
  "overstayHost",
  "dayBefore",
  "applyDeputy",
  "applyDesk",
] as const;
/**
 * `account`: what was done to a staff account; `invitation`: its link, which is never shown; `formerAddress`: what ends the calendar's
 * entry at an address that was corrected.
 */
export const messageEvents = [
  ...templateEvents,
  ...(["applyMany", "noticeMany", "manual", "lookupCode", "account", "invitation", "formerAddress"] as const),
] as const;

export type TemplateEvent = (typeof templateEvents)[number];
/** Not sent until a site switches them on: a site that is there pays for each message. */
export const disabledByDefault: readonly TemplateEvent[] = [
  "arriveHost",
  "cancelHost",
  "changeHost",
  "overstayHost",
  "dayBefore",
];

export type MessageEvent = (typeof messageEvents)[number];

/**
 * `queued`: waits for its turn, the first or a further one. `sending`: handed to the provider just now.
 * `sent`: the provider took it. `kept`: there is no provider; it is only shown. `failed`: refused, with the
 * reason. `unknown`: nobody can tell whether the provider took it; a person decides. `withdrawn`: taken
 * back before it was sent.
 */
export const messageStatuses = [
  "queued",
  "sending",
  "sent",
  "kept",
  "failed",
  "unknown",
  "withdrawn",
] as const;

export type MessageStatus = (typeof messageStatuses)[number];

export const messageKinds = ["sms", "lms", "alimtalk", "email"] as const;

export type MessageKind = (typeof messageKinds)[number];

export const maxRecipients = 500;

/** A message is not tried more often than this before it counts as failed. */
export const maxAttempts = 6;

export const message = z.object({
  id,
  visit: z.nullable(z.object({ id, reserveNo: z.string(), name: z.string() })),
  to: z.object({
    kind: z.enum(["visitor", "host", "other"]),
    name: z.string(),
    /** Masked; empty once it was erased, and of an e-mail. */
    cellPhone: z.string(),
    /** Of an e-mail, masked; empty once it was erased. */
    email: z.string(),
  }),
  kind: z.enum(messageKinds),
  event: z.enum(messageEvents),
  /** Empty once it was erased. */
  text: z.string(),
  bytes: z.int(),
  lang: z.enum(["ko", "en"]),
  status: z.enum(messageStatuses),
  attempts: z.int(),
  /** The provider's reason, or ours. */
  error: z.string(),
  provider: z.string(),
  providerMessageId: z.string(),
  /** Who wrote it; null where the product did, or another system. */
  sentBy: z.nullable(z.object({ id, name: z.string() })),
  /** The API key of another system that wrote it. */
  sentByKey: z.nullable(z.object({ id, name: z.string() })),
  /** Wall times. */
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  nextAttemptAt: z.nullable(z.string()),
  erased: z.boolean(),
  actions: z.array(z.enum(["retry"])),
});

export type MessageAnswer = z.output<typeof message>;

export const getMessages = endpoint({
  method: "GET",
  path: "/dash/sms",
  permission: "sms",
  recorded: "none",
  summary:
    "Messages, the newest first. `q`: the recipient's name from two letters, the number or its last four digits, the visit's reservation number.",
  query: listQuery(["createdAt"], {
    status: wordsFilter(messageStatuses),
    event: wordsFilter(messageEvents),
    visit: idFilter,
    /** These and no others. */
    ids: blankable(idsFilter(pageSizes.max)),
    /** Days on which they were written. */
    from: blankable(day),
    to: blankable(day),
  }),
  response: page(message),
});

export type MessageListQuery = z.output<typeof getMessages.query>;

const fits = z.refine<string>((text) => sentBytes(text) <= maxSmsBytes.lms, {
  error: `smsTooLong:${maxSmsBytes.lms}`,
});

const shown = z.refine<string>((text) => unsendable(text) === undefined, {
  error: ({ input }) => `smsCharacter:${unsendable(String(input))}`,
});

/** A host has a link where there is something to decide, and that of a cancelled visit is over. */
const withoutLink: readonly (TemplateEvent | "manual")[] = [
  ...([
    "remindHost",
    "arriveHost",
    "cancelHost",
    "changeHost",
    "overstayHost",
    "cancel",
    "applyDesk",
  ] as const),
];

/** Placeholders that a text of an event may have; a rejection has its reason. */
export const placeholdersFor = (event: TemplateEvent | "manual"): readonly MessagePlaceholder[] =>
  placeholders.filter((placeholder) => {
    if (placeholder === "reason") return event === "reject";
    return placeholder !== "link" || !withoutLink.includes(event);
  });

/** A placeholder that a text of an event may not have. */
export const unknownPlaceholder = (event: TemplateEvent | "manual", text: string): string | undefined =>
  placeholdersOf(text).find((name) => !(placeholdersFor(event) as readonly string[]).includes(name));

const manualPlaceholders = z.refine<string>((text) => unknownPlaceholder("manual", text) === undefined, {
  error: ({ input }) => `blankUnknown:{${unknownPlaceholder("manual", String(input))}}`,
});

const messageText = lines(maxSmsBytes.lms).check(fits, shown);

/** A visit that can be written to, and what its placeholders are filled with. */
export const messageRecipient = z.object({
  visitID: id,
  name: z.string(),
  /** Masked; empty where there is none. */
  cellPhone: z.string(),
  /** Masked; empty where there is none that e-mail reaches. Without both nothing can be sent. */
  email: z.string(),
  /** The language that its visitor is written to in. */
  lang: z.enum(["ko", "en"]),
  /** By placeholder, in that language. */
  values: z.record(z.string(), z.string()),
});

export type MessageRecipient = z.output<typeof messageRecipient>;

export const getMessageRecipients = endpoint({
  method: "GET",
  path: "/dash/sms/recipients",
  permission: "sms",
  recorded: "none",
  summary:
    "Visits as messages speak of them, to compose by: those of `visits` that the caller may write to, the others are left out.",
  query: z.strictObject({ visits: idsFilter(maxRecipients) }),
  response: z.array(messageRecipient),
});

const recipient = z
  .strictObject({
    visitID: blankable(id),
    cellPhone: blankable(cellphone),
    /** Of a recipient without a visit. */
    name: blankable(line(limits.name)),
  })
  .check(
    z.refine(
      ({ visitID, cellPhone }) => (visitID === undefined) !== (cellPhone === undefined),
      "recipientOne",
    ),
  );

export const sendMessages = endpoint({
  method: "POST",
  path: "/dash/sms/send",
  permission: "sms",
  recorded: { subject: null },
  idempotent: true,
  summary:
    "Sends a text, or the site's own words for an event, to visitors and numbers. Placeholders are filled for each; a bare number needs the reach of all visits.",
  body: z.strictObject({
    to: z
      .array(recipient, { error: (issue) => (issue.input == null ? "required" : "invalid") })
      .check(z.minLength(1, "required"), z.maxLength(maxRecipients, "tooMany")),
    text: blankable(messageText.check(manualPlaceholders)),
    /** Takes the place of a text that is left out. */
    template: z.optional(z.nullable(z.enum(templateEvents, { error: "invalid" }))),
  }),
  response: z.object({
    queued: z.int(),
    /** The messages that were written, in the order of `to`. */
    ids: z.array(id),
    /** Of the longest of them, filled. */
    kind: z.enum(["sms", "lms"]),
    bytes: z.int(),
  }),
});

export type MessageSending = z.output<typeof sendMessages.body>;
export type MessagesSent = z.output<typeof sendMessages.response>;

export const retryMessage = endpoint({
  method: "POST",
  path: "/dash/sms/:id/retry",
  permission: "sms",
  recorded: { subject: null },
  summary: "Sends a message once more that failed, or of which nobody knows whether it was sent.",
  params: idParams,
  body: z.strictObject({ id: blankable(id) }),
  response: message,
});

export const template = z.object({
  event: z.enum(templateEvents),
  /** Off: nothing is sent at this event. */
  enabled: z.boolean(),
  text: z.string(),
  enText: z.string(),
  /** The product's own words. */
  defaultText: z.string(),
  defaultEnText: z.string(),
  bytes: z.int(),
  enBytes: z.int(),
  /** Placeholders that its texts may have. */
  blanks: z.array(z.string()),
});

export type TemplateAnswer = z.output<typeof template>;

export const getSmsTemplates = endpoint({
  method: "GET",
  path: "/dash/sms/templates",
  permission: "sms",
  recorded: "none",
  summary: "What is sent at each event, in both languages.",
  response: z.array(template),
});

export const changeSmsTemplate = endpoint({
  method: "PUT",
  path: "/dash/sms/templates/:event",
  permission: "referenceData",
  recorded: { subject: null },
  summary: "Changes what is sent at an event, or switches it off; an empty text is the product's own again.",
  params: z.object({ event: z.enum(templateEvents, { error: "invalid" }) }),
  body: z.strictObject({
    event: ignored,
    enabled: z.optional(z.boolean({ error: "invalid" })),
    text: z.optional(messageText),
    enText: z.optional(messageText),
    defaultText: ignored,
    defaultEnText: ignored,
    bytes: ignored,
    enBytes: ignored,
    blanks: ignored,
  }),
  response: template,
});

export type TemplateChange = z.output<typeof changeSmsTemplate.body>;
