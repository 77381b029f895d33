import { Model } from "objection";
import type { AlertKind } from "#contract/alert-kinds.ts";
import type { DeliveryState, SentEvent, WebhookEvent, WebhookFormat } from "#contract/site/webhooks.ts";
import type { Language } from "./visits/visit.ts";

/** An address that is told of what happens to visits, and of alerts. */
export class Webhook extends Model {
  static override tableName = "webhooks";
  declare id: number;
  /** What the sealed address and secret are bound to. */
  declare ref: string;
  declare name: string;
  /** Of the address, for people to recognise it by. */
  declare host: string;
  declare format: WebhookFormat;
  /** Of what a chat shows. */
  declare language: Language;
  declare events: WebhookEvent[];
  declare isPersonal: boolean;
  declare isActive: boolean;
  /** Why the server itself paused it; empty where it did not. */
  declare pausedBecause: "" | "failing" | "gone";
  /** The first attempt that failed since the last that did not. */
  declare failingSince: Date | null;
  /** Address and signing secret, sealed together. */
  declare secretCipher: Buffer;
  declare secretKey: string;
  declare secretVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** One thing that happened, on its way to one address. */
export class WebhookDelivery extends Model {
  static override tableName = "webhook_deliveries";
  declare id: number;
  /** The receiver's `webhook-id`. */
  declare ref: string;
  declare webhookId: number;
  /** Null of an alert and a test. */
  declare visitId: number | null;
  declare event: SentEvent;
  declare statusCode: string;
  /** What an alert tells of; empty where it is none. */
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
