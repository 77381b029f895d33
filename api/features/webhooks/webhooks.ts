/** Management of webhooks (docs/behaviour.md, "Webhooks"). */
import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import type * as z from "zod/mini";
import type { Deps } from "#api/deps.ts";
import { alreadyHandled, invalid, notFound, webhooksFull } from "#api/errors.ts";
import { type Page, pageOf, readSort } from "#api/paging.ts";
import { fromInstant } from "#contract/dates.ts";
import {
  type DeliveryAnswer,
  deliveryErrors,
  type getWebhookDeliveries,
  maxWebhooks,
  type WebhookAnswer,
  type WebhookChange,
  type WebhookSettings,
} from "#contract/site/webhooks.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { takeLock } from "#db/lock.ts";
import { Webhook, WebhookDelivery } from "#db/models/webhook.ts";

interface WebhookSecrets {
  readonly url: string;
  /** `whsec_…` */
  readonly secret: string;
}

const secretBytes = 32;
const ownerOf = (ref: string) => `webhook:${ref}`;

const encrypt = (cipher: FieldCipher, ref: string, opened: WebhookSecrets) =>
  cipher.encryptSecret(JSON.stringify(opened), ownerOf(ref));

/** @returns undefined where the encryption key is missing */
export function decryptWebhook(
  cipher: FieldCipher,
  encrypted: Pick<Webhook, "ref" | "secretCipher" | "secretKey">,
): WebhookSecrets | undefined {
  try {
    return JSON.parse(cipher.decryptSecret(encrypted, ownerOf(encrypted.ref)));
  } catch {
    return undefined;
  }
}

const newSecret = ({ random }: Pick<Deps, "random">): string =>
  `whsec_${Buffer.from(random(secretBytes)).toString("base64")}`;

export const presentWebhook = (cipher: FieldCipher, webhook: Webhook, timezone: string): WebhookAnswer => ({
  id: webhook.id,
  name: webhook.name,
  url: decryptWebhook(cipher, webhook)?.url ?? "",
  host: webhook.host,
  format: webhook.format,
  lang: webhook.language,
  events: webhook.events,
  personal: webhook.isPersonal,
  active: webhook.isActive,
  pausedBecause: webhook.pausedBecause || null,
  failingSince: webhook.failingSince && fromInstant(webhook.failingSince, timezone),
});

export const presentDelivery = (row: WebhookDelivery, timezone: string): DeliveryAnswer => ({
  id: row.id,
  messageId: `msg_${row.ref}`,
  visitId: row.visitId,
  event: row.event,
  alert: row.alert || null,
  happenedAt: fromInstant(row.happenedAt, timezone),
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.nextAttemptAt && fromInstant(row.nextAttemptAt, timezone),
  finishedAt: row.finishedAt && fromInstant(row.finishedAt, timezone),
  answerStatus: row.answerStatus,
  error: deliveryErrors.find((error) => error === row.error) ?? null,
});

export const allWebhooks = async (db: Knex): Promise<Webhook[]> =>
  Webhook.query(db).orderBy(["name", "id"]).limit(maxWebhooks);

/** @throws HttpError 404 */
export async function requireWebhook(db: Knex, id: number): Promise<Webhook> {
  const webhook = await Webhook.query(db).findById(id);
  if (!webhook) throw notFound();
  return webhook;
}

/** @throws InvalidInput where the address is not allowed */
async function requireAddress({ webhooks }: Pick<Deps, "webhooks">, url: string): Promise<void> {
  const problem = await webhooks.check(url);
  if (problem) throw invalid({ url: problem });
}

const columnsOf = ({ name, url, format, lang, events, personal }: WebhookSettings) => ({
  name,
  format,
  language: lang,
  events,
  isPersonal: personal,
  host: new URL(url).host,
});

type WebhookDeps = Pick<Deps, "db" | "cipher" | "clock" | "random" | "webhooks">;

