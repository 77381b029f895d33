/** Webhooks: other systems are told of what happens to visits, and of alerts (docs/behaviour.md, "Webhooks"). */
import * as z from "zod/mini";
import { alertKinds } from "#contract/alert-kinds.ts";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, idText, line, orRequired } from "#contract/fields.ts";
import { listQuery, page } from "#contract/lists.ts";

/** What may be told of a visit. */
export const visitEvents = ["applied", "decided", "entered", "left", "cancelled"] as const;

/** What a webhook may be told of: visits, and what stands out. */
export const webhookEvents = [...visitEvents, "alert"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export type SentEvent = WebhookEvent | "test";

/** `standard` is signed JSON (standardwebhooks.com); the others are a sentence, as that chat takes it. */
export const webhookFormats = ["standard", "slack", "teams", "kakaowork"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** `unknown` of what waited in a backup that was restored: it may have been sent since. */
export const deliveryStates = ["waiting", "sending", "delivered", "failed", "unknown"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why an attempt failed. */
export const deliveryErrors = [
  "timeout",
  "connection",
  "tls",
  "addressUnknown",
  "addressPrivate",
  "redirect",
  "status",
  "sealed",
  "interrupted",
  "restored",
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

export const maxWebhooks = 20;
const maxAddress = 2_000;

export const webhookAddress = line(maxAddress).check(
  z.refine<string>((text) => URL.canParse(text), "httpsAddress"),
);

export const webhookEventList = z
  .array(z.enum(webhookEvents, { error: "invalid" }), { error: orRequired("invalid") })
  .check(
    z.minLength(1, "required"),
    z.refine<WebhookEvent[]>((events) => new Set(events).size === events.length, "invalid"),
  );

const settings = {
  name: line(60),
  /** It may hold a secret, as those of chats do: at rest it is sealed, and logs name its host only. */
  url: webhookAddress,
  format: z.enum(webhookFormats, { error: orRequired("invalid") }),
  /** Of the sentences that a chat shows. */
  lang: z.enum(["ko", "en"], { error: orRequired("invalid") }),
  events: webhookEventList,
  /** Whether name, company and reservation number go along; numbers of telephones never do. */
  personal: z.boolean({ error: orRequired("invalid") }),
};

export const webhook = z.object({
  id,
  name: z.string(),
  /** Empty where the key that it was sealed with is missing. */
  url: z.string(),
  host: z.string(),
  format: z.enum(webhookFormats),
  lang: z.enum(["ko", "en"]),
  events: z.array(z.enum(webhookEvents)),
  personal: z.boolean(),
  active: z.boolean(),
  /** Why the server paused it by itself. */
  pausedBecause: z.nullable(z.enum(["failing", "gone"])),
  /** Wall time of the first attempt that failed since the last success; null where none did. */
  failingSince: z.nullable(z.string()),
});

export type WebhookAnswer = z.output<typeof webhook>;

/** Shown once: it is kept sealed, and never given out again. */
const secret = z.string();

export const getWebhooks = endpoint({
  method: "GET",
  path: "/dash/webhooks",
  permission: "integrations",
  recorded: "none",
  summary: "All webhooks, by name.",
  response: z.array(webhook),
});

export const addWebhook = endpoint({
  method: "POST",
  path: "/dash/webhooks",
  permission: "integrations",
  recorded: { subject: null },
  summary: "Adds a webhook; the secret that signs is shown this once.",
  body: z.strictObject(settings),
  response: z.object({ webhook, secret }),
});

export type WebhookSettings = z.output<typeof addWebhook.body>;

export const changeWebhook = endpoint({
  method: "PUT",
  path: "/dash/webhooks/:id",
  permission: "integrations",
  recorded: { subject: null },
  summary: "Changes a webhook, pauses it, or lets it go on; what waited is sent then.",
  params: idParams,
  body: z.strictObject({
    ...settings,
    id: z.optional(id),
    active: z.boolean({ error: orRequired("invalid") }),
  }),
  response: webhook,
});

export type WebhookChange = Omit<z.output<typeof changeWebhook.body>, "id">;

export const removeWebhook = endpoint({
  method: "DELETE",
  path: "/dash/webhooks/:id",
  permission: "integrations",
  recorded: { subject: null },
  summary: "Removes a webhook and its deliveries.",
  params: idParams,
  response: z.undefined(),
});

export const rotateWebhookSecret = endpoint({
  method: "POST",
  path: "/dash/webhooks/:id/secret",
  permission: "integrations",
  recorded: { subject: null },
  summary: "Makes a new signing secret, shown this once; the one before signs nothing any more.",
  params: idParams,
  response: z.object({ secret }),
});

export const testWebhook = endpoint({
  method: "POST",
  path: "/dash/webhooks/:id/test",
  permission: "integrations",
  recorded: { subject: null },
  summary: "Queues a test event, also to a webhook that is paused.",
  params: idParams,
  response: z.object({ id: z.int() }),
});

const delivery = z.object({
  id: z.int(),
  /** `webhook-id`, the same at every attempt. */
  messageId: z.string(),
  /** Null of an alert and a test. */
  visitId: z.nullable(id),
  event: z.enum([...webhookEvents, "test"]),
  /** What an alert tells of; null where it is none. */
  alert: z.nullable(z.enum(alertKinds)),
  /** Wall times. */
  happenedAt: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  nextAttemptAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** Of the last answer; null where none came. */
  answerStatus: z.nullable(z.int()),
  /** Of the last attempt; null where it did not fail. */
  error: z.nullable(z.enum(deliveryErrors)),
});

export type DeliveryAnswer = z.output<typeof delivery>;

export const getWebhookDeliveries = endpoint({
  method: "GET",
  path: "/dash/webhooks/:id/deliveries",
  permission: "integrations",
  recorded: "none",
  summary: "What was sent to a webhook in the last 30 days, and what waits; the newest first.",
  params: idParams,
  query: listQuery(["id"], { state: blankable(z.enum(deliveryStates, { error: "invalid" })) }),
  response: page(delivery),
});

export const resendDelivery = endpoint({
  method: "POST",
  path: "/dash/webhooks/:id/deliveries/:delivery/resend",
  permission: "integrations",
  recorded: { subject: null },
  summary: "Sends a delivery once more, under the same message id; 405 while it is being sent.",
  params: z.object({ id: idText, delivery: idText }),
  response: z.undefined(),
});
