/** Webhooks and their deliveries. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { type Call, route } from "#api/http/route.ts";
import {
  addWebhook,
  changeWebhook,
  getWebhookDeliveries,
  getWebhooks,
  removeWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
} from "#contract/site/webhooks.ts";
import type { Webhook } from "#db/models/webhook.ts";
import {
  addWebhook as add,
  allWebhooks,
  changeWebhook as change,
  deliveryRows,
  presentDelivery,
  presentWebhook,
  queueTest,
  removeWebhook as remove,
  requireWebhook,
  resend,
  rotateSecret,
} from "./webhooks.ts";

const presenter = async ({ deps, configuration }: Pick<Call, "deps" | "configuration">) => {
  const { timezone } = await configuration();
  return (webhook: Webhook) => presentWebhook(deps.cipher, webhook, timezone);
};

export const webhookRoutes = [
  route(getWebhooks, async (call) => (await allWebhooks(call.deps.db)).map(await presenter(call))),

  route(addWebhook, async (call) => {
    const { webhook, secret } = await add(call.deps, call.body);
    return { webhook: (await presenter(call))(webhook), secret };
  }),

  route(changeWebhook, async (call) => {
    const { id: _, ...settings } = call.body;
    return (await presenter(call))(await change(call.deps, call.params.id, settings));
  }),

  route(removeWebhook, ({ deps: { db }, params: { id } }) => remove(db, id)),

  route(rotateWebhookSecret, async ({ deps, params: { id } }) => ({ secret: await rotateSecret(deps, id) })),

  route(testWebhook, async ({ deps: { db, clock }, params: { id } }) => ({
    id: await queueTest(db, id, clock()),
  })),

  route(getWebhookDeliveries, async ({ deps: { db }, configuration, params: { id }, query }) => {
    await requireWebhook(db, id);
    const { timezone } = await configuration();
    return presentPage(await deliveryRows(db, id, query), (row) => presentDelivery(row, timezone));
  }),

  route(resendDelivery, ({ deps: { db, clock }, params: { id, delivery } }) =>
    resend(db, id, delivery, clock()),
  ),
];
