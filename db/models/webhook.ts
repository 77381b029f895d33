import { Model } from "objection";
import type { AlertKind } from "#contract/alert-kinds.ts";
import type { DeliveryState, SentEvent, WebhookEvent, WebhookFormat } from "#contract/site/webhooks.ts";
import type { Language } from "./visits/visit.ts";

/** A URL that receives events of visits and alerts. */
export class Webhook extends Model {
  static override tableName = "webhooks";
  declare id: number;
  /** Associated data of the encrypted URL and secret. */
  declare ref: string;
  declare name: string;
  /** Host name of the URL, shown in the console. */
  declare host: string;
  declare format: WebhookFormat;
  /** Language of chat messages. */
  declare language: Language;
  declare events: WebhookEvent[];
  declare isPersonal: boolean;
  declare isActive: boolean;
  /** Why the server paused it; empty where it did not. */
  declare pausedBecause: "" | "failing" | "gone";
  /** First failed attempt since the last success. */
  declare failingSince: Date | null;
  /** URL and signing secret, encrypted together. */
  declare secretCipher: Buffer;
  declare secretKey: string;
  declare secretVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** Delivery of one event to one webhook. */
export class WebhookDelivery extends Model {
  static override tableName = "webhook_deliveries";
  declare id: number;
  /** The receiver's `webhook-id`. */
  declare ref: string;
  declare webhookId: number;
  /** Null for alerts and tests. */
  declare visitId: number | null;
  declare event: SentEvent;
  declare statusCode: string;
  /** Kind of alert; empty for other events. */
  declare alert: AlertKind | "";
  declare happenedAt: Date;
  declare state: DeliveryState;
  declare attempts: number;
  declare nextAttemptAt: Date | null;
  declare leasedUntil: Date | null;
  declare answerStatus: number | null;
  declare error: string;
  declare finishedAt: Date | null;
}
