/** Messages to visitors and hosts (docs/behaviour.md, "Messages"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, cellphone, id, idParams, ignored, line, lines } from "#contract/fields.ts";
import { day, enumFilter, idFilter, idsFilter, listQuery, page, pageSizes } from "#contract/lists.ts";
import { maxLengths } from "#contract/visits/requests.ts";
import {
  type MessagePlaceholder,
  maxSmsBytes,
  placeholders,
  placeholdersOf,
  sentBytes,
  unsendable,
} from "./sms-text.ts";

/**
 * Events whose message a site can switch off and reword. `messageEvents` has the others: batches, messages by hand,
 * codes and messages about staff accounts.
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
 * `account`: a change of a staff account; `invitation`: its link, which is never shown; `formerAddress`: removes the
 * calendar entry at an e-mail address that was corrected.
 */
export const messageEvents = [
  ...templateEvents,
  ...(["applyMany", "noticeMany", "manual", "lookupCode", "account", "invitation", "formerAddress"] as const),
] as const;

export type TemplateEvent = (typeof templateEvents)[number];
/** Off until a site switches them on, because the site pays for each message. */
export const disabledByDefault: readonly TemplateEvent[] = [
  "cancelHost",
  "changeHost",
  "overstayHost",
  "dayBefore",
];

export type MessageEvent = (typeof messageEvents)[number];

/**
 * `queued`: waits to be sent, for the first time or again. `sending`: handed to the provider just now. `sent`: accepted
 * by the provider. `kept`: stored without sending, because no provider is configured. `failed`: refused, with the reason.
 * `unknown`: the provider's answer is missing, so a user decides. `withdrawn`: cancelled before it was sent.
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

/** Attempts after which a message counts as failed. */
export const maxAttempts = 6;

export const message = z.object({
  id,
  visit: z.nullable(z.object({ id, reserveNo: z.string(), name: z.string() })),
  to: z.object({
    kind: z.enum(["visitor", "host", "other"]),
    name: z.string(),
    /** Masked; empty for e-mail and for erased messages. */
    cellPhone: z.string(),
    /** Masked; only of e-mail, empty for erased messages. */
    email: z.string(),
  }),
  kind: z.enum(messageKinds),
  event: z.enum(messageEvents),
  /** Empty for erased messages. */
  text: z.string(),
  bytes: z.int(),
  lang: z.enum(["ko", "en"]),
  status: z.enum(messageStatuses),
  attempts: z.int(),
  /** The provider's reason, or our own. */
  error: z.string(),
  provider: z.string(),
  providerMessageId: z.string(),
  /** The author of a message by hand; null for automatic messages and API keys. */
  sentBy: z.nullable(z.object({ id, name: z.string() })),
  /** The API key that sent it. */
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
    "Messages, newest first. `q`: the recipient's name (two letters or more), the number or its last four digits, the visit's reservation number.",
  query: listQuery(["createdAt"], {
    status: enumFilter(messageStatuses),
    event: enumFilter(messageEvents),
    visit: idFilter,
    /** Only these messages. */
    ids: blankable(idsFilter(pageSizes.max)),
    /** Days on which the messages were created. */
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

/** Events without a link: a host gets one only for a decision, and a cancelled visit's link is over. */
const withoutLink: readonly (TemplateEvent | "manual")[] = [
  "remindHost",
  "arriveHost",
  "cancelHost",
  "changeHost",
  "overstayHost",
  "cancel",
  "applyDesk",
];

/** Placeholders allowed in the text of an event; only a rejection has a reason. */
export const placeholdersFor = (event: TemplateEvent | "manual"): readonly MessagePlaceholder[] =>
  placeholders.filter((placeholder) => {
    if (placeholder === "reason") return event === "reject";
    return placeholder !== "link" || !withoutLink.includes(event);
  });

/** The first placeholder that the text of an event may not contain. */
export const unknownPlaceholder = (event: TemplateEvent | "manual", text: string): string | undefined =>
  placeholdersOf(text).find((name) => !(placeholdersFor(event) as readonly string[]).includes(name));

const manualPlaceholders = z.refine<string>((text) => unknownPlaceholder("manual", text) === undefined, {
  error: ({ input }) => `blankUnknown:{${unknownPlaceholder("manual", String(input))}}`,
});

const messageText = lines(maxSmsBytes.lms).check(fits, shown);

/** A visit that messages can be sent to, and the values of its placeholders. */
export const messageRecipient = z.object({
  visitID: id,
  name: z.string(),
  /** Masked; empty where there is none. */
  cellPhone: z.string(),
  /** Masked; empty where there is no deliverable address. */
  email: z.string(),
  /** Language of the visitor's messages. */
  lang: z.enum(["ko", "en"]),
  /** By placeholder, in the visitor's language. */
  values: z.record(z.string(), z.string()),
});

export type MessageRecipient = z.output<typeof messageRecipient>;

export const getMessageRecipients = endpoint({
  method: "GET",
  path: "/dash/sms/recipients",
  permission: "sms",
  recorded: "none",
  summary:
    "Recipients among the given visits, with the values for the composer. Visits that the caller may not write to are left out.",
  query: z.strictObject({ visits: idsFilter(maxRecipients) }),
  response: z.array(messageRecipient),
});

const recipient = z
  .strictObject({
    visitID: blankable(id),
    cellPhone: blankable(cellphone),
    /** For a recipient without a visit. */
    name: blankable(line(maxLengths.name)),
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
    "Sends a text, or the site's template of an event, to visitors and numbers. Placeholders are filled per recipient; a number without a visit needs the reach of all visits.",
  body: z.strictObject({
    to: z
      .array(recipient, { error: (issue) => (issue.input == null ? "required" : "invalid") })
      .check(z.minLength(1, "required"), z.maxLength(maxRecipients, "tooMany")),
    text: blankable(messageText.check(manualPlaceholders)),
    /** The template to send where `text` is absent. */
    template: z.optional(z.nullable(z.enum(templateEvents, { error: "invalid" }))),
  }),
  response: z.object({
    queued: z.int(),
    /** The created messages, in the order of `to`. */
    ids: z.array(id),
    /** Kind of the longest filled text. */
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
  summary: "Sends a message again that failed or whose delivery is unknown.",
  params: idParams,
  body: z.strictObject({ id: blankable(id) }),
  response: message,
});

export const template = z.object({
  event: z.enum(templateEvents),
  /** False: the event sends no message. */
  enabled: z.boolean(),
  text: z.string(),
  enText: z.string(),
  /** The product's own text. */
  defaultText: z.string(),
  defaultEnText: z.string(),
  bytes: z.int(),
  enBytes: z.int(),
  /** Placeholders that the texts may contain. */
  blanks: z.array(z.string()),
});

export type TemplateAnswer = z.output<typeof template>;

export const getSmsTemplates = endpoint({
  method: "GET",
  path: "/dash/sms/templates",
  permission: "sms",
  recorded: "none",
  summary: "The message templates of all events, in both languages.",
  response: z.array(template),
});

export const changeSmsTemplate = endpoint({
  method: "PUT",
  path: "/dash/sms/templates/:event",
  permission: "referenceData",
  recorded: { subject: null },
  summary: "Changes the template of an event, or switches it off; an empty text restores the default.",
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