/** @throws InvalidInput on url; HttpError 405 at the maximum number of webhooks */
export async function addWebhook(
  deps: WebhookDeps,
  settings: WebhookSettings,
): Promise<{ webhook: Webhook; secret: string }> {
  const { db, cipher, clock } = deps;
  await requireAddress(deps, settings.url);
  const secret = newSecret(deps);
  const ref = randomUUID();
  const now = clock();
  const webhook = await db.transaction(async (trx) => {
    await takeLock(trx, "webhooks");
    if ((await Webhook.query(trx).resultSize()) >= maxWebhooks) throw webhooksFull();
    return Webhook.query(trx)
      .insert({
        ...columnsOf(settings),
        ref,
        ...encrypt(cipher, ref, { url: settings.url, secret }),
        createdAt: now,
        updatedAt: now,
      })
      .returning("*");
  });
  return { webhook, secret };
}

/** Reactivating a webhook resets its failures. @throws HttpError 404; InvalidInput on url */
export async function changeWebhook(
  deps: WebhookDeps,
  id: number,
  { active, ...settings }: WebhookChange,
): Promise<Webhook> {
  const { db, cipher, clock } = deps;
  await requireWebhook(db, id);
  await requireAddress(deps, settings.url);
  return db.transaction(async (trx) => {
    const current = await Webhook.query(trx).findById(id).forUpdate();
    if (!current) throw notFound();
    const opened = decryptWebhook(cipher, current);
    const hasNewUrl = opened?.url !== settings.url;
    // A missing encryption key also loses the secret.
    const secret = opened?.secret ?? newSecret(deps);
    return Webhook.query(trx).patchAndFetchById(id, {
      ...columnsOf(settings),
      ...(hasNewUrl && {
        ...encrypt(cipher, current.ref, { url: settings.url, secret }),
        secretVersion: current.secretVersion + 1,
      }),
      ...(active && !current.isActive && { pausedBecause: "" as const, failingSince: null }),
      isActive: active,
      updatedAt: clock(),
    });
  });
}

/** @throws HttpError 404 */
export async function removeWebhook(db: Knex, id: number): Promise<void> {
  if ((await Webhook.query(db).deleteById(id)) === 0) throw notFound();
}

/** @returns the new secret @throws HttpError 404, and 405 where the URL cannot be decrypted */
export async function rotateSecret({ db, cipher, clock, ...deps }: WebhookDeps, id: number): Promise<string> {
  const secret = newSecret(deps);
  return db.transaction(async (trx) => {
    const current = await Webhook.query(trx).findById(id).forUpdate();
    if (!current) throw notFound();
    const opened = decryptWebhook(cipher, current);
    if (!opened) throw alreadyHandled();
    await Webhook.query(trx)
      .findById(id)
      .patch({
        ...encrypt(cipher, current.ref, { url: opened.url, secret }),
        secretVersion: current.secretVersion + 1,
        updatedAt: clock(),
      });
    return secret;
  });
}

/** A page of a webhook's deliveries, newest first by default. */
export const deliveryRows = (
  db: Knex,
  webhookId: number,
  { page, size, sort = "-id", state }: z.output<typeof getWebhookDeliveries.query>,
): Promise<Page<WebhookDelivery>> =>
  pageOf(
    db,
    WebhookDelivery.query(db)
      .where({ webhookId, ...(state && { state }) })
      .orderBy("id", readSort(sort).direction),
    { page, size },
  );

/** @returns the delivery's id @throws HttpError 404 */
export async function queueTest(db: Knex, webhookId: number, now: Date): Promise<number> {
  await requireWebhook(db, webhookId);
  const { id } = await WebhookDelivery.query(db)
    .insert({ webhookId, event: "test", happenedAt: now, nextAttemptAt: now })
    .returning("id");
  return Number(id);
}

/** @throws HttpError 404, and 405 while it is being sent */
export async function resend(db: Knex, webhookId: number, id: number, now: Date): Promise<void> {
  const reset = { state: "waiting", attempts: 0, nextAttemptAt: now, finishedAt: null } as const;
  const changed = await WebhookDelivery.query(db)
    .patch(reset)
    .where({ id, webhookId })
    .where("state", "<>", "sending");
  if (changed > 0) return;
  const found = await WebhookDelivery.query(db).findOne({ id, webhookId }).select("id");
  throw found ? alreadyHandled() : notFound();
}
