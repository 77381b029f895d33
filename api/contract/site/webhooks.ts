/** Webhooks: notify other systems of visits and alerts (docs/behaviour.md, "Webhooks"). */
import * as z from "zod/mini";
import { alertKinds } from "#contract/alert-kinds.ts";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, idText, line, orRequired } from "#contract/fields.ts";
import { listQuery, page } from "#contract/lists.ts";

/** Events of visits. */
export const visitEvents = ["applied", "decided", "entered", "left", "cancelled"] as const;

/** All events of webhooks. */
export const webhookEvents = [...visitEvents, "alert"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export type SentEvent = WebhookEvent | "test";

/** `standard` is signed JSON (standardwebhooks.com); the others are a sentence in the format of that chat. */
export const webhookFormats = ["standard", "slack", "teams", "kakaowork"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** `unknown`: waited in a backup that was restored, and may have been sent since. */
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
  /** May contain a secret, as chat URLs do: stored encrypted, and logs contain the host only. */
  url: webhookAddress,
  format: z.enum(webhookFormats, { error: orRequired("invalid") }),
  /** Language of the sentences in a chat. */
  lang: z.enum(["ko", "en"], { error: orRequired("invalid") }),
  events: webhookEventList,
  /** Whether name, company and reservation number are sent; phone numbers never are. */
  personal: z.boolean({ error: orRequired("invalid") }),
};

export const webhook = z.object({
  id,
  name: z.string(),
  /** Empty where the encryption key is missing. */
  url: z.string(),
  host: z.string(),
  format: z.enum(webhookFormats),
  lang: z.enum(["ko", "en"]),
  events: z.array(z.enum(webhookEvents)),
  personal: z.boolean(),
  active: z.boolean(),
  /** Why the server paused it. */
  pausedBecause: z.nullable(z.enum(["failing", "gone"])),
  /** Wall time of the first failure since the last success; null where no attempt failed. */
  failingSince: z.nullable(z.string()),
});

export type WebhookAnswer = z.output<typeof webhook>;

/** Shown once: stored encrypted and never returned again. */
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
  summary: "Adds a webhook; the signing secret is shown only this once.",
  body: z.strictObject(settings),
  response: z.object({ webhook, secret }),
});

export type WebhookSettings = z.output<typeof addWebhook.body>;

export const changeWebhook = endpoint({
  method: "PUT",
  path: "/dash/webhooks/:id",
  permission: "integrations",
  recorded: { subject: null },
  summary: "Changes, pauses or resumes a webhook; waiting deliveries are sent when it resumes.",
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
  summary: "Creates a new signing secret, shown only this once; the previous one is no longer valid.",
  params: idParams,
  response: z.object({ secret }),
});

export const testWebhook = endpoint({
  method: "POST",
  path: "/dash/webhooks/:id/test",
  permission: "integrations",
  recorded: { subject: null },
  summary: "Queues a test event, for a paused webhook, too.",
  params: idParams,
  response: z.object({ id: z.int() }),
});

const delivery = z.object({
  id: z.int(),
  /** `webhook-id`, the same at every attempt. */
  messageId: z.string(),
  /** Null for alerts and tests. */
  visitId: z.nullable(id),
  event: z.enum([...webhookEvents, "test"]),
  /** Kind of an alert; null for other events. */
  alert: z.nullable(z.enum(alertKinds)),
  /** Wall times. */
  happenedAt: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  nextAttemptAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** HTTP status of the last answer; null without an answer. */
  answerStatus: z.nullable(z.int()),
  /** Error of the last attempt; null where it succeeded. */
  error: z.nullable(z.enum(deliveryErrors)),
});

export type DeliveryAnswer = z.output<typeof delivery>;

export const getWebhookDeliveries = endpoint({
  method: "GET",
  path: "/dash/webhooks/:id/deliveries",
  permission: "integrations",
  recorded: "none",
  summary: "Deliveries of the last 30 days and waiting ones, newest first.",
  params: idParams,
  query: listQuery(["id"], { state: blankable(z.enum(deliveryStates, { error: "invalid" })) }),
  response: page(delivery),
});

export const resendDelivery = endpoint({
  method: "POST",
  path: "/dash/webhooks/:id/deliveries/:delivery/resend",
  permission: "integrations",
  recorded: { subject: null },
  summary: "Repeats a delivery under the same message id; 405 while it is being sent.",
  params: z.object({ id: idText, delivery: idText }),
  response: z.undefined(),
});
