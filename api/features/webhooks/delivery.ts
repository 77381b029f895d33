/**
 * Delivers webhooks (docs/behaviour.md, "Webhooks"): at least once, with the same id at every attempt, and in order for each
 * visit. If the process dies, the lease expires and the next attempt is made.
 */
import { Webhook as Signer } from "standardwebhooks";
import type { Deps, MessageDeps } from "#api/deps.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { SendOutcome } from "#api/webhooks/sender.ts";
import { startWorker, type Worker } from "#api/worker.ts";
import { Webhook, WebhookDelivery } from "#db/models/webhook.ts";
import { notifyOfAlert } from "../messages/account-messages.ts";
import { readReportedVisit, webhookBody } from "./content.ts";
import { type ClaimedDelivery, claimDeliveries } from "./queries.ts";
import { decryptWebhook } from "./webhooks.ts";

const batch = 10;
/** Above the timeout of an attempt. */
const leaseMs = 60_000;
const pollMs = 3_000;
const minute = 60_000;
/** Delays before the second and further attempts; after the last one, 19 hours later, the delivery fails. */
const retryDelays = [10_000, minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 600 * minute];
/** A webhook is paused after failing at every attempt for this long. */
const pauseAfterMs = 24 * 60 * minute;
const keptDays = 30;

type SendingDeps = MessageDeps & Pick<Deps, "db" | "clock" | "log" | "webhooks">;

/** Schedules the next attempt; after the last the delivery fails. */
function afterFailure(
  { attempts }: ClaimedDelivery,
  outcome: Extract<SendOutcome, { isDelivered: false }>,
  now: Date,
) {
  const { error, status: answerStatus, retryAfterMs = 0 } = outcome;
  const failed = { error, answerStatus, leasedUntil: null };
  const wait = retryDelays[attempts - 1];
  return wait === undefined
    ? { ...failed, state: "failed" as const, finishedAt: now }
    : {
        ...failed,
        state: "waiting" as const,
        nextAttemptAt: new Date(now.getTime() + Math.max(wait, retryAfterMs)),
      };
}

/** Pauses a webhook that no longer responds, and alerts administrators. */
async function pause(
  { db, cipher, sms, mail, clock, log }: SendingDeps,
  { id, name }: Webhook,
  pausedBecause: "failing" | "gone",
): Promise<void> {
  const now = clock();
  const site = await readConfiguration(db);
  await db.transaction(async (trx) => {
    const paused = await Webhook.query(trx)
      .patch({ isActive: false, pausedBecause, updatedAt: now })
      .where({ id, isActive: true });
    if (paused === 0) return;
    const entry = { subject: "webhooks", subjectId: id };
    await notifyOfAlert({ trx, cipher, sms, mail, now, site }, "webhook", name, entry);
  });
  log.warn({ webhook: id, pausedBecause }, "webhook paused");
}

/** Stores the result of an attempt, unless a redelivery was requested meanwhile. */
async function storeOutcome(
  deps: SendingDeps,
  claimed: ClaimedDelivery,
  outcome: SendOutcome,
): Promise<void> {
  const { db, clock } = deps;
  const now = clock();
  const change = outcome.isDelivered
    ? {
        state: "delivered" as const,
        leasedUntil: null,
        error: "",
        answerStatus: outcome.status,
        finishedAt: now,
      }
    : afterFailure(claimed, outcome, now);
  await WebhookDelivery.query(db)
    .patch(change)
    .where({ id: claimed.id, attempts: claimed.attempts, state: "sending" });
  const { webhookId: id } = claimed;
  if (outcome.isDelivered) {
    await Webhook.query(db).patch({ failingSince: null }).where({ id }).whereNotNull("failingSince");
    return;
  }
  deps.log.warn({ delivery: claimed.id, webhook: id, error: outcome.error }, "webhook was not delivered");
  await Webhook.query(db).patch({ failingSince: now }).where({ id }).whereNull("failingSince");
  const webhook = await Webhook.query(db).findById(id);
  if (!webhook?.isActive) return;
  const failingMs = now.getTime() - (webhook.failingSince ?? now).getTime();
  if (outcome.status === 410) await pause(deps, webhook, "gone");
  else if (failingMs >= pauseAfterMs) await pause(deps, webhook, "failing");
}

async function attempt(deps: SendingDeps, claimed: ClaimedDelivery): Promise<SendOutcome | undefined> {
  const { db, cipher, clock } = deps;
  const webhook = await Webhook.query(db).findById(claimed.webhookId);
  const visit = claimed.visitId === null ? undefined : await readReportedVisit(db, claimed.visitId);
  // The webhook was removed or the visit destroyed meanwhile, and the delivery with it.
  if (!webhook || (claimed.visitId !== null && !visit)) return undefined;
  const opened = decryptWebhook(cipher, webhook);
  if (!opened) return { isDelivered: false, error: "sealed", status: null };
  const site = await readConfiguration(db);
  const body = webhookBody({ webhook, delivery: claimed, visit, site });
  const messageId = `msg_${claimed.ref}`;
  const at = clock();
  return deps.webhooks.send({
    url: opened.url,
    body,
    headers: {
      "Content-Type": "application/json",
      "webhook-id": messageId,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Signer(opened.secret).sign(messageId, at, body),
    },
  });
}

async function deliver(deps: SendingDeps, claimed: ClaimedDelivery): Promise<void> {
  const outcome = await attempt(deps, claimed).catch((err): SendOutcome => {
    deps.log.error({ err, delivery: claimed.id }, "webhook could not be sent");
    // Counts as an attempt: a delivery that can never succeed must not block its visit forever.
    return { isDelivered: false, error: "interrupted", status: null };
  });
  // If the result cannot be stored, the lease expires and the delivery is retried.
  if (outcome) await storeOutcome(deps, claimed, outcome);
}

/** Requeues deliveries of a process that died; receivers recognise a repeated id. */
async function requeueExpired({ db, clock }: SendingDeps): Promise<void> {
  const now = clock();
  await WebhookDelivery.query(db)
    .patch({ state: "waiting", leasedUntil: null, nextAttemptAt: now, error: "interrupted" })
    .where({ state: "sending" })
    .where("leasedUntil", "<=", now);
}

/**
 * Sends everything that is due. Safe to run concurrently.
 * @returns how many attempts were made
 */
export async function sendWebhooks(
  deps: SendingDeps,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> {
  let tried = 0;
  await requeueExpired(deps);
  while (!signal?.aborted) {
    const now = deps.clock();
    const leasedUntil = new Date(now.getTime() + leaseMs);
    const claimed = await claimDeliveries(deps.db, { limit: batch, now, leasedUntil });
    const results = await Promise.allSettled(claimed.map((one) => deliver(deps, one)));
    const broken = results.find((result) => result.status === "rejected");
    if (broken) throw broken.reason;
    tried += claimed.length;
    if (claimed.length === 0) break;
  }
  return tried;
}

/** Deletes deliveries that finished more than `keptDays` ago. */
export async function deleteOldDeliveries(db: Deps["db"], now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 60 * minute);
  await WebhookDelivery.query(db).delete().where("finishedAt", "<", before);
}

/** Polls every few seconds for deliveries that any process committed. */
export const startWebhooks = (deps: SendingDeps, { poll = pollMs } = {}): Pick<Worker, "stop"> =>
  startWorker((signal) => sendWebhooks(deps, { signal }), {
    poll,
    onError: (err) => deps.log.error({ err }, "webhooks could not be sent"),
  });
