/** Claims due deliveries, each for one process, those of a visit one after the other. */
import type { Knex } from "knex";
import type { WebhookDelivery } from "#db/models/webhook.ts";

/** A delivery that this process sends. */
export type ClaimedDelivery = Pick<
  WebhookDelivery,
  "id" | "ref" | "webhookId" | "visitId" | "event" | "statusCode" | "alert" | "happenedAt" | "attempts"
>;

/** Concurrent deliveries per webhook, so that a webhook that hangs does not block others. */
const maxPerWebhook = 3;

/** Claims due deliveries, oldest first, skipping those that another process claims at the same time. */
export async function claimDeliveries(
  db: Knex,
  { limit, now, leasedUntil }: { readonly limit: number; readonly now: Date; readonly leasedUntil: Date },
): Promise<ClaimedDelivery[]> {
  const { rows } = await db.raw<{ rows: ClaimedDelivery[] }>(
    // A later event of a visit waits for the earlier one. None is sent while the site waits after a restore.
    `WITH due AS MATERIALIZED (
       SELECT d.id, row_number() OVER (PARTITION BY d.webhook_id ORDER BY d.next_attempt_at, d.id) AS rank
       FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id AND (w.is_active OR d.event = 'test')
       WHERE d.state = 'waiting' AND d.next_attempt_at <= :now
         AND NOT EXISTS (SELECT FROM webhook_deliveries e WHERE e.webhook_id = d.webhook_id AND e.visit_id = d.visit_id
           AND e.id < d.id AND e.state IN ('waiting', 'sending'))
         AND NOT EXISTS (SELECT FROM paused_jobs WHERE job = 'restored' AND done_at IS NULL)
     ), claimed AS MATERIALIZED (
       SELECT d.id FROM webhook_deliveries d JOIN due ON due.id = d.id AND due.rank <= ${maxPerWebhook}
       WHERE d.state = 'waiting' ORDER BY d.next_attempt_at, d.id LIMIT :limit FOR UPDATE OF d SKIP LOCKED
     )
     UPDATE webhook_deliveries AS d SET state = 'sending', attempts = attempts + 1, next_attempt_at = NULL,
       leased_until = :leasedUntil
     FROM claimed WHERE d.id = claimed.id
     RETURNING d.id, d.ref, d.webhook_id AS "webhookId", d.visit_id AS "visitId", d.event, d.status_code AS "statusCode", d.alert,
       d.happened_at AS "happenedAt", d.attempts`,
    { limit, now, leasedUntil },
  );
  return rows;
}
