/** Webhooks: local receivers, and a clock moved by the tests. */
import { Webhook } from "standardwebhooks";
import { sendWebhooks } from "#api/features/webhooks/delivery.ts";
import type { WebhookAnswer } from "#contract/site/webhooks.ts";
import { WebhookDelivery } from "#db/models/webhook.ts";
import type { TestServer } from "./api.ts";
import type { SignedIn } from "./console/staff.ts";
import type { ReceivedWebhook } from "./services/webhook-receiver.ts";

export const webhookSettings = (url: string, more: Record<string, unknown> = {}) => ({
  name: "출입 통계",
  url,
  format: "standard",
  lang: "ko",
  events: ["applied", "decided", "entered", "left", "cancelled"],
  personal: false,
  ...more,
});

/** @throws Error with the server's answer */
export async function addedWebhook(
  admin: SignedIn,
  url: string,
  more: Record<string, unknown> = {},
): Promise<{ webhook: WebhookAnswer; secret: string }> {
  const answer = await admin.post("/dash/webhooks", { body: webhookSettings(url, more) });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Verifies the signature. @param tolerance of the timestamp, in seconds @returns the received payload */
export const verified = (secret: string, { text, headers }: ReceivedWebhook, now: Date, tolerance = 1) => {
  // The library uses the real clock.
  const at = Math.floor(Date.now() / 1000);
  const sentAt = Number(headers["webhook-timestamp"]);
  if (Math.abs(sentAt - now.getTime() / 1000) > tolerance) throw new Error(`stamped ${sentAt}`);
  const signer = new Webhook(secret);
  const id = String(headers["webhook-id"]);
  if (headers["webhook-signature"] !== signer.sign(id, new Date(sentAt * 1000), text)) {
    throw new Error("another secret signed it");
  }
  const again = { "webhook-id": id, "webhook-timestamp": String(at) };
  return signer.verify(text, { ...again, "webhook-signature": signer.sign(id, new Date(at * 1000), text) });
};

export const deliveriesOf = async ({ db }: TestServer, webhookId: number): Promise<WebhookDelivery[]> =>
  WebhookDelivery.query(db).where({ webhookId }).orderBy("id");

/** Moves the clock, and sends all due webhooks. */
export async function sendAfter(server: TestServer, seconds = 0): Promise<number> {
  server.now = new Date(server.now.getTime() + seconds * 1000);
  return sendWebhooks(server.deps);
}
