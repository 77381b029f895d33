/** Queues deliveries of webhooks in the transaction of the reported change. */
import type { Knex } from "knex";
import type { AlertKind } from "#contract/alert-kinds.ts";
import type { WebhookEvent } from "#contract/site/webhooks.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { Webhook, WebhookDelivery } from "#db/models/webhook.ts";

/** The columns of a visit's log that webhooks report. */
export interface StatusChange {
  readonly visitId: number;
  /** Null for a new visit. */
  readonly fromCode: StatusCode | null;
  readonly toCode: StatusCode;
  readonly at: Date;
}

/** The event of a log row; undefined where webhooks do not report it. */
function eventOf({ fromCode, toCode }: StatusChange): WebhookEvent | undefined {
  if (fromCode === null) return "applied";
  if (fromCode === toCode) return undefined;
  if (toCode === "cancelled" || toCode === "entered") return toCode;
  if (fromCode === "entered") return "left";
  return ["applied", "approved", "rejected"].includes(toCode) ? "decided" : undefined;
}

/** Locked against removal until the deliveries are stored. */
const activeWebhooks = async (trx: Knex.Transaction): Promise<Pick<Webhook, "id" | "events">[]> =>
  Webhook.query(trx).select("id", "events").where({ isActive: true }).orderBy("id").forKeyShare();

/** Queues a delivery of each change for every webhook that subscribes to its event. */
export async function queueStatusChanges(
  trx: Knex.Transaction,
  changes: readonly StatusChange[],
): Promise<void> {
  const events = changes.flatMap((change) => {
    const event = eventOf(change);
    return event ? [{ ...change, event }] : [];
  });
  if (events.length === 0) return;
  const webhooks = await activeWebhooks(trx);
  const deliveries = events.flatMap(({ visitId, toCode, at, event }) =>
    webhooks
      .filter((webhook) => webhook.events.includes(event))
      .map(({ id }) => ({
        webhookId: id,
        visitId,
        event,
        statusCode: toCode,
        happenedAt: at,
        nextAttemptAt: at,
      })),
  );
  if (deliveries.length > 0) await WebhookDelivery.query(trx).insert(deliveries);
}

/** Queues an alert for the webhooks that subscribe to alerts; it names no person. */
export async function queueAlert(trx: Knex.Transaction, alert: AlertKind, now: Date): Promise<void> {
  const webhooks = await activeWebhooks(trx);
  const deliveries = webhooks
    .filter(({ events }) => events.includes("alert"))
    .map(({ id }) => ({
      webhookId: id,
      event: "alert" as const,
      alert,
      happenedAt: now,
      nextAttemptAt: now,
    }));
  if (deliveries.length > 0) await WebhookDelivery.query(trx).insert(deliveries);
}
